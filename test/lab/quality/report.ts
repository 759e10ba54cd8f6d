/** Verdicts as Markdown: a table with a line for each set, and a list of the worst pairs. */
import { INVARIANTS, type Figures, type Verdict } from '../../oracle/judge-comparison.ts';

const COUNTS = ['changes', 'changedChars', 'segments', 'islands', 'cuts', 'blanks', 'loneWords', 'degraded'] as const;

/** A line for each set in order of appearance, and one for all when there are several. */
export function summaryTable(verdicts: readonly Verdict[]): string {
  const sets = [...new Set(verdicts.map((verdict) => verdict.set))];
  const lines = sets.map((set) =>
    lineOf(
      set,
      verdicts.filter((verdict) => verdict.set === set),
    ),
  );
  if (sets.length > 1) lines.push(lineOf('all', verdicts));
  return [
    '| Set | Pairs | Fallback | Invariants kept | Broken | Changes | Changed characters | Segments | Islands | Cuts | Blank changes | Lone words | Degraded | CPU s | Slowest ms |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function lineOf(name: string, verdicts: readonly Verdict[]): string {
  const sum = (field: keyof Figures): number => verdicts.reduce((total, verdict) => total + verdict.figures[field], 0);
  const kept = verdicts.filter((verdict) => verdict.breaches.length === 0).length;
  const broken = INVARIANTS.map((invariant) => {
    const count = verdicts.filter((verdict) =>
      verdict.breaches.some((breach) => breach.invariant === invariant),
    ).length;
    return count === 0 ? '' : `${invariant} ${count}`;
  }).filter((text) => text !== '');
  const slowest = Math.max(0, ...verdicts.map((verdict) => verdict.figures.cpuMs));
  return `| ${[
    name,
    verdicts.length,
    verdicts.filter((verdict) => verdict.fallback).length,
    kept,
    broken.join(', ') || '–',
    ...COUNTS.map((field) => sum(field).toLocaleString('en-US')),
    (sum('cpuMs') / 1000).toFixed(1),
    Math.round(slowest).toLocaleString('en-US'),
  ].join(' | ')} |`;
}

/**
 * The worst pairs of each set, at most `count` of a set. Pairs that break invariants come first, then the order goes by
 * readability faults, then by single words between changes.
 */
export function worstOf(verdicts: readonly Verdict[], count: number): string {
  const faults = ({ figures }: Verdict): number => figures.islands + figures.cuts + figures.blanks + figures.degraded;
  const sets = [...new Set(verdicts.map((verdict) => verdict.set))];
  const items = sets.flatMap((set) => {
    const ranked = verdicts
      .filter((verdict) => verdict.set === set)
      .filter((verdict) => verdict.breaches.length > 0 || faults(verdict) + verdict.figures.loneWords > 0)
      .sort(
        (a, b) =>
          b.breaches.length - a.breaches.length ||
          faults(b) - faults(a) ||
          b.figures.loneWords - a.figures.loneWords ||
          a.size - b.size,
      );
    const rest = ranked.length - count;
    return [...ranked.slice(0, count).map(itemOf), ...(rest > 0 ? [`- and ${rest} more of ${set}`] : [])];
  });
  return items.length === 0 ? 'Nothing to complain about.' : items.join('\n');
}

function itemOf({ set, name, size, fallback, figures, breaches, remarks }: Verdict): string {
  const counts = COUNTS.filter((field) => figures[field] > 0).map((field) => `${field} ${figures[field]}`);
  return [
    `- **${set} ${name}** (${Math.ceil(size / 1024)} KB${fallback ? ', fallback' : ''}): ${counts.join(', ')}`,
    ...breaches.map((breach) => `  - breaks \`${breach.invariant}\`: ${breach.detail}`),
    ...remarks.map((remark) => `  - ${remark}`),
  ].join('\n');
}
