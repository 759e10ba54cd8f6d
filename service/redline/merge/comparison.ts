import { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { resolveRevisions, type RevisionSide } from '../../ooxml/resolve-revisions.ts';
import { childrenOf, innerText, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Adopted } from '../adopt/adopt.ts';
import type { Translation } from '../adopt/translate.ts';
import { Canonical } from '../package/canonical.ts';
import { RedlineReport } from '../package/redline-report.ts';
import type { ResultPackage } from '../package/result-package.ts';
import type { Guide } from '../text/guide.ts';
import { GuidedMatcher } from '../text/guided-matcher.ts';
import { ThingCharacters } from '../text/paragraph-text.ts';
import { RevisionWriter, type RevisionStamp } from '../text/revision-writer.ts';
import type { SectionOrigins } from '../text/section-origins.ts';
import { isSeparator } from '../package/is-separator.ts';
import { sectionsOf } from './sections-of.ts';
import { NotePairs } from './note-pairs.ts';
import { StoryContext, type StoryCollaborators } from './story-context.ts';
import type { StoryOrigin } from './story-origins.ts';

/** How the marks of a redline are signed, and what they follow. */
export interface RedlineOptions {
  readonly stamp: RevisionStamp;
  /** A comparison of the same documents to follow. */
  readonly guide?: Guide | undefined;
}

/** One comparison: both packages, the result in the making, and what all stories share. */
export class Comparison implements StoryCollaborators {
  readonly original: WordPackage;
  readonly revised: WordPackage;
  readonly result: ResultPackage;
  readonly translation: Translation;
  readonly revisions: RevisionWriter;
  readonly vocabulary = new Vocabulary();
  readonly things = new ThingCharacters();
  readonly notes = new NotePairs();
  readonly sections: SectionOrigins = new Map();
  /** The stories that were merged, the body first. */
  readonly origins: StoryOrigin[] = [];
  readonly report = new RedlineReport();
  readonly swapped: boolean;
  readonly guide: GuidedMatcher | null;
  readonly #ownNotes: ReadonlySet<string>;
  readonly #revisedNotes: ReadonlySet<string>;
  readonly #contexts = new Map<string, StoryContext>();
  readonly #resolved: Readonly<Record<RevisionSide, WeakMap<XmlElement, XmlElement>>> = {
    original: new WeakMap(),
    revised: new WeakMap(),
  };

  constructor({ original, revised, result, ids, translation }: Adopted, { stamp, guide }: RedlineOptions) {
    this.original = original;
    this.revised = revised;
    this.result = result;
    this.translation = translation;
    this.revisions = new RevisionWriter(stamp, ids);
    this.swapped = comesAfter(original, revised);
    this.guide = guide === undefined ? null : guidedBy(guide, original, revised);
    this.#ownNotes = noteKeysOf(original);
    this.#revisedNotes = noteKeysOf(revised);
  }

  /** The context of the stories in a part of the result. `isPageStory`: it is a header or a footer. */
  contextOf(partName: string, isPageStory = false): StoryContext {
    let context = this.#contexts.get(partName);
    if (context === undefined) {
      const identify = (id: string): string => this.result.identityOf(partName, id);
      context = new StoryContext(this, new Canonical(identify, { leadsToNote: this.#leadsToNote, isPageStory }));
      this.#contexts.set(partName, context);
    }
    return context;
  }

  /** A tree without its revisions, computed once for each side. */
  resolved(root: XmlElement, side: RevisionSide): XmlElement {
    let tree = this.#resolved[side].get(root);
    if (tree === undefined) this.#resolved[side].set(root, (tree = resolveRevisions(root, side)));
    return tree;
  }

  /** Whether a reference of the original, or a translated one, leads to a note of its document. */
  readonly #leadsToNote = ({ name, attributes }: XmlElement): boolean => {
    const kind = name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    const id = attributes.get('w:id');
    if (id === undefined) return false;
    const revisedId = this.translation.noteOf(kind, id);
    return revisedId === undefined
      ? this.#ownNotes.has(`${kind} ${id}`)
      : this.#revisedNotes.has(`${kind} ${revisedId}`);
  };
}

function guidedBy(guide: Guide, original: WordPackage, revised: WordPackage): GuidedMatcher {
  return new GuidedMatcher(guide, {
    original: guidedTrees(original, guide.include),
    revised: guidedTrees(revised, guide.include),
  });
}

/** The body, the notes, and the headers and footers that a guide includes, with all revisions accepted. */
function guidedTrees({ package: archive, mainPart, document }: WordPackage, include: Guide['include']): XmlElement[] {
  const notes = ['footnotes', 'endnotes'].flatMap((kind) => archive.related(mainPart, kind) ?? []);
  const body = resolveRevisions(document, 'revised');
  const relationships = archive.relationshipsOf(mainPart);
  const stories = sectionsOf(body).flatMap((section) =>
    (['header', 'footer'] as const).flatMap((kind) => {
      if (!include.includes(`${kind}s`)) return [];
      const references = childrenOf(section, `w:${kind}Reference`);
      return references.flatMap(({ attributes }) => relationships.get(attributes.get('r:id') ?? '') ?? []);
    }),
  );
  const names = [...notes, ...stories.flatMap(({ external, target }) => (external ? [] : [target]))];
  const trees = [...new Set(names)].flatMap((name) => archive.tree(name) ?? []);
  return [body, ...trees.map((tree) => resolveRevisions(tree, 'revised'))];
}

/** Kinds and ids of the notes of a document. Separators are none. */
function noteKeysOf({ package: archive, mainPart }: WordPackage): Set<string> {
  const keys = new Set<string>();
  for (const kind of ['footnote', 'endnote']) {
    const name = archive.related(mainPart, `${kind}s`);
    for (const note of childrenOf(name === undefined ? undefined : archive.tree(name), `w:${kind}`))
      if (!isSeparator(note)) keys.add(`${kind} ${note.attributes.get('w:id') ?? ''}`);
  }
  return keys;
}

/** Whether the first document comes after the second in a fixed order: by length of the text, text, then bytes. */
function comesAfter(a: WordPackage, b: WordPackage): boolean {
  const [x, y] = [innerText(a.document), innerText(b.document)];
  if (x.length !== y.length) return x.length > y.length;
  if (x !== y) return x > y;
  const bytesOf = ({ package: archive, mainPart }: WordPackage): Uint8Array =>
    archive.part(mainPart)?.bytes ?? new Uint8Array();
  return Buffer.compare(bytesOf(a), bytesOf(b)) > 0;
}
