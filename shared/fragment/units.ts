import type { Block } from '../document/model.ts';
import { append } from '../iterables.ts';
import type { ChangeAction } from '../messages/viewer-message.ts';
import type { Decisions } from './decisions.ts';
import { changeIdsOf } from './change-ids.ts';
import { TIE_KINDS, tiesOf, type Tie, type TieKind } from './unit-ties.ts';

/** Why changes are one unit. `single`: a change of its own. */
export type UnitKind = 'single' | TieKind;

/** Changes that a person decides together: one row, one key, one decision. Half a unit is never decided. */
export interface Unit {
  /** The id of its first change. */
  readonly id: string;
  readonly kind: UnitKind;
  /** In document order. */
  readonly changeIds: readonly string[];
}

/** A decision that names some changes of a unit and leaves out or contradicts others. */
export interface HalfUnit {
  readonly unit: Unit;
  /** The first named change of the unit. */
  readonly named: string;
  readonly verdict: ChangeAction;
  /** The changes that are decided otherwise, or not at all. */
  readonly missing: readonly string[];
}

/** The units of a merged document. Every change is in exactly one. */
export class Units {
  /** In document order of their first changes. */
  readonly all: readonly Unit[];
  readonly #byChange = new Map<string, Unit>();

  constructor(all: readonly Unit[]) {
    this.all = all;
    for (const unit of all) for (const id of unit.changeIds) this.#byChange.set(id, unit);
  }

  /** The unit of a change; undefined if the document has no such change. */
  of(changeId: string): Unit | undefined {
    return this.#byChange.get(changeId);
  }

  /** These changes and all others of their units. Unknown ids are left out. */
  whole(changeIds: Iterable<string>): string[] {
    const units = new Set<Unit>();
    for (const id of changeIds) {
      const unit = this.#byChange.get(id);
      if (unit) units.add(unit);
    }
    return [...units].flatMap((unit) => unit.changeIds);
  }

  /** The units that decisions divide. */
  halves({ accept = [], reject = [] }: Decisions): HalfUnit[] {
    const [accepted, rejected] = [new Set(accept === 'all' ? [] : accept), new Set(reject === 'all' ? [] : reject)];
    const others = accept === 'all' ? 'accepted' : reject === 'all' ? 'rejected' : null;
    const ownOf = (id: string): ChangeAction | null =>
      accepted.has(id) ? 'accepted' : rejected.has(id) ? 'rejected' : null;
    return this.all.flatMap((unit) => {
      const named = unit.changeIds.find((id) => ownOf(id) !== null);
      const verdict = named === undefined ? null : ownOf(named);
      if (named === undefined || verdict === null) return [];
      const missing = unit.changeIds.filter((id) => (ownOf(id) ?? others) !== verdict);
      return missing.length === 0 ? [] : [{ unit, named, verdict, missing }];
    });
  }
}

const PARTS: Readonly<Record<TieKind, string>> = {
  comment: 'a part of a comment',
  note: 'a part of a note',
  move: 'one end of a move',
  list: 'one item of a list that became another kind of list',
  picture: 'one half of a replaced picture',
  field: 'a part of the result of a field',
  link: 'a part of a link with another destination',
};
/** Maximum number of ids that a sentence names. */
const NAMED_MAX = 20;

/** What is wrong with half a unit, and what to do: `chg_000001 is one end of a move: accept chg_000005 as well`. */
export function halfInWords({ unit, named, verdict, missing }: HalfUnit): string {
  const ids = missing.slice(0, NAMED_MAX).join(', ');
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : '';
  const part = unit.kind === 'single' ? 'a change' : PARTS[unit.kind];
  return `${named} is ${part}: ${verdict === 'accepted' ? 'accept' : 'reject'} ${ids}${more} as well`;
}

/** The units of decision of a merged document. */
export function unitsOf(blocks: readonly Block[]): Units {
  return unitsWith(blocks, tiesOf(blocks));
}

/** The units of several changes. Most documents have none, and then no change is looked at. */
export function tiedUnitsOf(blocks: readonly Block[]): readonly Unit[] {
  const ties = tiesOf(blocks);
  return ties.length === 0 ? [] : unitsWith(blocks, ties).all.filter(({ changeIds }) => changeIds.length > 1);
}

function unitsWith(blocks: readonly Block[], ties: readonly Tie[]): Units {
  const groups = joinedTies(ties);
  const started = new Map<Group, string[]>();
  const all: Unit[] = [];
  for (const id of changeIdsOf(blocks)) {
    const group = groups.get(id);
    const members = group && started.get(group);
    if (members) members.push(id);
    else {
      const changeIds = [id];
      if (group) started.set(group, changeIds);
      all.push({ id, kind: group?.kind ?? 'single', changeIds });
    }
  }
  return new Units(all);
}

/** Changes that are tied with each other, directly or by others. */
interface Group {
  kind: TieKind;
  changeIds: string[];
}

/** The groups that ties form, by change. A group of several kinds has the first of `TIE_KINDS`. */
function joinedTies(ties: readonly Tie[]): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const { kind, changeIds } of ties) {
    const group: Group = { kind, changeIds: [] };
    const joined = new Set<Group>();
    for (const id of changeIds) {
      const known = groups.get(id);
      if (known === undefined) group.changeIds.push(id);
      else joined.add(known);
    }
    for (const other of joined) {
      if (TIE_KINDS.indexOf(other.kind) < TIE_KINDS.indexOf(group.kind)) group.kind = other.kind;
      append(group.changeIds, other.changeIds);
    }
    for (const id of group.changeIds) groups.set(id, group);
  }
  return groups;
}
