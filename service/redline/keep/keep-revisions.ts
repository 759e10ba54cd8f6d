/**
 * Keeps the revisions of both inputs in their redline, with authors and dates. Accepting everything still gives the
 * revised document. Rejecting what the original does not have gives the original with its own revisions.
 *
 * Each story is read back. A story that does not keep these laws stays as it was, with its revisions accepted, and a
 * warning says so. New revisions of the revised document are kept in its body alone; a warning names other parts.
 */
import type { Warning } from '../../../shared/document/model.ts';
import { openWordPackage, type WordPackage } from '../../ooxml/package.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childOf, childrenOf, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { highestId } from '../adopt/translate.ts';
import { Canonical } from '../package/canonical.ts';
import { ResultPackage } from '../package/result-package.ts';
import { TargetIdentity } from '../package/target-identity.ts';
import { textPartsOf } from '../package/text-roots.ts';
import { storyKey } from '../text/story-key.ts';
import type { RevisionStamp } from '../text/revision-writer.ts';
import { resolvedExcept, withFollowedOnly } from './followed-marks.ts';
import { keepStory } from './keep-story.ts';
import { leavesOf, UnknownStory } from './story-leaves.ts';

/** A redline with the revisions of both inputs. */
export interface KeptRedline {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/** The files of a comparison, and the redline that takes their revisions as accepted. */
export interface RedlineFiles {
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
  readonly redline: Uint8Array;
}

const CANONICAL = new Canonical((id) => id);

/** Puts the revisions back. `stamp` is the stamp of the redline's own marks. Throws as the package reader does. */
export async function keepRevisions(files: RedlineFiles, stamp: RevisionStamp): Promise<KeptRedline> {
  const [original, revised, merged] = [
    await openWordPackage(files.original),
    await openWordPackage(files.revised),
    await openWordPackage(files.redline),
  ];
  const known = new Set(textPartsOf(original).flatMap(([, root]) => marksIn(root).map(keyOf)));
  const result = new ResultPackage(merged.package, new TargetIdentity());
  const keeper = new Keeper(known, known.has(keyOfStamp(stamp)), highestIn([original, merged]) + 1);
  for (const [name, tree] of textPartsOf(merged)) {
    const own = original.package.tree(name);
    if (own === undefined) continue;
    const theirs = name === merged.mainPart ? revised.document : undefined;
    const kept = keeper.part(tree, own, theirs);
    if (kept !== tree) result.setTree(name, kept);
  }
  // Only the body of the revised document is followed. Its other parts are merged by what they contain.
  for (const [name, root] of textPartsOf(revised)) if (name !== revised.mainPart) keeper.passOver(name, root);
  return {
    bytes: result.changed ? result.write() : files.redline,
    warnings: keeper.warnings(),
  };
}

function highestIn(packages: readonly WordPackage[]): number {
  return Math.max(0, ...packages.flatMap((opened) => textPartsOf(opened).map(([, root]) => highestId(root))));
}

class Keeper {
  readonly #known: ReadonlySet<string>;
  readonly #isTaken: boolean;
  #nextId: number;
  #accepted = 0;
  #lost = 0;
  /** New revisions of the revised document outside of its body, by the part that has them. */
  readonly #passedOver = new Map<string, number>();

  constructor(known: ReadonlySet<string>, isTaken: boolean, firstId: number) {
    this.#known = known;
    this.#isTaken = isTaken;
    this.#nextId = firstId;
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    if (this.#accepted > 0)
      warnings.push({
        code: 'revisions_accepted',
        message: `${this.#accepted} revisions of the original are of a kind that cannot be kept, such as of table properties. They are taken as accepted.`,
      });
    if (this.#lost > 0)
      warnings.push({
        code: 'revisions_not_kept',
        message: this.#isTaken
          ? 'The original already has revisions of this author and time, so its revisions could not be told apart. They are taken as accepted. Name another author.'
          : `${this.#lost} revisions could not be kept in their places. They are taken as accepted.`,
      });
    if (this.#passedOver.size > 0) {
      const parts = [...this.#passedOver].map(([name, count]) => `${name} (${count})`).join(', ');
      warnings.push({
        code: 'revisions_not_kept',
        message: `The revised document has new revisions in notes, headers or footers. There they appear with the author of this comparison: ${parts}.`,
      });
    }
    return warnings;
  }

  /** Notes the new revisions of a part of the revised document that is not followed. */
  passOver(name: string, root: XmlElement): void {
    const { length } = marksIn(root).filter((mark) => this.#isNew(mark));
    if (length > 0) this.#passedOver.set(name, length);
  }

  /** A part with its stories: the body, every note, or the header itself. */
  part(merged: XmlElement, original: XmlElement, revised: XmlElement | undefined): XmlElement {
    const { tree: own, accepted } = withFollowedOnly(original);
    this.#accepted += accepted;
    if (merged.name === 'w:document') {
      const [body, ownBody] = [childOf(merged, 'w:body'), childOf(own, 'w:body')];
      if (body === undefined || ownBody === undefined) return merged;
      return withChild(merged, body, this.#story(body, ownBody, childOf(revised, 'w:body')));
    }
    if (!/notes$/.test(merged.name)) return this.#story(merged, own, undefined);
    const notes = new Map(childrenOf(own).map((note) => [note.attributes.get('w:id'), note]));
    let part = merged;
    for (const note of childrenOf(merged)) {
      const ownNote = notes.get(note.attributes.get('w:id'));
      if (ownNote !== undefined) part = withChild(part, note, this.#story(note, ownNote, undefined));
    }
    return part;
  }

  #story(merged: XmlElement, original: XmlElement, revised: XmlElement | undefined): XmlElement {
    const marks = marksIn(original);
    const theirs = revised === undefined ? [] : marksIn(revised).filter((mark) => this.#isNew(mark));
    if (marks.length + theirs.length === 0) return merged;
    for (const candidate of [revised, undefined]) {
      const kept = this.#isTaken ? null : this.#tried(merged, original, candidate);
      if (kept !== null) {
        if (candidate === undefined) this.#lost += theirs.length;
        return kept;
      }
    }
    this.#lost += marks.length + theirs.length;
    return merged;
  }

  /** The story with its revisions; null if they have no place in it, or if it does not read back. */
  #tried(merged: XmlElement, original: XmlElement, revised: XmlElement | undefined): XmlElement | null {
    const takeId = (): string => String(this.#nextId++);
    const isNew = (mark: XmlElement): boolean => this.#isNew(mark);
    let kept: XmlElement;
    try {
      kept = keepStory({ merged, original, revised, isNew, takeId });
    } catch (fault) {
      if (fault instanceof UnknownStory) return null;
      throw fault;
    }
    return this.#holds(kept, merged, original) ? kept : null;
  }

  /** Whether a story accepts to the same content as before, and rejects to the original with its own revisions. */
  #holds(kept: XmlElement, merged: XmlElement, original: XmlElement): boolean {
    const rejected = resolvedExcept(kept, 'original', (mark) => !this.#isNew(mark));
    return (
      contentOf(resolveRevisions(kept, 'revised')) === contentOf(resolveRevisions(merged, 'revised')) &&
      contentOf(resolveRevisions(rejected, 'revised')) === contentOf(resolveRevisions(original, 'revised')) &&
      contentOf(resolveRevisions(rejected, 'original')) === contentOf(resolveRevisions(original, 'original')) &&
      spelling(rejected) === spelling(original)
    );
  }

  #isNew(mark: XmlElement): boolean {
    return !this.#known.has(keyOf(mark));
  }
}

function contentOf(story: XmlElement): string {
  return storyKey(story.children, CANONICAL);
}

/** All leaves of a story with the authors, dates and kinds of their revisions. */
function spelling(story: XmlElement): string {
  const named = (mark: XmlElement | null): string => (mark === null ? '' : `${mark.name} ${keyOf(mark)}`);
  return leavesOf(story)
    .map(({ key, inserted, deleted, format }) => [key, named(inserted), named(deleted), named(format)].join('\t'))
    .join('\n');
}

const MARK = /^w:(?:ins|del|moveFrom|moveTo|\w+Change|cell(?:Ins|Del|Merge))$/;

function marksIn(node: XmlElement, found: XmlElement[] = []): XmlElement[] {
  if (MARK.test(node.name)) found.push(node);
  for (const child of node.children) if (isElement(child)) marksIn(child, found);
  return found;
}

function keyOf({ attributes }: XmlElement): string {
  return `${attributes.get('w:author') ?? ''}\n${attributes.get('w:date') ?? ''}`;
}

function keyOfStamp({ author, date }: RevisionStamp): string {
  return `${author}\n${date}`;
}

function withChild(parent: XmlElement, child: XmlElement, next: XmlElement): XmlElement {
  if (child === next) return parent;
  return { ...parent, children: parent.children.map((each): XmlNode => (each === child ? next : each)) };
}
