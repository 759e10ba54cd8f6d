/** The text that a file must have after decisions, and where each word of it is in the merged document. */
import { CONTENTS, pagesStart } from '../../../shared/document/contents.ts';
import { comparedPicture, PICTURE, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { changeIdsOf, resolveBlocks, type Decisions } from '../../../shared/fragment/resolve.ts';
import { Verdicts } from '../../../shared/fragment/decisions.ts';
import { asidesOf } from './asides.ts';
import { LINE_END, tokensOf } from './compare-tokens.ts';
import { mergedPieces, type Piece } from './merged-pieces.ts';
import type { Reading } from './story-order.ts';

/** The decided text as tokens, beside the pieces of the merged document. Notes, headers and comments are last. */
export interface DecidedText {
  /** The decided blocks; empty for a text that is none. */
  readonly blocks: readonly Block[];
  readonly tokens: readonly string[];
  /** The same tokens, each aside apart. */
  readonly reading: Reading;
  /** Positions of tokens that are page numbers of a table of contents. Nobody decides about them. */
  readonly pageNumbers: ReadonlySet<number>;
  readonly pieces: readonly Piece[];
  /** For each token, and for the end: the number of kept characters before it, white space left out. */
  readonly offsets: readonly number[];
  /** For each piece, the number of kept characters before it. */
  readonly pieceOffsets: readonly number[];
}

/** The text of blocks after decisions about all their changes. @throws ResolveError */
export function decidedText(blocks: readonly Block[], decisions: Decisions): DecidedText {
  const tokens: string[] = [];
  const pageNumbers = new Set<number>();
  const decided = resolveBlocks(blocks, decisions);
  const parts = asidesOf(decided);
  const resolved = asidesLast(decided, (_, at) => parts[at] !== 'body');
  for (const { line, pages } of linesOfBlocks(resolved)) {
    const start = tokens.length;
    for (const token of tokensOf([line])) tokens.push(token);
    if (pages === '') continue;
    const end = tokens.length > start ? tokens.pop() : LINE_END;
    for (const token of tokensOf([pages])) {
      if (token !== LINE_END) pageNumbers.add(tokens.length);
      tokens.push(token === LINE_END ? end! : token);
    }
  }
  const merged = mergedPieces(blocks, new Verdicts(() => changeIdsOf(blocks), decisions));
  const pieces = asidesLast(merged, ({ isAside }) => isAside);
  const reading = readingOfBlocks(resolved);
  return { blocks: decided, tokens, reading, pageNumbers, pieces, ...offsetsOf(tokens, pieces) };
}

/** A merged document may have a note of one side behind a header of the other. A file never has. */
function asidesLast<T>(items: readonly T[], isAside: (item: T, at: number) => boolean): T[] {
  return [...items.filter((item, at) => !isAside(item, at)), ...items.filter(isAside)];
}

/** The lines of plain blocks, as tokens. */
export function tokensOfBlocks(blocks: readonly Block[]): string[] {
  return tokensOf([...linesOfBlocks(blocks)].map(({ line, pages }) => line + pages));
}

/** The tokens of plain blocks, each aside apart. */
export function readingOfBlocks(blocks: readonly Block[]): Reading {
  const parts = asidesOf(blocks);
  const stories: Block[][] = [];
  blocks.forEach((block, at) => {
    if (parts[at] === 'first') stories.push([block]);
    else if (parts[at] === 'further') stories.at(-1)!.push(block);
  });
  const main = blocks.filter((_, at) => parts[at] === 'body');
  return { main: tokensOfBlocks(main), stories: stories.map(tokensOfBlocks) };
}

/** The text of each text block, with the page numbers at the end of an entry of a table of contents apart. */
function* linesOfBlocks(blocks: readonly Block[]): Generator<{ line: string; pages: string }> {
  for (const block of blocks) {
    if (block.kind === 'text') {
      const line = lineOf(block);
      const start = pagesStart(line, block.attributes[CONTENTS] ?? '') ?? line.length;
      yield { line: line.slice(0, start), pages: line.slice(start) };
    } else if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) yield* linesOfBlocks(cell.blocks);
  }
}

function lineOf({ runs }: TextBlock): string {
  return runs
    .map((run) => {
      const picture = comparedPicture(run);
      return picture === undefined ? run.text : ` ${PICTURE}${picture.sha256 ?? ''} `;
    })
    .join('');
}

function offsetsOf(tokens: readonly string[], pieces: readonly Piece[]): Pick<DecidedText, 'offsets' | 'pieceOffsets'> {
  const offsets = [0];
  for (const token of tokens) offsets.push(offsets.at(-1)! + (token === LINE_END ? 0 : token.length));
  const pieceOffsets: number[] = [];
  let before = 0;
  for (const { text, isKept } of pieces) {
    pieceOffsets.push(before);
    if (isKept) before += lettersOf(text).length;
  }
  return { offsets, pieceOffsets };
}

/**
 * What a redline shows of pieces of both sides: the text of all that the decisions keep, each paragraph a line. Pictures
 * are left out.
 */
export function shownText(pieces: readonly Piece[]): DecidedText {
  const shown = pieces.map((piece) => (piece.text.includes(PICTURE) ? { ...piece, text: '' } : piece));
  const lines = new Map<number, string>();
  for (const { isKept, paragraph, text } of shown)
    if (isKept) lines.set(paragraph, (lines.get(paragraph) ?? '') + text);
  const tokens = tokensOf(lines.values());
  const reading = { main: tokens, stories: [] };
  return { blocks: [], tokens, reading, pageNumbers: new Set(), pieces: shown, ...offsetsOf(tokens, shown) };
}

/** Lines that no change is in, as a text to look for. */
export function plainText(lines: readonly string[]): DecidedText {
  const tokens = tokensOf(lines);
  const reading = { main: tokens, stories: [] };
  return { blocks: [], tokens, reading, pageNumbers: new Set(), pieces: [], ...offsetsOf(tokens, []) };
}

/** Index of the outermost block at a number of decided characters. */
export function blockAt({ pieces, pieceOffsets }: DecidedText, offset: number): number {
  const at = firstAt(pieceOffsets, offset + 1) - 1;
  return pieces[Math.max(0, Math.min(at, pieces.length - 1))]?.block ?? 0;
}

/** The first of ascending offsets that is `offset` or more; their number if there is none. */
export function firstAt(offsets: readonly number[], offset: number): number {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The decided text without ends of paragraphs. */
export function withoutLineEnds(decided: DecidedText): DecidedText {
  const { tokens, offsets, pageNumbers } = decided;
  const kept = tokens.flatMap((token, at) => (token === LINE_END ? [] : [at]));
  return {
    ...decided,
    tokens: kept.map((at) => tokens[at]!),
    offsets: [...kept.map((at) => offsets[at]!), offsets.at(-1)!],
    pageNumbers: new Set(kept.flatMap((at, place) => (pageNumbers.has(at) ? [place] : []))),
  };
}

/** A text as its tokens without spaces. */
export function lettersOf(text: string): string {
  return tokensOf([text])
    .filter((token) => token !== LINE_END)
    .join('');
}
