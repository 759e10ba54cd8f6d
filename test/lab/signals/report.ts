/** The figures of the rules as Markdown. */
import { RULES } from '../../../shared/signals/rules.ts';
import { type Labels, type LabelledChange } from './labels-file.ts';
import { isHeldBack, type MeasuredChange } from './measure-rules.ts';
import { agreementOf, precisionOf, recallOf, scoreOf, sumOf, type Named, type Score } from './score.ts';

const RULE_IDS = RULES.map(({ rule }) => rule);

/** What each change was named by a person, by its hash and place. */
export function namedBy(changes: readonly LabelledChange[]): Named {
  return new Map(changes.map((change) => [keyOf(change), new Set(change.rules)]));
}

/** The scores of the rules in their order. */
export function scoresOf(measured: readonly MeasuredChange[]): ReadonlyMap<string, Score> {
  const labels = namedBy(measured.map(({ label }) => label));
  const found: Named = new Map(
    measured.map(({ label, signals }) => [keyOf(label), new Set(signals.map(({ rule }) => rule))]),
  );
  return new Map(RULE_IDS.map((rule) => [rule, scoreOf(rule, labels, found)]));
}

/** How far both passes agree about each rule. */
export function agreementTable(a: Labels, b: Labels): string {
  const [byA, byB] = [namedBy(a.changes), namedBy(b.changes)];
  const rows = RULE_IDS.map((rule) => {
    const { both, onlyA, onlyB, raw, kappa } = agreementOf(rule, byA, byB);
    return [rule, both, onlyA, onlyB, percent(raw), kappa === null ? '–' : kappa.toFixed(3)];
  });
  return table(['Rule', 'Both', 'Only A', 'Only B', 'Raw agreement', "Cohen's kappa"], rows);
}

/** Precision and recall of each rule: the half that is held back, the other half, and the uniform part of the sample. */
export function scoreTable(measured: readonly MeasuredChange[]): string {
  const parts = [
    measured.filter(({ label }) => isHeldBack(label)),
    measured.filter(({ label }) => !isHeldBack(label)),
    measured.filter(({ label }) => label.stratum === 'uniform'),
  ].map(scoresOf);
  const cells = (score: Score): string[] => [
    share(precisionOf(score), score.right, score.right + score.alarms),
    share(recallOf(score), score.right, score.right + score.missed),
  ];
  const rows = RULE_IDS.map((rule) => [rule, ...parts.flatMap((scores) => cells(scores.get(rule)!))]);
  const all = ['all', ...parts.flatMap((scores) => cells(sumOf([...scores.values()])))];
  const heads = ['held back', 'first half', 'uniform'].flatMap((part) => [`Precision, ${part}`, `Recall, ${part}`]);
  return table(['Rule', ...heads], [...rows, all]);
}

function keyOf({ pair, id, sha256 }: LabelledChange): string {
  return `${pair} ${id} ${sha256}`;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function share(value: number | null, part: number, of: number): string {
  return value === null ? '–' : `${percent(value)} (${part} of ${of})`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
