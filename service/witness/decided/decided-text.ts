/** The text that a file must have after decisions, and where each word of it is in the merged document. */
import { CONTENTS, pagesStart } from '../../../shared/document/contents.ts';
import { comparedPicture, PICTURE, type Block, type TextBlock } from '../../../shared/document/model.ts';
import { changeIdsOf, resolveBlocks, type Decisions } from '../../../shared/fragment/resolve.ts';
import { Verdicts } from '../../../shared/fragment/decisions.ts';
import { LINE_END, tokensOf } from './compare-tokens.ts';
import { mergedPieces, type Piece } from './merged-pieces.ts';

/** The decided text as tokens, beside the pieces of the merged document. */
export interface DecidedText {
  readonly tokens: readonly string[];
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
  for (const { line, pages } of linesOfBlocks(resolveBlocks(blocks, decisions))) {
    const start = tokens.length;
    for (const token of tokensOf([line])) tokens.push(token);
    if (pages === '') continue;
    const end = tokens.length > start ? tokens.pop() : LINE_END;
    for (const token of tokensOf([pages])) {
      if (token !== LINE_END) pageNumbers.add(tokens.length);
      tokens.push(token === LINE_END ? end! : token);
    }
  }
  const pieces = mergedPieces(blocks, new Verdicts(() => changeIdsOf(blocks), decisions));
  return { tokens, pageNumbers, pieces, ...offsetsOf(tokens, pieces) };
}

/** The lines of plain blocks, as tokens. */
export function tokensOfBlocks(blocks: readonly Block[]): string[] {
  return tokensOf([...linesOfBlocks(blocks)].map(({ line, pages }) => line + pages));
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
