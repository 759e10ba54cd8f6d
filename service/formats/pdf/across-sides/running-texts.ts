import type { ArtifactKind } from '../layout/layout.ts';
import type { PrintedLine } from '../lines/printed-line.ts';
import { signPageNumbers } from './page-numbers.ts';

/** A line that the reader left out of the text. Coordinates as in `glyph.ts`. */
export interface RemovedLine {
  readonly kind: ArtifactKind;
  readonly page: number;
  readonly text: string;
  readonly x0: number;
  readonly y: number;
  /** Where it is painted; absent unless it is asked for. */
  readonly printed?: PrintedLine;
}

/** A text that is repeated on pages and is no part of the text. Page numbers are signs. */
export interface RunningText {
  readonly kind: ArtifactKind;
  readonly text: string;
  /** The pages with the text, ascending; at least one. */
  readonly pages: readonly number[];
  /** Number of times that the text is on these pages. */
  readonly count: number;
}

/** Parts of one row differ by less than this height (pt). */
const SAME_ROW = 4;

/** Each different running text of each side once, in the order of their first pages. */
export function gatherRunningTexts(
  sides: readonly (readonly RemovedLine[])[],
  pageCounts: readonly number[],
): RunningText[][] {
  const rows = sides.map(rowsOf);
  const signed = signPageNumbers(rows, pageCounts);
  return rows.map((own, side) => {
    const texts = new Map<string, { kind: ArtifactKind; text: string; pages: Set<number>; count: number }>();
    own.forEach(({ kind, page }, at) => {
      const text = kind === 'line_numbers' ? missingNumbers(own[at]!.text) : signed[side]![at]!;
      const key = `${kind} ${text}`;
      const known = texts.get(key) ?? { kind, text, pages: new Set(), count: 0 };
      known.pages.add(page);
      known.count += 1;
      texts.set(key, known);
    });
    return [...texts.values()].map(({ pages, ...rest }) => ({ ...rest, pages: [...pages] }));
  });
}

/**
 * The places where line numbers do not count on; empty if they do. They count the lines of a page, which depend on its
 * width, so nothing else of them is compared.
 */
function missingNumbers(text: string): string {
  const all = text.split(' ').map(Number);
  // Both margins of a page may have the same numbers.
  const numbers = all.filter((number, at) => number !== all[at - 1]);
  const steps = numbers.slice(1).map((number, at) => number - numbers[at]!);
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)];
  return steps.flatMap((step, at) => (step === usual ? [] : [`${numbers[at]!} to ${numbers[at + 1]!}`])).join(', ');
}

/**
 * Joins the parts of one row of a header or footer. An example is "Supply agreement" on the left and "Page 3" on the
 * right.
 */
function rowsOf(lines: readonly RemovedLine[]): Omit<RemovedLine, 'x0'>[] {
  const byPage = new Map<string, RemovedLine[]>();
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const key = `${line.page} ${line.kind}`;
    const group = byPage.get(key);
    if (group) group.push(line);
    else byPage.set(key, [line]);
  }
  return [...byPage.values()].flatMap((group) => {
    const [{ kind, page }] = group as [RemovedLine, ...RemovedLine[]];
    const rows: RemovedLine[][] = [];
    const inRows = kind === 'header' || kind === 'footer';
    for (const line of inRows ? [...group].sort((a, b) => a.y - b.y) : group) {
      const row = rows.at(-1);
      if (inRows && row && line.y - row[0]!.y < SAME_ROW) row.push(line);
      else rows.push([line]);
    }
    return rows.map((row) => ({
      kind,
      page,
      y: row[0]!.y,
      text: row
        .sort((a, b) => a.x0 - b.x0)
        .map(({ text }) => text.replaceAll(/\s+/gu, ' ').trim())
        .join(' '),
    }));
  });
}
