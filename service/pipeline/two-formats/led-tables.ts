/**
 * Tables that one side states and the other prints. A page shows lines and places, and its reader guesses the cells. So
 * the side that states its tables leads: the printed words go into its cells. A word without a pair stays beside the
 * words that are printed beside it. The printed side keeps all its words, in the order of its reader.
 */
import {
  textOf,
  type Block,
  type Cell,
  type Row,
  type Run,
  type TableBlock,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { sideOf, type Leaf, type Side } from './leaves.ts';
import { pairWords } from './pair-words.ts';
import type { PlacedBlock } from './placed-block.ts';
import { inNormalForm } from './reduce-blocks.ts';
import { runsBetween } from './runs-between.ts';
import { textsIn, type Word } from './words-of-blocks.ts';

/** Share of the words of a stated table that must be printed in its place. */
const PRINTED_SHARE = 0.5;

/** Half-open range of printed words that belong to the stated table with an index. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly table: number;
}

/** Both sides with the tables of the side that states them. */
export interface LedTables {
  readonly printed: PlacedBlock[];
  readonly stated: PlacedBlock[];
  /** Whether a table became paragraphs. */
  readonly hasDropped: boolean;
}

/**
 * Gives the printed side the tables of the other side. A table whose words are printed elsewhere becomes paragraphs on
 * both sides, so that its words are compared. A table without words in common stays what it is.
 */
export function leadTables(printed: readonly PlacedBlock[], stated: readonly PlacedBlock[]): LedTables {
  if (![...printed, ...stated].some(({ block }) => block.kind === 'table'))
    return { printed: [...printed], stated: [...stated], hasDropped: false };
  const [own, lead] = [sideOf(printed), sideOf(stated)];
  const pairs = pairWords(own, lead);
  const stretches = stretchesOf(own, lead, pairs);
  const led = new Set(stretches.map(({ table }) => table));
  const shared = new Set<number>();
  for (const pair of pairs) if (pair >= 0) shared.add(lead.leaves[lead.words[pair]!.block]!.block);
  const isDropped = ({ block }: PlacedBlock, at: number): boolean =>
    block.kind === 'table' && !led.has(at) && shared.has(at);
  const leadBlocks = stated.flatMap((placed, at) => (isDropped(placed, at) ? flat(placed) : [placed]));
  const rebuilt = new Rebuilt(own, lead, pairs, stretches).blocks();
  return {
    printed: rebuilt.blocks,
    stated: leadBlocks,
    hasDropped: stated.some(isDropped) || rebuilt.hasDropped,
  };
}

/** The printed words from the first to the last word of each stated table, if enough of its words are among them. */
function stretchesOf(own: Side, lead: Side, pairs: Int32Array): Stretch[] {
  const totals = new Map<number, number>();
  for (const { block } of lead.words) {
    const table = lead.leaves[block]!.block;
    totals.set(table, (totals.get(table) ?? 0) + 1);
  }
  const ranges = new Map<number, { start: number; end: number; count: number }>();
  pairs.forEach((pair, at) => {
    if (pair < 0) return;
    const table = lead.leaves[lead.words[pair]!.block]!.block;
    if (lead.blocks[table]!.block.kind !== 'table') return;
    const range = ranges.get(table) ?? { start: at, end: at, count: 0 };
    range.end = at + 1;
    range.count += 1;
    ranges.set(table, range);
  });
  const stretches = [...ranges]
    .filter(([table, { count }]) => count > PRINTED_SHARE * totals.get(table)!)
    .map(([table, { start, end }]): Stretch => ({ table, start, end }));
  return stretches.map((stretch, at) => {
    const { start, end, table } = stretch;
    const [floor, ceiling] = [stretches[at - 1]?.end ?? 0, stretches[at + 1]?.start ?? own.words.length];
    const missing = missingTexts(lead, stretch, pairs);
    return {
      table,
      start: extended(own, pairs, start, -1, floor, missing.before),
      end: extended(own, pairs, end - 1, 1, ceiling - 1, missing.after) + 1,
    };
  });
}

/** Numbers of texts of a table that stand before all printed ones, and after all of them. */
function missingTexts(
  lead: Side,
  { table, start, end }: Stretch,
  pairs: Int32Array,
): { before: number; after: number } {
  const texts = lead.leaves.flatMap(({ block }, at) => (block === table ? [at] : []));
  const ownerOf = (word: number): number => lead.words[pairs[word]!]!.block;
  const [first, last] = [ownerOf(start), ownerOf(end - 1)];
  return { before: texts.filter((text) => text < first).length, after: texts.filter((text) => text > last).length };
}

/**
 * The last word of a stretch in one direction. Words without a pair belong to it if they are in its last text or in a
 * printed table of its own, or if they are texts in the place of as many missing ones.
 */
function extended(own: Side, pairs: Int32Array, from: number, step: 1 | -1, limit: number, missing: number): number {
  const { words, leaves } = own;
  let [last, left] = [from, missing];
  while (last !== limit && (last - limit) * step < 0) {
    const next = last + step;
    if (pairs[next]! >= 0) break;
    const [a, b] = [leaves[words[last]!.block]!, leaves[words[next]!.block]!];
    const isNear = a === b || (a.row >= 0 && a.block === b.block);
    if (!isNear) {
      if (left === 0 || !isWhole(own, pairs, next)) break;
      left -= 1;
    }
    last = next;
  }
  return last;
}

/** Whether no word of the text of a printed word has a pair. */
function isWhole({ words }: Side, pairs: Int32Array, word: number): boolean {
  const { block } = words[word]!;
  let [start, end] = [word, word + 1];
  while (start > 0 && words[start - 1]!.block === block) start -= 1;
  while (end < words.length && words[end]!.block === block) end += 1;
  return pairs.subarray(start, end).every((pair) => pair < 0);
}

/** Whether two printed words are in one text, or in one row of a printed table. */
function areTogether({ words, leaves }: Side, word: number, other: number): boolean {
  const [a, b] = [leaves[words[word]!.block]!, leaves[words[other]!.block]!];
  return a === b || (a.row >= 0 && a.block === b.block && a.row === b.row);
}

/** A table as the paragraphs of its cells. */
function flat({ block, page }: PlacedBlock): PlacedBlock[] {
  return textsIn(block).map((text) => ({ block: asParagraph(text), page }));
}

function asParagraph(text: TextBlock): TextBlock {
  return { ...text, type: 'p', path: TOP };
}

/** Builds the printed side anew. */
class Rebuilt {
  readonly #own: Side;
  readonly #lead: Side;
  readonly #pairs: Int32Array;
  readonly #stretches: readonly Stretch[];

  constructor(own: Side, lead: Side, pairs: Int32Array, stretches: readonly Stretch[]) {
    this.#own = own;
    this.#lead = lead;
    this.#pairs = pairs;
    this.#stretches = stretches;
  }

  blocks(): { readonly blocks: PlacedBlock[]; readonly hasDropped: boolean } {
    const { blocks, leaves, words } = this.#own;
    const taken = new Int32Array(words.length).fill(-1);
    this.#stretches.forEach(({ start, end }, index) => taken.fill(index, start, end));
    const built: PlacedBlock[] = [];
    let [word, leaf, next, hasDropped] = [0, 0, 0, false];
    blocks.forEach((placed, at) => {
      const [firstLeaf, firstWord] = [leaf, word];
      while (leaves[leaf]?.block === at) leaf += 1;
      while (word < words.length && words[word]!.block < leaf) word += 1;
      const isTouched = taken.subarray(firstWord, word).some((index) => index >= 0);
      const isPaired = this.#pairs.subarray(firstWord, word).some((pair) => pair >= 0);
      if (!isTouched && (placed.block.kind !== 'table' || !isPaired)) {
        built.push(placed);
        return;
      }
      if (!isTouched) hasDropped = true;
      for (let text = firstLeaf, from = firstWord; text < leaf; text += 1) {
        let to = from;
        while (to < word && words[to]!.block === text) to += 1;
        for (let start = from; start < to || start === from;) {
          let end = start;
          while (end < to && taken[end] === taken[start]) end += 1;
          const stretch = start < to ? taken[start]! : -1;
          if (stretch < 0) built.push(...this.#part(text, start, end, from, to, placed.page));
          else if (stretch === next) {
            built.push({ block: this.#table(this.#stretches[stretch]!), page: placed.page });
            next += 1;
          }
          if (end >= to) break;
          start = end;
        }
        from = to;
      }
    });
    return { blocks: built, hasDropped };
  }

  /** A paragraph of the words that are in no table. */
  #part(leaf: number, start: number, end: number, from: number, to: number, page: number | undefined): PlacedBlock[] {
    const { text } = this.#own.leaves[leaf]!;
    const runs = runsBetween(
      text,
      start === from ? 0 : this.#own.words[start]!.start,
      end === to ? textOf(text).length : this.#own.words[end]!.start,
    );
    const normal = inNormalForm([runs]);
    return normal.length === 0 ? [] : [{ block: { ...asParagraph(text), runs: normal }, page }];
  }

  /** The stated table with the printed words of a stretch. Rows of which nothing is printed are left out. */
  #table({ table, start, end }: Stretch): TableBlock {
    const stated = this.#lead.blocks[table]!.block as TableBlock;
    const { cells, added } = this.#cells(table, start, end);
    const rows = stated.rows.flatMap((row, at): Row[] => {
      const isPrinted = row.cells.some((_, cell) => cells.has(keyOf(at, cell))) || row.cells.every(isWordless);
      const own = row.cells.map((cell, index) => this.#filled(cell, cells.get(keyOf(at, index)) ?? []));
      return [...(isPrinted ? [{ ...row, cells: own }] : []), ...(added.get(at) ?? []).map((leaf) => this.#row(leaf))];
    });
    return { ...stated, rows: [...(added.get(-1) ?? []).map((leaf) => this.#row(leaf)), ...rows] };
  }

  /** The printed row of a leaf. */
  #row({ block, row }: Leaf): Row {
    return (this.#own.blocks[block]!.block as TableBlock).rows[row]!;
  }

  /**
   * For each row and cell of the stated table, its printed words. `added`: for each row, or −1, a leaf of each printed
   * row after it that the table lacks.
   */
  #cells(table: number, start: number, end: number): { cells: Map<string, number[]>; added: Map<number, Leaf[]> } {
    const { words, leaves } = this.#own;
    const cells = new Map<string, number[]>();
    const added = new Map<number, Leaf[]>();
    const free = this.#freeLeaves(table, start, end);
    let before: Leaf | undefined;
    for (let word = start; word < end;) {
      let to = word + 1;
      while (to < end && words[to]!.block === words[word]!.block) to += 1;
      const isNew = this.#pairs.subarray(word, to).every((pair) => pair < 0);
      const next = this.#nextPair(word, end);
      const between = isNew ? free.find((leaf) => isAfter(leaf, before) && isAfter(next, leaf)) : undefined;
      if (between !== undefined) free.splice(free.indexOf(between), 1);
      const rowEnd = isNew && between === undefined ? this.#newRow(word, end, before ?? next) : word;
      if (rowEnd > word) {
        const row = before?.row ?? -1;
        added.set(row, [...(added.get(row) ?? []), leaves[words[word]!.block]!]);
        word = rowEnd;
        continue;
      }
      for (; word < to; word += 1) {
        const pair = this.#pairs[word]!;
        const near = next !== undefined && areTogether(this.#own, this.#nextPaired(word, end), word) ? next : before;
        const home: Leaf = pair >= 0 ? this.#leadLeaf(pair) : (between ?? (isNew ? near : before) ?? next)!;
        const key = keyOf(home.row, home.cell);
        cells.set(key, [...(cells.get(key) ?? []), word]);
        before = home;
      }
    }
    return { cells, added };
  }

  /** The stated texts of a table of which no word is printed in a stretch. */
  #freeLeaves(table: number, start: number, end: number): Leaf[] {
    const paired = new Set<Leaf>();
    for (const pair of this.#pairs.subarray(start, end)) if (pair >= 0) paired.add(this.#leadLeaf(pair));
    return this.#lead.leaves.filter((leaf) => leaf.block === table && !paired.has(leaf));
  }

  /** The end of a printed row that begins with a word, if none of its words has a pair and its cells are as many. */
  #newRow(word: number, end: number, like: Leaf | undefined): number {
    const { words, leaves } = this.#own;
    const { block, row } = leaves[words[word]!.block]!;
    if (row < 0 || like === undefined) return word;
    let to = word;
    const isRow = ({ block: owner }: Word): boolean => leaves[owner]!.block === block && leaves[owner]!.row === row;
    while (to < end && isRow(words[to]!)) to += 1;
    const isWhole = (word === 0 || !isRow(words[word - 1]!)) && (to === words.length || !isRow(words[to]!));
    const isNew = this.#pairs.subarray(word, to).every((pair) => pair < 0);
    const stated = (this.#lead.blocks[like.block]!.block as TableBlock).rows[like.row]!;
    return isWhole && isNew && stated.cells.length === this.#row(leaves[words[word]!.block]!).cells.length ? to : word;
  }

  #nextPaired(word: number, end: number): number {
    let next = word;
    while (next < end - 1 && this.#pairs[next]! < 0) next += 1;
    return next;
  }

  #nextPair(word: number, end: number): Leaf | undefined {
    const pair = this.#pairs[this.#nextPaired(word, end)]!;
    return pair < 0 ? undefined : this.#leadLeaf(pair);
  }

  #leadLeaf(pair: number): Leaf {
    return this.#lead.leaves[this.#lead.words[pair]!.block]!;
  }

  #filled(cell: Cell, words: readonly number[]): Cell {
    if (words.length === 0) return { ...cell, blocks: [] };
    const text = cell.blocks.flatMap(textsIn)[0] ?? this.#own.leaves[this.#own.words[words[0]!]!.block]!.text;
    const block: Block = { ...asParagraph(text), runs: this.#runs(words) };
    return { ...cell, blocks: [block] };
  }

  /** The text of words. Between words that are printed apart is the gap of the stated text, or a space. */
  #runs(words: readonly number[]): Run[] {
    const parts: Run[][] = [];
    for (let from = 0; from < words.length;) {
      let to = from + 1;
      while (to < words.length && this.#follows(words[to - 1]!, words[to]!)) to += 1;
      const [first, last] = [this.#own.words[words[from]!]!, this.#own.words[words[to - 1]!]!];
      const { text } = this.#own.leaves[first.block]!;
      const runs = runsBetween(text, first.start, last.start + last.text.length);
      if (from > 0 && this.#touches(words[from - 1]!, words[from]!)) parts.at(-1)!.push(...runs);
      else parts.push(runs);
      from = to;
    }
    return inNormalForm(parts);
  }

  #follows(word: number, next: number): boolean {
    return next === word + 1 && this.#own.words[word]!.block === this.#own.words[next]!.block;
  }

  /** Whether the stated text has the pairs of two words without a gap. */
  #touches(word: number, next: number): boolean {
    const [a, b] = [this.#pairs[word]!, this.#pairs[next]!];
    if (a < 0 || b !== a + 1) return false;
    const [first, second] = [this.#lead.words[a]!, this.#lead.words[b]!];
    return first.block === second.block && first.start + first.text.length === second.start;
  }
}

function keyOf(row: number, cell: number): string {
  return `${row} ${cell}`;
}

/** Whether a stated text stands after another one. One that is missing is no limit. */
function isAfter(leaf: Leaf | undefined, before: Leaf | undefined): boolean {
  if (leaf === undefined || before === undefined) return true;
  return leaf.row > before.row || (leaf.row === before.row && leaf.cell > before.cell);
}

function isWordless({ blocks }: Cell): boolean {
  return blocks.flatMap(textsIn).length === 0;
}
