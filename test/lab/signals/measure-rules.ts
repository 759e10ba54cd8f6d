/** Finds labelled changes again and asks the rules about them. */
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { signalsOf } from '../../../shared/signals/signals.ts';
import type { Signal } from '../../../shared/signals/rule.ts';
import type { LabelledChange } from './labels-file.ts';
import { textChanges, type TextChange } from './text-changes.ts';

/** A labelled change with what the rules say of it. */
export interface MeasuredChange {
  readonly label: LabelledChange;
  readonly change: TextChange;
  readonly signals: readonly Signal[];
}

export interface Measured {
  readonly found: readonly MeasuredChange[];
  /** Changes that the comparison does not make any more, for example after a change of the engine. */
  readonly lost: readonly LabelledChange[];
}

/** A pair of texts that can be compared to a redline. */
export interface ComparablePair {
  readonly name: string;
  readonly compare: () => Promise<string>;
}

/** Compares the pairs that have labels. A change is known by the hash of its texts; its id decides among equal ones. */
export async function measureRules(
  pairs: readonly ComparablePair[],
  labels: readonly LabelledChange[],
): Promise<Measured> {
  const found: MeasuredChange[] = [];
  const lost: LabelledChange[] = [];
  for (const [name, own] of Map.groupBy(labels, ({ pair }) => pair)) {
    const pair = pairs.find((each) => each.name === name);
    const blocks = pair === undefined ? [] : scanFragment(await pair.compare());
    const signals = signalsOf(blocks);
    const changes = Map.groupBy(textChanges(blocks), ({ sha256 }) => sha256);
    for (const label of own) {
      const equal = changes.get(label.sha256) ?? [];
      const change = equal.find(({ id }) => id === label.id) ?? equal[0];
      if (change === undefined) lost.push(label);
      else found.push({ label, change, signals: signals.get(change.id) ?? [] });
    }
  }
  return { found, lost };
}

/**
 * The half of the sample that a change belongs to. Rules are mended after a look at the first half alone; the second
 * one is held back. The parity of the hash decides.
 */
export function isHeldBack({ sha256 }: Pick<LabelledChange, 'sha256'>): boolean {
  return Number.parseInt(sha256.at(-1)!, 16) % 2 === 1;
}
