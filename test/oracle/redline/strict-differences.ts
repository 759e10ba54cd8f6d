/** Compares two strict readings of documents, line by line. */
import type { StrictReading } from './strict-reading.ts';

/**
 * A body without the empty paragraph behind a table at its end, if the wanted body ends with that table. Word and
 * LibreOffice show a paragraph there in either case, and its mark cannot be removed.
 */
function withoutPhantom(got: readonly string[], wanted: readonly string[]): readonly string[] {
  const at = got.findLastIndex((line) => !line.startsWith('SECTION '));
  const isPhantom =
    got.length === wanted.length + 1 &&
    got[at - 1] === 'END' &&
    /^P \{.*\}$/s.test(got[at]!) &&
    !got[at]!.includes(' «');
  return isPhantom ? got.toSpliced(at, 1) : got;
}

/** Where two readings differ, one line for each part that does. */
export function strictDifferences(what: string, got: StrictReading, wanted: StrictReading): string[] {
  return (['body', 'notes', 'headers'] as const).flatMap((part) => {
    const b = wanted[part];
    const a = part === 'body' ? withoutPhantom(got[part], b) : got[part];
    const at = a.findIndex((line, index) => line !== b[index]);
    const place = at < 0 ? (a.length === b.length ? -1 : a.length) : at;
    if (place < 0) return [];
    const [x, y] = [a[place] ?? 'nothing', b[place] ?? 'nothing'];
    let from = 0;
    while (from < x.length && x[from] === y[from]) from += 1;
    const show = (line: string): string => line.slice(Math.max(0, from - 60), from + 160);
    return [`strict ${what} ${part} ${place}: ${show(x)} INSTEAD OF ${show(y)}`];
  });
}
