/** The comments of a DOCX: their threads, and what the file says about each (ECMA-376 part 1, 17.13.4; MS-DOCX 2.5). */
import { COMMENT, QUOTE_LENGTH, writeComment, type CommentFacts } from '../../../../shared/document/comment.ts';
import { MARKS, type Block, type TextBlock } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import type { WordPackage } from '../../../ooxml/package.ts';
import { childrenOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { MarkedPlaces } from './text-marks.ts';

/** Bit of bold text. */
const STRONG = 1 << MARKS.indexOf('strong');

/** The line of a comment that has neither author nor text. */
const NAMELESS = 'Comment';

/** Relationship to the part with the threads and with what is resolved (MS-DOCX 2.5.1). */
const EXTENDED = 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended';

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/;
const ON = /^(?:1|true|on)$/;

/** A comment that the text refers to. */
export interface ListedComment {
  readonly id: string;
  readonly node: XmlElement;
  /** Number of the comment that it answers, from 1. */
  readonly parent: number | undefined;
  readonly isDone: boolean;
}

/** The comments with these ids, each thread together: a comment, then its replies. Both are in the order of the ids. */
export function threadsOf(ids: Iterable<string>, opened: WordPackage, root: XmlElement): readonly ListedComment[] {
  const nodes = new Map(childrenOf(root, 'w:comment').map((node) => [node.attributes.get('w:id') ?? '', node]));
  const extended = extensionsOf(opened);
  const [listed, byParagraph] = [new Map<string, XmlElement>(), new Map<string, string>()];
  for (const id of ids) {
    const node = nodes.get(id);
    if (node === undefined) continue;
    listed.set(id, node);
    for (const paragraph of paragraphIds(node)) byParagraph.set(paragraph, id);
  }
  const extensionOf = (id: string): XmlElement | undefined => {
    for (const paragraph of paragraphIds(listed.get(id)!)) {
      const found = extended.get(paragraph);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const parents = new Map<string, string>();
  for (const id of listed.keys()) {
    const parent = byParagraph.get(extensionOf(id)?.attributes.get('w15:paraIdParent') ?? '');
    if (parent !== undefined && parent !== id) parents.set(id, parent);
  }
  // Word has one level of replies. A deeper one, or one that goes in circles, belongs to the thread of its first comment.
  const threads = new Map<string, string[]>();
  for (const id of listed.keys()) if (!parents.has(id)) threads.set(id, []);
  for (const id of parents.keys()) {
    const first = firstOf(id, parents);
    if (threads.has(first)) threads.get(first)!.push(id);
    else threads.set(id, []);
  }
  const comments: ListedComment[] = [];
  for (const [id, replies] of threads) {
    const number = comments.length + 1;
    const add = (own: string, parent?: number): void => {
      const isDone = ON.test(extensionOf(own)?.attributes.get('w15:done') ?? '');
      comments.push({ id: own, node: listed.get(own)!, parent, isDone });
    };
    add(id);
    for (const reply of replies) add(reply, number);
  }
  return comments;
}

/** Most steps from a reply to the first comment of its thread. */
const DEPTH_MAX = 100;

function firstOf(id: string, parents: ReadonlyMap<string, string>): string {
  let first = id;
  for (let depth = 0; depth < DEPTH_MAX && parents.has(first); depth += 1) first = parents.get(first)!;
  return first;
}

function paragraphIds(comment: XmlElement): string[] {
  return childrenOf(comment, 'w:p').flatMap(({ attributes }) => attributes.get('w14:paraId') ?? []);
}

/** What the file says about comments, by the id of a paragraph. */
function extensionsOf({ package: archive, mainPart }: WordPackage): ReadonlyMap<string, XmlElement> {
  for (const { type, external, target } of archive.relationshipsOf(mainPart).values()) {
    if (external || type !== EXTENDED) continue;
    const entries = childrenOf(archive.tree(target), 'w15:commentEx');
    return new Map(entries.map((entry) => [entry.attributes.get('w15:paraId') ?? '', entry]));
  }
  return new Map();
}

/** The author of a comment on one line; empty if the file names nobody. */
export function authorOf({ node }: ListedComment): string {
  return (node.attributes.get('w:author') ?? '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** The blocks of a comment: a line with its author, if it has one, then its content. The first block carries the facts. */
export function commentBlocks(comment: ListedComment, content: readonly Block[], places: MarkedPlaces): Block[] {
  const { id, node, parent, isDone } = comment;
  const author = authorOf(comment);
  const date = node.attributes.get('w:date') ?? '';
  const range = places.ofComment(id);
  const words = range ? places.wordsAt(range.start[0]).slice(range.start[1]) : '';
  const isOne = range !== null && range.start[0] === range.end[0];
  const facts: CommentFacts = {
    author,
    ...(DATE.test(date) && { date }),
    ...(isDone && { done: true }),
    ...(parent !== undefined && { parent }),
    ...(range && {
      anchor: { ...range, quote: quoteOf(isOne ? words.slice(0, range.end[1] - range.start[1]) : words) },
    }),
  };
  const first = content[0];
  const blocks =
    author !== '' || first?.kind !== 'text' ? [lineOf(author === '' ? NAMELESS : author), ...content] : content;
  return blocks.map((block, at) =>
    at === 0 && block.kind === 'text'
      ? { ...block, attributes: { ...block.attributes, [COMMENT]: writeComment(facts) } }
      : block,
  );
}

/** The start of a text, without half of a surrogate pair at its end. */
export function quoteOf(words: string): string {
  return words.slice(0, QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/u, '');
}

/** The line that names the author of a comment. */
export function lineOf(text: string): TextBlock {
  return { kind: 'text', type: 'p', attributes: {}, path: TOP, runs: [{ text, marks: STRONG, href: null }] };
}
