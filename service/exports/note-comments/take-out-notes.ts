/** Reads the notes of a review back from its Word file, and takes them out: the rest is the decided document. */
import type { NoteMessage } from '../../../shared/review-file/notes.ts';
import { openWordPackage } from '../../ooxml/package.ts';
import { childrenOf, innerText, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { ResultPackage } from '../../redline/package/result-package.ts';
import { TargetIdentity } from '../../redline/package/target-identity.ts';
import { withNew } from './with-new.ts';

/** A file without the comments of notes, and the messages that it does not have as they were written. */
export interface TakenNotes {
  readonly bytes: Uint8Array;
  readonly missing: readonly NoteMessage[];
}

/** Takes out the last comments of a file, which are the messages of the notes in order. */
export async function takeOutNotes(bytes: Uint8Array, messages: readonly NoteMessage[]): Promise<TakenNotes> {
  if (messages.length === 0) return { bytes, missing: [] };
  const opened = await openWordPackage(bytes);
  const { package: archive, mainPart, document } = opened;
  const part = archive.related(mainPart, 'comments');
  const tree = part === undefined ? undefined : archive.tree(part);
  const own = childrenOf(tree, 'w:comment').slice(-messages.length);
  const missing = messages.filter((message, at) => !isSaidBy(own[at], message));
  if (part === undefined || tree === undefined) return { bytes, missing };
  const ids = new Set(own.map(({ attributes }) => attributes.get('w:id') ?? ''));
  const result = new ResultPackage(archive, new TargetIdentity());
  result.setTree(part, without(tree, ids));
  result.setTree(mainPart, without(document, ids));
  return { bytes: result.write(), missing };
}

function isSaidBy(comment: XmlElement | undefined, { author, at, text }: NoteMessage): boolean {
  if (comment === undefined || textOf(comment) !== text) return false;
  const { attributes } = comment;
  const isDated = at === null ? !attributes.has('w:date') : Date.parse(attributes.get('w:date') ?? '') === secondOf(at);
  return isDated && (author === '' || attributes.get('w:author') === author);
}

/** Word keeps no fractions of a second. */
function secondOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000) * 1000;
}

function textOf(node: XmlElement): string {
  if (node.name === 'w:br') return '\n';
  if (node.name === 'w:t') return innerText(node);
  return node.children.map((child) => (isElement(child) ? textOf(child) : '')).join('');
}

/** The elements of a comment: itself, its range and its reference. */
const OF_COMMENT = /^w:comment(?:RangeStart|RangeEnd|Reference)?$/u;

function without(node: XmlElement, ids: ReadonlySet<string>): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    const isGone = OF_COMMENT.test(child.name) && ids.has(child.attributes.get('w:id') ?? '');
    return isGone ? [] : [without(child, ids)];
  });
  return withNew(node, children);
}
