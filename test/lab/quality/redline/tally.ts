/** What was seen of one tool's redlines. */
import { diff } from 'fast-myers-diff';
import { tokenize } from '../../../../service/engine/tokens/tokenize.ts';
import { breachesOf, hiddenEdits, markedCharacters, textsOf } from '../../../oracle/redline/judge-redline.ts';

/** Files of one pair. */
export interface RedlinePair {
  readonly name: string;
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** A redline to judge, and what its tool says of it. */
export interface JudgedRedline {
  readonly bytes: Uint8Array;
  readonly warnings: readonly { readonly code: string }[];
  readonly degradedBlocks: number;
}

/** Counts of one tool over some pairs, as they are written to a file and pooled again. */
export interface TallyRecord {
  readonly tool: string;
  readonly breaches: readonly { readonly name: string; readonly what: string }[];
  readonly refused: readonly string[];
  readonly ratios: readonly { readonly name: string; readonly marked: number; readonly optimum: number }[];
  readonly timesMs: readonly number[];
  readonly degradedBlocks: number;
}

/** Counts of one tool, pair by pair. */
export class Tally {
  readonly tool: string;
  readonly #breaches: { name: string; what: string }[] = [];
  readonly refused: string[] = [];
  readonly ratios: { name: string; marked: number; optimum: number }[] = [];
  readonly #times: number[] = [];
  #degraded = 0;

  constructor(tool: string) {
    this.tool = tool;
  }

  /** Adds what another run counted for the same tool. */
  add(record: TallyRecord): void {
    this.#breaches.push(...record.breaches);
    this.refused.push(...record.refused);
    this.ratios.push(...record.ratios);
    this.#times.push(...record.timesMs);
    this.#degraded += record.degradedBlocks;
  }

  /** Everything counted so far. */
  record(): TallyRecord {
    const { tool, refused, ratios } = this;
    return {
      tool,
      breaches: this.#breaches,
      refused,
      ratios,
      timesMs: this.#times,
      degradedBlocks: this.#degraded,
    };
  }

  /** Judges a redline that took `ms`. */
  async judge({ name, original, revised }: RedlinePair, redline: JudgedRedline, ms: number): Promise<void> {
    this.#times.push(ms);
    this.#degraded += redline.degradedBlocks;
    for (const breach of await breachesOf(original, revised, redline)) this.breach(name, breach);
    for (const edit of await hiddenEdits(redline.bytes)) this.breach(name, edit);
    const [before, after] = [await textsOf(original, 'accepted'), await textsOf(revised, 'accepted')];
    const { inserted, deleted } = await markedCharacters(redline.bytes);
    this.ratios.push({ name, marked: inserted + deleted, optimum: optimumOf(before.body, after.body) });
  }

  /** Notes a breach of a invariant. */
  breach(name: string, what: string): void {
    this.#breaches.push({ name, what });
  }

  get breaches(): string[] {
    return this.#breaches.map(({ name, what }) => `${name} ${what}`);
  }

  get marked(): number {
    return this.ratios.reduce((sum, each) => sum + each.marked, 0);
  }

  get optimum(): number {
    return this.ratios.reduce((sum, each) => sum + each.optimum, 0);
  }

  /** A row of the table whose head is `TALLY_HEAD`. */
  row(pairs: number): string {
    const sorted = [...this.#times].sort((a, b) => a - b);
    const cells = [
      this.tool,
      pairs,
      sorted.length,
      new Set(this.#breaches.map(({ name }) => name)).size,
      this.#degraded,
      this.marked,
      this.optimum,
      (this.marked / this.optimum).toFixed(3),
      (sorted[sorted.length >> 1] ?? 0).toFixed(1),
      Math.round(sorted.at(-1) ?? 0),
    ];
    return `| ${cells.join(' | ')} |`;
  }
}

/** Head of the table of tallies. */
export const TALLY_HEAD = [
  '| Tool | Pairs | Redlines | Pairs with a breach | Degraded blocks | Marked | Optimum | Ratio | Median ms | Slowest ms |',
  '|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

/** Characters that a shortest token diff of two texts marks, white space left out. */
function optimumOf(before: readonly string[], after: readonly string[]): number {
  const tokensOf = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const bounds = tokenize(text);
      return Array.from({ length: bounds.length / 2 }, (_, token) =>
        text.slice(bounds[2 * token], bounds[2 * token + 1]),
      );
    });
  const [a, b] = [tokensOf(before), tokensOf(after)];
  let characters = 0;
  for (const [aStart, aEnd, bStart, bEnd] of diff(a, b))
    characters += a.slice(aStart, aEnd).join('').length + b.slice(bStart, bEnd).join('').length;
  return characters;
}
