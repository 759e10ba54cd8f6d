/** Adopts comments that only the revised document has. */
import { childrenOf, integerOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { extend, type Adoption } from './adoption.ts';
import { adoptThreads, CommentThreads, ParagraphIds, withoutIds, type CommentPair } from './comment-threads.ts';
import type { Canonical } from '../package/canonical.ts';
import { PartPair } from '../package/part-pair.ts';
import { textRoots } from '../package/text-roots.ts';

/** The comments of the result. */
export interface CommentIds {
  /** Ids of the revised document → ids of the result. */
  readonly ids: ReadonlyMap<string, string>;
  /** Ids of the adopted comments in the result. */
  readonly added: ReadonlySet<string>;
  /** Ids of all comments of the result. */
  readonly all: ReadonlySet<string>;
  /** An id of no comment of the result. */
  readonly none: string;
  /** Whether a comment of both documents answers another one, or is resolved in one of them only. */
  readonly threadsDiffer: boolean;
}

/** Maps comment ids of the revised document to ids of the result, and lists the adopted comments. */
export function adoptComments(adoption: Adoption): CommentIds {
  const pair = new PartPair(adoption.original, adoption.revised, 'comments');
  const ids = new Map<string, string>();
  const added = new Set<string>();
  const own = new Map<string, XmlElement[]>();
  // A reference may lead to no comment. It must not lead to an adopted one.
  const all = new Set<string>();
  let next = Math.max(-1, ...textRoots(adoption.original).map(highestReference)) + 1;
  for (const comment of childrenOf(pair.original, 'w:comment')) {
    const id = comment.attributes.get('w:id') ?? '';
    next = Math.max(next, (integerOf(id) ?? 0) + 1);
    all.add(id);
    const key = commentKey(comment, adoption.canonical);
    own.set(key, [...(own.get(key) ?? []), comment]);
  }
  const threads = new CommentThreads(adoption.revised);
  const paragraphs = new ParagraphIds(adoption, pair.original);
  const pairs: CommentPair[] = [];
  for (const comment of childrenOf(pair.revised, 'w:comment')) {
    const id = comment.attributes.get('w:id') ?? '';
    const same = own.get(commentKey(comment, adoption.canonical))?.shift();
    if (same !== undefined && !adoption.separateComments.has(id)) {
      ids.set(id, same.attributes.get('w:id') ?? '');
      pairs.push({ revised: comment, result: same, isNew: false });
      continue;
    }
    const target = String(next);
    next += 1;
    ids.set(id, target);
    added.add(target);
    all.add(target);
    const named = threads.of(comment) === undefined ? withoutIds(comment) : paragraphs.renew(comment);
    const result = { ...named, attributes: new Map([...comment.attributes, ['w:id', target]]) };
    pairs.push({ revised: comment, result, isNew: true });
  }
  const imported = pairs.flatMap(({ result, isNew }) => (isNew ? [result] : []));
  extend(adoption, pair, 'comments', 'w:comments', imported);
  return { ids, added, all, none: String(next), threadsDiffer: adoptThreads(adoption, threads, pairs) };
}

/** The highest id of a comment that a tree refers to; -1 for none. */
function highestReference({ name, attributes, children }: XmlElement): number {
  const own = name === 'w:commentReference' ? (integerOf(attributes.get('w:id')) ?? -1) : -1;
  return children.reduce(
    (highest, child) => (isElement(child) ? Math.max(highest, highestReference(child)) : highest),
    own,
  );
}

/** The identity of a comment: its author and its content. */
function commentKey(comment: XmlElement, canonical: Canonical): string {
  return `${comment.attributes.get('w:author') ?? ''}|${canonical.ofAll(comment.children)}`;
}
