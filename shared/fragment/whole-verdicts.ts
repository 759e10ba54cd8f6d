import type { ChangeAction } from '../messages/viewer-message.ts';
import type { Unit, Units } from './units.ts';

/** Decisions on whole units, and the units that had different verdicts. */
export interface WholeVerdicts {
  readonly decided: ReadonlyMap<string, ChangeAction>;
  /** Units with different verdicts on their changes. They are undecided in `decided`. */
  readonly divided: readonly Unit[];
}

/**
 * Decisions from elsewhere, or of an earlier version, as decisions on whole units. If all verdicts on the changes of a
 * unit are alike, they hold for the whole unit. If they differ, the unit is undecided. Unknown ids are left out.
 */
export function wholeVerdicts(units: Units, given: ReadonlyMap<string, ChangeAction>): WholeVerdicts {
  const decided = new Map<string, ChangeAction>();
  const divided: Unit[] = [];
  for (const unit of units.all) {
    const verdicts = new Set<ChangeAction>();
    for (const id of unit.changeIds) {
      const verdict = given.get(id);
      if (verdict !== undefined) verdicts.add(verdict);
    }
    if (verdicts.size > 1) divided.push(unit);
    else for (const verdict of verdicts) for (const id of unit.changeIds) decided.set(id, verdict);
  }
  return { decided, divided };
}
