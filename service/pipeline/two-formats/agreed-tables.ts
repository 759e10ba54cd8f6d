/**
 * Tables that both documents have. A reader of pages finds some tables and misses others, and takes columns of text for
 * a table. A table that the other side has as paragraphs becomes paragraphs too, so that its words are compared.
 */
import type { TableBlock } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import type { PlacedBlock } from './placed-block.ts';
import { matchWords, textsIn, wordsOf } from './words-of-blocks.ts';

/** Share of the matched words of a table that must be in its partner. */
const PARTNER_SHARE = 0.5;

interface Side {
  readonly blocks: readonly PlacedBlock[];
  /** For each word the index of its block. */
  readonly owners: readonly number[];
  readonly words: ReturnType<typeof wordsOf>;
}

/**
 * Both lists of blocks, with only some of their tables. A table stays if its partner has the same columns. It also stays
 * if it has no words in common with the other side.
 */
export function agreeOnTables(
  original: readonly PlacedBlock[],
  revised: readonly PlacedBlock[],
): [PlacedBlock[], PlacedBlock[], hasDropped: boolean] {
  const sides = [sideOf(original), sideOf(revised)] as const;
  if (![...original, ...revised].some(({ block }) => block.kind === 'table'))
    return [[...original], [...revised], false];
  const shared = [new Map<number, Map<number, number>>(), new Map<number, Map<number, number>>()] as const;
  for (const { aStart, bStart, length } of matchWords(sides[0].words, sides[1].words))
    for (let at = 0; at < length; at += 1) {
      const [a, b] = [sides[0].owners[aStart + at]!, sides[1].owners[bStart + at]!];
      count(shared[0], a, b);
      count(shared[1], b, a);
    }
  const partners = shared.map((counts, side) => partnersOf(sides[side]!, counts));
  let hasDropped = false;
  const agreed = sides.map(({ blocks }, side) =>
    blocks.flatMap((placed, index): PlacedBlock[] => {
      const { block, page } = placed;
      if (block.kind !== 'table') return [placed];
      const partner = partners[side]!.get(index);
      const other = partner === undefined ? undefined : sides[1 - side]!.blocks[partner]!.block;
      if (!shared[side]!.has(index)) return [placed];
      const agrees =
        other?.kind === 'table' && partners[1 - side]!.get(partner!) === index && haveSameColumns(block, other);
      if (agrees) return [placed];
      hasDropped = true;
      return textsIn(block).map((text) => ({ block: { ...text, type: 'p', path: TOP }, page }));
    }),
  );
  return [agreed[0]!, agreed[1]!, hasDropped];
}

function sideOf(blocks: readonly PlacedBlock[]): Side {
  const texts = blocks.map(({ block }) => textsIn(block));
  const words = wordsOf(texts.flat());
  const ownerOfText = texts.flatMap((own, index) => own.map(() => index));
  return { blocks, words, owners: words.map(({ block }) => ownerOfText[block]!) };
}

function count(counts: Map<number, Map<number, number>>, own: number, other: number): void {
  const row = counts.get(own) ?? new Map<number, number>();
  counts.set(own, row.set(other, (row.get(other) ?? 0) + 1));
}

/** For each table the block with most of its words. */
function partnersOf({ blocks }: Side, counts: ReadonlyMap<number, ReadonlyMap<number, number>>): Map<number, number> {
  const partners = new Map<number, number>();
  for (const [own, others] of counts) {
    if (blocks[own]!.block.kind !== 'table') continue;
    const total = [...others.values()].reduce((sum, number) => sum + number, 0);
    for (const [other, number] of others) if (number > PARTNER_SHARE * total) partners.set(own, other);
  }
  return partners;
}

/**
 * Whether rows have the same numbers of cells. All of them agree in order, or the same kinds of rows occur another
 * number of times.
 */
function haveSameColumns(a: TableBlock, b: TableBlock): boolean {
  const [x, y] = [a, b].map(({ rows }) => rows.map(({ cells }) => cells.length)) as [number[], number[]];
  if (x.length === y.length) return x.every((cells, row) => cells === y[row]);
  const [kinds, others] = [new Set(x), new Set(y)];
  return kinds.size === others.size && [...kinds].every((cells) => others.has(cells));
}
