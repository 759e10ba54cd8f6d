/** The words on the page that comments are about, found by the marks around them, and their highlights. */
import { commentOfSign } from '../../shared/document/comment-signs.ts';
import type { CommentChange } from '../document-view/comment-threads.ts';

/** The words of a comment on the page. Without words it is the place of its sign. */
export interface CommentRange {
  /** Number of its thread. */
  readonly thread: number;
  /** The sign after the words. */
  readonly sign: Element;
  /** Null: the comment is about a point. */
  readonly words: Range | null;
}

/** Names of the highlights. `Paper` defines their colours. */
const NAMES: Readonly<Record<Exclude<CommentChange, null> | 'same' | 'open', string>> = {
  same: 'diffsvc-comment',
  edited: 'diffsvc-comment',
  added: 'diffsvc-comment-added',
  deleted: 'diffsvc-comment-deleted',
  open: 'diffsvc-comment-open',
};

/** The ranges of all signs on the page in order. A comment may have one in each column. */
export function rangesOfComments(paper: Element, threadOf: (number: number) => number): readonly CommentRange[] {
  const starts = new Map<string, Element>();
  const keyOf = (number: number, element: Element): string =>
    `${number} ${element.closest('.diffsvc-cell')?.matches(':first-child') ?? ''}`;
  const ranges: CommentRange[] = [];
  for (const mark of paper.querySelectorAll('img[data-src^="comment:"], a.image[href^="["]')) {
    if (mark.localName === 'img') {
      const number = Number(mark.getAttribute('data-src')!.slice('comment:'.length));
      starts.set(keyOf(number, mark), mark);
      continue;
    }
    const number = commentOfSign(mark.getAttribute('href') ?? '');
    if (number === null) continue;
    const start = starts.get(keyOf(number, mark));
    let words: Range | null = null;
    if (start) {
      words = document.createRange();
      words.setStartAfter(start);
      words.setEndBefore(mark);
    }
    ranges.push({ thread: threadOf(number), sign: mark, words: words?.collapsed === false ? words : null });
  }
  return ranges;
}

/** The boxes of the words in the window, or of the sign. None: nothing of it is laid out. */
export function boxesOf({ words, sign }: CommentRange): readonly DOMRect[] {
  const boxes = words === null ? [] : [...words.getClientRects()].filter(({ width }) => width > 0);
  return boxes.length > 0 ? boxes : [...sign.getClientRects()];
}

/**
 * The first or the last box of each thread's words, by its number. Of two signs, as both columns have them, the first one
 * that shows counts.
 */
export function boxesOfThreads(ranges: readonly CommentRange[], edge: 'start' | 'end'): ReadonlyMap<number, DOMRect> {
  const boxes = new Map<number, DOMRect>();
  for (const range of ranges) {
    const box = boxesOf(range).at(edge === 'start' ? 0 : -1);
    if (box && !boxes.has(range.thread)) boxes.set(range.thread, box);
  }
  return boxes;
}

/**
 * Paints the words of comments. The result removes the paint.
 *
 * @param changes what happens to each thread, by its number; undefined: it is not painted
 * @param open number of the thread that the reader opened
 */
export function paintComments(
  ranges: readonly CommentRange[],
  changes: ReadonlyMap<number, CommentChange | undefined>,
  open: number | null,
): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  const painted = new Map<string, Range[]>();
  const add = (name: string, range: Range): void => {
    const known = painted.get(name);
    if (known) known.push(range);
    else painted.set(name, [range]);
  };
  for (const { thread, words } of ranges) {
    const change = changes.get(thread);
    if (words === null || change === undefined) continue;
    add(NAMES[change ?? 'same'], words);
    if (thread === open) add(NAMES.open, words);
  }
  for (const [name, own] of painted) {
    const highlight = new Highlight(...own);
    highlight.priority = name === NAMES.open ? 1 : 0;
    CSS.highlights.set(name, highlight);
  }
  return () => {
    for (const name of painted.keys()) CSS.highlights.delete(name);
  };
}
