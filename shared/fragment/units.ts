import type { Block, OneSided } from '../document/model.ts';
import type { Decisions } from './decisions.ts';
import { changeIdsOf } from './change-ids.ts';

/** Why changes are one unit. `single`: a change of its own. `move`: both ends of a moved thing. */
export type UnitKind = 'single' | 'move';

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
    const verdictOf = (id: string): string => {
      if (accepted.has(id)) return 'accepted';
      if (rejected.has(id)) return 'rejected';
      return accept === 'all' ? 'accepted' : reject === 'all' ? 'rejected' : 'open';
    };
    return this.all.flatMap((unit) => {
      const named = unit.changeIds.find((id) => accepted.has(id) || rejected.has(id));
      if (named === undefined) return [];
      const missing = unit.changeIds.filter((id) => verdictOf(id) !== verdictOf(named));
      return missing.length === 0 ? [] : [{ unit, missing }];
    });
  }
}

/** The units of decision of a merged document. */
export function unitsOf(blocks: readonly Block[]): Units {
  const changeIds = changeIdsOf(blocks);
  const groups = new Map<string, Set<string>>();
  addMoves(blocks, groups);
  const order = new Map(changeIds.map((id, at) => [id, at]));
  const unitOf = new Map<string, Unit>();
  for (const members of groups.values()) {
    if (members.size < 2) continue;
    const ordered = [...members].sort((a, b) => order.get(a)! - order.get(b)!);
    const unit: Unit = { id: ordered[0]!, kind: 'move', changeIds: ordered };
    for (const id of ordered) unitOf.set(id, unit);
  }
  const all = new Set(changeIds.map((id): Unit => unitOf.get(id) ?? { id, kind: 'single', changeIds: [id] }));
  return new Units([...all]);
}

/** Adds the ends of each move by its id. Only nested tables recurse. The fragment scanner bounds their depth. */
function addMoves(blocks: readonly Block[], groups: Map<string, Set<string>>): void {
  const add = ({ changeId, moveId }: OneSided): void => {
    if (changeId === null || moveId === undefined) return;
    const members = groups.get(moveId);
    if (members) members.add(changeId);
    else groups.set(moveId, new Set([changeId]));
  };
  for (const block of blocks) {
    if (block.onlyIn) add(block.onlyIn);
    if (block.kind !== 'table') continue;
    for (const row of block.rows) {
      if (row.onlyIn) add(row.onlyIn);
      for (const cell of row.cells) {
        if (cell.onlyIn) add(cell.onlyIn);
        addMoves(cell.blocks, groups);
      }
    }
  }
}
