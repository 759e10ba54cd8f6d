/**
 * Keeps the revisions of both inputs in their redline, with authors and dates. Accepting everything still gives the
 * revised document. Rejecting what the original does not have gives the original with its own revisions.
 *
 * Body, notes, headers and footers are all stories, and the merge says which stories of both documents each is made
 * of. Each story is read back. A story that does not keep these laws stays as it was, with its revisions accepted, and
 * a warning says so.
 */
import type { Warning } from '../../../shared/document/model.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childOf, childrenOf, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { highestId } from '../adopt/highest-ids.ts';
import type { PackagePair } from '../package/package-pair.ts';
import { isSeparator } from '../package/is-separator.ts';
import { ascendingIds, inReferenceOrder, referencesIn, withIds } from '../merge/note-order.ts';
import { noteKey } from '../merge/note-pairs.ts';
import type { StoryOrigin, StoryPlace } from '../merge/story-origins.ts';
import { Canonical } from '../package/canonical.ts';
import { ResultPackage } from '../package/result-package.ts';
import { TargetIdentity } from '../package/target-identity.ts';
import { textPartsOf } from '../package/text-roots.ts';
import { sectionKey } from '../text/paragraph-mark.ts';
import { holdsTextBox } from '../text/paragraph-text.ts';
import type { RevisionStamp } from '../text/revision-writer.ts';
import { acceptedContent, marksIn, type StoryTrio } from './align-story.ts';
import { resolvedExcept, withFollowedOnly } from './followed-marks.ts';
import { keepStory, type KeptStory } from './keep-story.ts';
import { leavesOf, UnknownStory } from './story-leaves.ts';
import { RevisionIds } from './unique-ids.ts';

/** A redline with the revisions of both inputs. */
export interface KeptRedline {
  /** Null if the redline stays as it is. */
  readonly bytes: Uint8Array | null;
  readonly warnings: readonly Warning[];
}

/** A finished redline that takes the revisions of its inputs as accepted. */
export interface AcceptedRedline {
  readonly packages: PackagePair;
  readonly redline: WordPackage;
  readonly origins: readonly StoryOrigin[];
}

/** Puts the revisions back. `stamp` is the stamp of the redline's own marks. */
export function keepRevisions(files: AcceptedRedline, stamp: RevisionStamp): KeptRedline {
  const keeper = new Keeper(files, stamp);
  for (const origin of files.origins) keeper.keep(origin);
  keeper.orderNotes();
  return keeper.finish();
}

/** A note of the revised document behind a reference that is deleted or inserted, and the mark of that reference. */
interface DeclaredNote {
  readonly id: string;
  readonly declaration: XmlElement | null;
}

class Keeper {
  readonly #packages: PackagePair;
  readonly #result: ResultPackage;
  /** Authors and dates of the original's revisions. */
  readonly #known: ReadonlySet<string>;
  /** Author and date of the redline's own marks, and whether the original has them. */
  readonly #ours: string;
  readonly #isTaken: boolean;
  /** Parts of the original, in which revisions that cannot be followed are accepted. */
  readonly #followed = new Map<string, XmlElement | undefined>();
  /** By kind and id in the result. */
  readonly #declaredNotes = new Map<string, DeclaredNote>();
  readonly #done = new Set<string>();
  readonly #ids: RevisionIds;
  #accepted = 0;
  #displaced = 0;
  #lost = 0;
  /** New revisions of the revised document that declare no mark of the redline, by the part that has them. */
  readonly #unclaimed = new Map<string, number>();

  constructor({ packages, redline }: AcceptedRedline, stamp: RevisionStamp) {
    this.#packages = packages;
    this.#result = new ResultPackage(redline.package, new TargetIdentity());
    const parts = [packages.original, redline].map((opened) => textPartsOf(opened).map(([, root]) => root));
    this.#known = new Set(parts[0]!.flatMap((root) => marksIn(root).map(keyOf)));
    this.#ours = `${stamp.author}\n${stamp.date}`;
    this.#isTaken = this.#known.has(this.#ours);
    this.#ids = new RevisionIds(Math.max(0, ...parts.flat().map(highestId)) + 1);
  }

  finish(): KeptRedline {
    const warnings: Warning[] = [];
    if (this.#accepted > 0)
      warnings.push({
        code: 'revisions_accepted',
        message: `${this.#accepted} revisions of the original are in an object, or mark a content control. They cannot be kept there, and are taken as accepted.`,
      });
    if (this.#displaced > 0)
      warnings.push({
        code: 'revisions_accepted',
        message: `${this.#displaced} revisions of the original are of tables, cells, sections or equations that the revised document changes again. The file format has room for one such revision. Those of the original are taken as accepted.`,
      });
    if (this.#lost > 0)
      warnings.push({
        code: 'revisions_not_kept',
        message: this.#isTaken
          ? 'The original already has revisions of this author and time, so its revisions could not be told apart. They are taken as accepted. Name another author.'
          : `${this.#lost} revisions of the original could not be kept in their places. They are taken as accepted.`,
      });
    if (this.#unclaimed.size > 0) {
      const parts = [...this.#unclaimed].map(([name, count]) => `${name} (${count})`).join(', ');
      warnings.push({
        code: 'revisions_not_kept',
        message: `The places of new revisions of the revised document could not be found. There the author of this comparison stands for theirs: ${parts}.`,
      });
    }
    return { bytes: this.#result.changed ? this.#result.write() : null, warnings };
  }

  /** Keeps the revisions of one story. The body comes first, because it says which notes a revision inserts or deletes. */
  keep({ result, original, revised }: StoryOrigin): void {
    const place = `${result.part} ${result.note ?? ''}`;
    const tree = this.#result.tree(result.part);
    const merged = storyAt(tree, result);
    if (tree === undefined || merged === undefined || this.#done.has(place)) return;
    this.#done.add(place);
    const note = this.#declaredNotes.get(`${merged.name.slice(2)} ${result.note ?? ''}`);
    const theirs = revised ?? this.#placeOf(merged, note);
    const trio = {
      merged,
      // A story that the original does not have is what remains of it if everything is rejected.
      original:
        original === null ? resolveRevisions(merged, 'original') : storyAt(this.#followedPart(original.part), original),
      revised: theirs === null ? undefined : storyAt(this.#packages.revised.package.tree(theirs.part), theirs),
      declaration: note?.declaration ?? null,
      isSame: this.#comparing(original?.part, theirs?.part),
    };
    if (trio.original === undefined) return;
    const kept = this.#story({ ...trio, original: trio.original }, theirs?.part ?? '');
    if (kept !== merged) this.#result.setTree(result.part, withStory(tree, merged, this.#ids.unique(kept)));
  }

  /** Orders the notes anew if a reference that is back comes before one with a smaller id. */
  orderNotes(): void {
    if (!this.#result.changed) return;
    const { package: archive, mainPart } = this.#packages.original;
    for (const kind of ['footnote', 'endnote'] as const) {
      const part = archive.related(mainPart, `${kind}s`);
      if (part === undefined) continue;
      const [body, notes] = [this.#result.tree(mainPart), this.#result.tree(part)];
      if (body === undefined || notes === undefined) continue;
      const references = referencesIn(body, kind);
      const ids = ascendingIds([...references.keys()]);
      if (ids.size === 0) continue;
      const ordered = inReferenceOrder(childrenOf(notes), references);
      this.#result.setTree(mainPart, withIds(body, `w:${kind}Reference`, ids));
      const numbered = ordered.map((note) => (isSeparator(note) ? note : withIds(note, `w:${kind}`, ids)));
      this.#result.setTree(part, withChildren(notes, numbered));
    }
  }

  /** The revised document's note that a deleted reference leads to. */
  #placeOf({ name }: XmlElement, note: DeclaredNote | undefined): StoryPlace | null {
    const { package: archive, mainPart } = this.#packages.revised;
    const part = note === undefined ? undefined : archive.related(mainPart, `${name.slice(2)}s`);
    return note === undefined || part === undefined ? null : { part, note: note.id };
  }

  /** Compares stories of two parts. Identities of targets replace the ids of relationships. */
  #comparing(own: string | undefined, other: string | undefined): StoryTrio['isSame'] {
    if (own === undefined || other === undefined) return () => false;
    const canonicalOf = (side: keyof PackagePair, part: string): Canonical =>
      this.#result.canonicalOf(part, this.#packages[side].package);
    const [a, b] = [canonicalOf('original', own), canonicalOf('revised', other)];
    return (revised, original) => acceptedContent(revised, b) === acceptedContent(original, a);
  }

  #followedPart(part: string): XmlElement | undefined {
    if (!this.#followed.has(part)) {
      const root = this.#packages.original.package.tree(part);
      const followed = root === undefined ? undefined : withFollowedOnly(root);
      this.#followed.set(part, followed?.tree);
      this.#accepted += followed?.accepted ?? 0;
    }
    return this.#followed.get(part);
  }

  #story(trio: StoryTrio, revisedPart: string): XmlElement {
    const { merged, original, revised, declaration } = trio;
    const own = marksIn(original).length;
    const theirs = revised === undefined ? 0 : marksIn(revised).filter(this.#isNew).length;
    if (own + theirs === 0 && declaration === null) return merged;
    // If the original's revisions have no place, those of the revised document may still have theirs.
    const plain = { ...trio, original: resolveRevisions(merged, 'original') };
    for (const candidate of this.#isTaken ? [] : own > 0 ? [trio, plain] : [trio]) {
      const kept = this.#tried(candidate);
      if (kept === null) continue;
      if (candidate !== trio) this.#lost += own;
      this.#displaced += kept.displaced.size;
      this.#leave(revisedPart, kept.unclaimed);
      if (merged.name === 'w:body') this.#learnNotes(kept);
      return kept.story;
    }
    this.#lost += own;
    this.#leave(revisedPart, theirs);
    return merged;
  }

  #leave(part: string, count: number): void {
    if (count > 0) this.#unclaimed.set(part, (this.#unclaimed.get(part) ?? 0) + count);
  }

  /** The story with its revisions; null if they have no place in it, or if it does not read back. */
  #tried(trio: StoryTrio): KeptStory | null {
    try {
      const kept = keepStory(trio, { isNew: this.#isNew, isOurs: (mark) => keyOf(mark) === this.#ours });
      const { displaced } = kept;
      const stays = (mark: XmlElement): boolean => !displaced.has(mark);
      const left = displaced.size === 0 ? trio : { ...trio, original: resolvedExcept(trio.original, 'revised', stays) };
      return this.#holds(kept.story, left) ? kept : null;
    } catch (fault) {
      if (fault instanceof UnknownStory) return null;
      throw fault;
    }
  }

  /** Whether a story accepts to the same content as before, and rejects to the original with its own revisions. */
  #holds(kept: XmlElement, { merged, original }: StoryTrio): boolean {
    const rejected = resolvedExcept(kept, 'original', (mark) => !this.#isNew(mark));
    return (
      isSameStory(kept, merged) &&
      isSameStory(rejected, original) &&
      isSameStory(resolveRevisions(rejected, 'original'), resolveRevisions(original, 'original')) &&
      spelling(rejected) === spelling(original)
    );
  }

  /** Notes whose references the redline marks, and the revision that declares the mark. */
  #learnNotes({ leaves }: KeptStory): void {
    for (const { leaf, partner, stamp } of leaves) {
      if (partner === null || stamp === null || !/^w:(?:foot|end)noteReference$/.test(leaf.key)) continue;
      this.#declaredNotes.set(noteKey(leaf.node), {
        id: partner.node.attributes.get('w:id') ?? '',
        declaration: stamp,
      });
    }
  }

  readonly #isNew = (mark: XmlElement): boolean => !this.#known.has(keyOf(mark));
}

/** The story at a place of a part's tree. */
function storyAt(tree: XmlElement | undefined, { note }: StoryPlace): XmlElement | undefined {
  if (tree === undefined || note === undefined) return tree?.name === 'w:document' ? childOf(tree, 'w:body') : tree;
  return childrenOf(tree).find(({ attributes }) => attributes.get('w:id') === note);
}

function withStory(tree: XmlElement, story: XmlElement, next: XmlElement): XmlElement {
  if (tree === story) return next;
  return { ...tree, children: tree.children.map((each): XmlNode => (each === story ? next : each)) };
}

/** Whether two stories of one part have equal content if everything is accepted, the last section included. */
function isSameStory(a: XmlElement, b: XmlElement): boolean {
  const [x, y] = [a, b].map((story) => {
    const section = childOf(story, 'w:sectPr');
    return section === undefined ? '' : sectionKey(resolveRevisions(section, 'revised'), PLAIN);
  });
  return x === y && acceptedContent(a) === acceptedContent(b);
}

const PLAIN = new Canonical((id) => id);

/** All leaves of a story with the authors, dates and kinds of their revisions, and those of the text boxes in it. */
function spelling(story: XmlElement): string {
  const named = (mark: XmlElement | null): string => (mark === null ? '' : `${mark.name} ${keyOf(mark)}`);
  return leavesOf(story)
    .map(({ key, node, inserted, deleted, idle, format, table }) =>
      [
        key,
        named(inserted),
        named(deleted ?? idle ?? null),
        named(format),
        ...(key === node.name || key === '¶' || key === 'end' ? changesAround(node, table).map(named).sort() : []),
        ...boxesIn(key === node.name ? node : null).map(spelling),
      ].join('\t'),
    )
    .join('\n');
}

/** The revisions in an equation, or in the lists of properties of a paragraph, row, cell or story, and of its table. */
function changesAround(node: XmlElement, table: XmlElement | undefined): XmlElement[] {
  if (node.name.startsWith('m:')) return marksIn(node);
  return [node, ...(node.name === 'w:tr' && table !== undefined ? [table] : [])].flatMap((holder) =>
    childrenOf(holder)
      .filter(({ name }) => LIST.test(name))
      .flatMap((list) => marksIn(list)),
  );
}

/** Lists of properties of a paragraph, a table and its parts, and a section. */
const LIST = /^w:(?:[pr]Pr|t(?:bl|r|c)Pr(?:Ex)?|tblGrid|sectPr)$/;

/** The outermost text boxes of an object. */
function boxesIn(node: XmlElement | null): XmlElement[] {
  if (node === null || !holdsTextBox(node)) return [];
  return node.children.flatMap((child) => {
    if (!isElement(child)) return [];
    return child.name === 'w:txbxContent' ? [child] : boxesIn(child);
  });
}

/** Author and date of a mark. A changed table grid has neither (17.13.5.33), so its former columns tell it apart. */
function keyOf(mark: XmlElement): string {
  if (mark.name === 'w:tblGridChange') return PLAIN.ofAll(mark.children);
  return `${mark.attributes.get('w:author') ?? ''}\n${mark.attributes.get('w:date') ?? ''}`;
}
