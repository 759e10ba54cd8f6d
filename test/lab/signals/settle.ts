/** The settled labels: what both passes say, and what a third reading says where they differ. Pure. */
import type { Labels, TypedLabels } from './labels-file.ts';

/** Throws an Error that names the change if a difference has no settlement, or no reason. */
export function settled(a: Labels, b: Labels, third: TypedLabels): Labels {
  const changes = a.changes.map((change, at) => {
    const other = b.changes[at];
    if (other?.sha256 !== change.sha256) throw new Error(`${at + 1}: the passes have different changes`);
    const decided = third.get(at + 1);
    const isEqual = change.rules.toSorted().join() === other.rules.toSorted().join();
    if (decided === undefined && isEqual) return change;
    if (decided?.reason === undefined) throw new Error(`${at + 1}: the passes differ; add a line with "# reason"`);
    return { ...change, rules: decided.rules, reason: decided.reason };
  });
  return { seed: a.seed, changes };
}
