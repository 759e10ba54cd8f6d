/**
 * Merges footnotes and endnotes. A note with references on both sides is a story. Other notes are inserted or deleted
 * with their references.
 */
import { relationshipType } from '../../ooxml/relationships.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childrenOf, element, type XmlElement } from '../../ooxml/xml-tree.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { markStory } from './merge-story.ts';
import type { Comparison } from './comparison.ts';
import { isSeparator } from '../package/is-separator.ts';
import { mergeChecked } from './merge-checked.ts';
import type { StoryContext } from './story-context.ts';
import { ascendingIds, inReferenceOrder, referencesIn, withIds, type Marking } from './note-order.ts';

/** Merges the notes that the result's body refers to. The body must be finished. */
export function mergeNotes(comparison: Comparison): void {
  for (const kind of ['footnote', 'endnote'] as const) mergeNotesOf(kind, comparison);
}

function mergeNotesOf(kind: 'footnote' | 'endnote', comparison: Comparison): void {
  const { original, revised, result, translation } = comparison;
  const ownName = original.package.related(original.mainPart, `${kind}s`);
  const otherName = revised.package.related(revised.mainPart, `${kind}s`);
  const references = referencesIn(result.tree(original.mainPart), kind);
  const own = ownName === undefined ? undefined : original.package.tree(ownName);
  const other = otherName === undefined ? undefined : revised.package.tree(otherName);
  if (own === undefined && (other === undefined || ![...references.values()].some((marking) => marking !== 'del')))
    return;

  const partName = ownName ?? result.newPart(`${kind}s`);
  const a = own === undefined ? undefined : resolveRevisions(own, 'revised');
  const b =
    other === undefined || otherName === undefined
      ? undefined
      : translation.part(resolveRevisions(other, 'revised'), otherName, partName);
  const stories = new NoteStories(comparison, { kind, partName, a, b, references });
  const merged = [...stories.ownNotes(), ...stories.newNotes()];
  const changed = a !== own || stories.changed;
  const ids = changed ? ascendingIds([...references.keys()]) : new Map<string, string>();
  for (const [id, { own: ownId, other: otherId }] of stories.origins) {
    comparison.origins.push({
      result: { part: partName, note: ids.get(id) ?? id },
      original: ownName === undefined || ownId === null ? null : { part: ownName, note: ownId },
      revised: otherName === undefined || otherId === undefined ? null : { part: otherName, note: otherId },
    });
  }
  if (!changed) return;
  if (ids.size > 0)
    result.setTree(original.mainPart, withIds(result.tree(original.mainPart)!, `w:${kind}Reference`, ids));
  const numbered = inReferenceOrder(merged, references).map((note) =>
    isSeparator(note) ? note : withIds(note, `w:${kind}`, ids),
  );
  if (a === undefined) {
    // If the original has no notes, the part starts with the revised document's separators.
    const separators = childrenOf(b).filter(isSeparator);
    result.addPart(
      { name: partName, bytes: new Uint8Array() },
      `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`,
    );
    result.relate(original.mainPart, relationshipType(`${kind}s`), partName, false);
    result.setTree(partName, element(`w:${kind}s`, b?.attributes, [...separators, ...numbered]));
  } else {
    result.setTree(partName, { ...a, attributes: withIgnorable(a, b), children: numbered });
  }
}

/** The notes of one kind in both documents, and the part of the result that gets them. */
interface NoteParts {
  readonly kind: 'footnote' | 'endnote';
  readonly partName: string;
  readonly a: XmlElement | undefined;
  /** Translated into the ids of the result. */
  readonly b: XmlElement | undefined;
  /** The notes that the body of the result refers to, by their ids in it. */
  readonly references: ReadonlyMap<string, Marking>;
}

/** Merges the notes of one kind, each as a story. */
class NoteStories {
  /** Notes of the result by their ids so far → ids in the original and in the revised document. */
  readonly origins = new Map<string, { own: string | null; other: string | undefined }>();
  /** Whether a note differs from the original's. */
  changed = false;
  readonly #comparison: Comparison;
  readonly #context: StoryContext;
  readonly #parts: NoteParts;
  readonly #revisedNotes: ReadonlyMap<string, XmlElement>;

  constructor(comparison: Comparison, parts: NoteParts) {
    this.#comparison = comparison;
    this.#context = comparison.contextOf(parts.partName);
    this.#parts = parts;
    this.#revisedNotes = notesOf(parts.b, parts.kind);
  }

  /** The notes of the original, with their revisions. */
  ownNotes(): XmlElement[] {
    return childrenOf(this.#parts.a).map((note) => this.#ownNote(note));
  }

  /** The notes that only the revised document has. */
  newNotes(): XmlElement[] {
    const { kind, a, references } = this.#parts;
    const originals = notesOf(a, kind);
    const notes: XmlElement[] = [];
    for (const [id, marking] of references) {
      const revisedId = this.#comparison.translation.noteOf(kind, id);
      const note = revisedId === undefined ? undefined : this.#revisedNotes.get(revisedId);
      if (marking === 'del' || note === undefined || originals.has(id)) continue;
      this.changed = true;
      this.origins.set(id, { own: null, other: revisedId });
      const attributes = new Map([...note.attributes, ['w:id', id]]);
      notes.push({ ...note, attributes, children: markStory(note.children, 'ins', this.#context, true) });
    }
    return notes;
  }

  #ownNote(note: XmlElement): XmlElement {
    const { kind, references } = this.#parts;
    const { translation, notes } = this.#comparison;
    const id = note.attributes.get('w:id') ?? '';
    const marking = references.get(id);
    const revisedId = translation.noteOf(kind, notes.partnerOf(`${kind} ${id}`) ?? '');
    const partner = this.#revisedNotes.get(revisedId ?? '');
    if (!this.origins.has(id))
      this.origins.set(id, { own: id, other: marking === 'del' || partner === undefined ? undefined : revisedId });
    if (isSeparator(note) || marking === undefined) return note;
    if (marking !== 'del' && partner === undefined) return note;
    const content =
      marking === 'del' || partner === undefined
        ? markStory(note.children, 'del', this.#context, true)
        : mergeChecked(note.children, partner.children, this.#context);
    if (content.length === note.children.length && content.every((node, index) => node === note.children[index]))
      return note;
    this.changed = true;
    return { ...note, children: content };
  }
}

function notesOf(root: XmlElement | undefined, kind: string): Map<string, XmlElement> {
  // Of several notes with one id, the first one counts.
  return new Map(
    childrenOf(root, `w:${kind}`)
      .filter((note) => !isSeparator(note))
      .reverse()
      .map((note) => [note.attributes.get('w:id') ?? '', note]),
  );
}
