/** Figures of rules against labels. Pure. */

/** What was named about each change, by its key. */
export type Named = ReadonlyMap<string, ReadonlySet<string>>;

export interface Score {
  /** Named by both. */
  readonly right: number;
  /** Named by the rule alone: false alarms. */
  readonly alarms: number;
  /** Named by the label alone: missed. */
  readonly missed: number;
}

/** The score of one rule over the changes that have labels. */
export function scoreOf(rule: string, labels: Named, found: Named): Score {
  let [right, alarms, missed] = [0, 0, 0];
  for (const [key, wanted] of labels) {
    const [isWanted, isFound] = [wanted.has(rule), found.get(key)?.has(rule) === true];
    if (isWanted && isFound) right += 1;
    else if (isFound) alarms += 1;
    else if (isWanted) missed += 1;
  }
  return { right, alarms, missed };
}

export function sumOf(scores: readonly Score[]): Score {
  return scores.reduce((sum, each) => ({
    right: sum.right + each.right,
    alarms: sum.alarms + each.alarms,
    missed: sum.missed + each.missed,
  }));
}

/** The share of a rule's alarms that are right; null if it never fires. */
export function precisionOf({ right, alarms }: Score): number | null {
  return right + alarms === 0 ? null : right / (right + alarms);
}

/** The share of the labels that a rule finds; null without labels. */
export function recallOf({ right, missed }: Score): number | null {
  return right + missed === 0 ? null : right / (right + missed);
}

export interface Agreement {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** The share of the changes about which both passes say the same. */
  readonly raw: number;
  /** Cohen's kappa; null if neither pass ever names the rule, or both always do. */
  readonly kappa: number | null;
}

/** How far two passes over the same changes agree about a rule. */
export function agreementOf(rule: string, a: Named, b: Named): Agreement {
  const { right: both, alarms: onlyB, missed: onlyA } = scoreOf(rule, a, b);
  const all = a.size;
  const raw = (all - onlyA - onlyB) / all;
  const [byA, byB] = [(both + onlyA) / all, (both + onlyB) / all];
  const expected = byA * byB + (1 - byA) * (1 - byB);
  return { both, onlyA, onlyB, raw, kappa: expected === 1 ? null : (raw - expected) / (1 - expected) };
}
