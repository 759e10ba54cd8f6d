/**
 * Merges footnotes and endnotes. A note with references on both sides is a story. Other notes are inserted or deleted
 * with their references.
 */
import { relationshipType } from '../../ooxml/relationships.ts';
import { resolveRevisions } from '../../ooxml/resolve-revisions.ts';
import { childrenOf, element, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { withIgnorable } from '../package/ignorable.ts';
import { markStory } from './merge-story.ts';
import type { Comparison } from './comparison.ts';
import { isSeparator } from './is-separator.ts';
import { mergeChecked } from './merge-checked.ts';
import { noteKey } from './note-pairs.ts';

/** The marking of a note reference in the result. */
type Marking = 'same' | 'ins' | 'del';

const INSERTED: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

/** Merges the notes that the result's body refers to. The body must be finished. */
export function mergeNotes(comparison: Comparison): void {
  for (const kind of ['footnote', 'endnote'] as const) mergeNotesOf(kind, comparison);
}

function mergeNotesOf(kind: 'footnote' | 'endnote', comparison: Comparison): void {
  const { original, revised, result, translation, notes } = comparison;
  const ownName = original.package.related(original.mainPart, `${kind}s`);
  const otherName = revised.package.related(revised.mainPart, `${kind}s`);
  const references = referencesIn(result.tree(original.mainPart), kind);
  const own = ownName === undefined ? undefined : original.package.tree(ownName);
  const other = otherName === undefined ? undefined : revised.package.tree(otherName);
  if (own === undefined && (other === undefined || ![...references.values()].some((marking) => marking !== 'del')))
    return;

  const partName = ownName ?? result.newPart(`${kind}s`);
  const context = comparison.contextOf(partName);
  const a = own === undefined ? undefined : resolveRevisions(own, 'revised');
  const b =
    other === undefined || otherName === undefined
      ? undefined
      : translation.part(resolveRevisions(other, 'revised'), otherName, partName);
  const originals = notesOf(a, kind);
  const revisedNotes = notesOf(b, kind);
  let changed = a !== own;
  /** Notes of the result by their ids so far → ids in the original and in the revised document. */
  const origins = new Map<string, { own: string | null; other: string | undefined }>();
  const merged = childrenOf(a).map((note) => {
    const id = note.attributes.get('w:id') ?? '';
    const marking = references.get(id);
    const partnerId = notes.partnerOf(`${kind} ${id}`);
    const revisedId = translation.noteOf(kind, partnerId ?? '');
    const partner = revisedNotes.get(revisedId ?? '');
    if (!origins.has(id))
      origins.set(id, { own: id, other: marking === 'del' || partner === undefined ? undefined : revisedId });
    if (isSeparator(note) || marking === undefined) return note;
    if (marking !== 'del' && partner === undefined && partnerId === undefined) return note;
    // The revised document's reference may lead to no note.
    const content =
      marking === 'del' || partner === undefined
        ? markStory(note.children, 'del', context, true)
        : mergeChecked(note.children, partner.children, context);
    if (content.length === note.children.length && content.every((node, index) => node === note.children[index]))
      return note;
    changed = true;
    return { ...note, children: content };
  });
  for (const [id, marking] of references) {
    // The original's reference may lead to no note.
    const translated = marking === 'same' ? notes.partnerOf(`${kind} ${id}`) : id;
    const revisedId = translation.noteOf(kind, translated ?? '');
    const note = revisedId === undefined ? undefined : revisedNotes.get(revisedId);
    if (marking === 'del' || note === undefined || originals.has(id)) continue;
    changed = true;
    origins.set(id, { own: null, other: revisedId });
    const attributes = new Map([...note.attributes, ['w:id', id]]);
    merged.push({ ...note, attributes, children: markStory(note.children, 'ins', context, true) });
  }
  if (changed) inReferenceOrder(merged, references);
  const ids = changed ? ascendingIds([...references.keys()]) : new Map<string, string>();
  for (const [id, { own: ownId, other: otherId }] of origins) {
    comparison.origins.push({
      result: { part: partName, note: ids.get(id) ?? id },
      original: ownName === undefined || ownId === null ? null : { part: ownName, note: ownId },
      revised: otherName === undefined || otherId === undefined ? null : { part: otherName, note: otherId },
    });
  }
  if (!changed) return;
  if (ids.size > 0) {
    result.setTree(original.mainPart, withIds(result.tree(original.mainPart)!, `w:${kind}Reference`, ids));
    merged.forEach((note, index) => {
      merged[index] = isSeparator(note) ? note : withIds(note, `w:${kind}`, ids);
    });
  }
  if (a === undefined) {
    // If the original has no notes, the part starts with the revised document's separators.
    const separators = childrenOf(b).filter(isSeparator);
    result.addPart(
      { name: partName, bytes: new Uint8Array() },
      `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`,
    );
    result.relate(original.mainPart, relationshipType(`${kind}s`), partName, false);
    result.setTree(partName, element(`w:${kind}s`, b?.attributes, [...separators, ...merged]));
  } else {
    result.setTree(partName, { ...a, attributes: withIgnorable(a, b), children: merged });
  }
}

/**
 * Sorts notes by their references, because some programs count notes and ignore their ids. Separators stay first, and
 * notes without a reference go last.
 */
function inReferenceOrder(notes: XmlElement[], references: ReadonlyMap<string, Marking>): void {
  const rank = new Map([...references.keys()].map((id, index) => [id, index]));
  const rankOf = (note: XmlElement): number =>
    isSeparator(note) ? -1 : (rank.get(note.attributes.get('w:id') ?? '') ?? rank.size);
  notes.sort((x, y) => rankOf(x) - rankOf(y));
}

/**
 * Renumbers ids so that they ascend in the order of references: old id → new id. Empty if they already ascend or are
 * not numbers. LibreOffice assigns notes to references by ascending id, and would otherwise show the wrong note.
 */
function ascendingIds(ids: readonly string[]): Map<string, string> {
  const numbers = ids.map(Number);
  if (!numbers.every(Number.isInteger) || numbers.every((id, index) => index === 0 || id > numbers[index - 1]!))
    return new Map();
  const sorted = [...numbers].sort((x, y) => x - y);
  return new Map(ids.map((id, index) => [id, String(sorted[index])]));
}

/** A tree in which the elements of one name have new ids. Nodes without them stay the same objects. */
function withIds(node: XmlElement, name: string, ids: ReadonlyMap<string, string>): XmlElement {
  const id = node.name === name ? ids.get(node.attributes.get('w:id') ?? '') : undefined;
  const attributes = id === undefined ? node.attributes : new Map([...node.attributes, ['w:id', id]]);
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    const next = isElement(child) ? withIds(child, name, ids) : child;
    if (next !== child) children ??= node.children.slice();
    if (children !== undefined) children[index] = next;
  });
  return id === undefined && children === undefined
    ? node
    : { ...node, attributes, children: children ?? node.children };
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

/** Ids of the notes that a body refers to, with the side of the reference. */
function referencesIn(root: XmlElement | undefined, kind: string): Map<string, Marking> {
  const found = new Map<string, Marking>();
  const visit = (node: XmlElement, marking: Marking): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (child.name === `w:${kind}Reference`) {
        // A reference without an id leads nowhere.
        if (!child.attributes.has('w:id')) continue;
        const id = noteKey(child).split(' ')[1] ?? '';
        if (found.get(id) !== 'same') found.set(id, marking);
      } else visit(child, INSERTED.has(child.name) ? 'ins' : DELETED.has(child.name) ? 'del' : marking);
    }
  };
  if (root !== undefined) visit(root, 'same');
  return found;
}
