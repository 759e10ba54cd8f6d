/** Finds the changes of one result of a field, and those of one link whose destination changed. */
import { fieldsIn, type FieldRange } from '../document/fields.ts';
import { BOTH_SIDES, type Run, type Side, type TextBlock } from '../document/model.ts';

/** The result of a field on one side, with its changes. */
class Result {
  readonly start: number;
  readonly end: number;
  changeIds = new Set<string>();

  constructor([start, end]: FieldRange) {
    this.start = start;
    this.end = end;
  }
}

/** The results of one side in the text that is being read. A text that the other side has divided goes on in the next block. */
interface SideResults {
  readonly results: readonly Result[];
  /** Number of units of the side's words before the next run. */
  at: number;
}

/** Collects the results of the fields of one list of blocks. */
export class ChangedFields {
  readonly #groups = new Set<Set<string>>();
  readonly #sides: Record<Side, SideResults> = {
    original: { results: [], at: 0 },
    revised: { results: [], at: 0 },
  };

  add(block: TextBlock): void {
    // A block of one side is one change.
    if (block.onlyIn !== undefined) return;
    for (const side of BOTH_SIDES) {
      if (block.boundary !== undefined && block.boundary.side !== side) continue;
      const attributes = (side === 'original' ? block.carried?.attributes : undefined) ?? block.attributes;
      this.#sides[side] = { results: fieldsIn(attributes).map((range) => new Result(range)), at: 0 };
    }
    if (BOTH_SIDES.every((side) => this.#sides[side].results.length === 0)) return;
    for (const run of block.runs) this.#run(run);
    for (const side of BOTH_SIDES) for (const { changeIds } of this.#sides[side].results) this.#groups.add(changeIds);
  }

  /** The changes of each result. */
  sets(): Iterable<Set<string>> {
    return this.#groups;
  }

  #run({ text, image, edit }: Run): void {
    if (image !== undefined) return;
    const starts = { original: this.#sides.original.at, revised: this.#sides.revised.at };
    const own = BOTH_SIDES.filter((side) => edit === undefined || edit.side === side);
    for (const side of own) this.#sides[side].at += text.length;
    const changeId = edit?.changeId ?? null;
    if (edit !== undefined && changeId !== null)
      for (const { changeIds } of resultsAt(this.#sides[edit.side].results, starts[edit.side], text.length))
        changeIds.add(changeId);
    if (edit === undefined) this.#join(starts, text.length);
  }

  /** Both documents have this text. A result that both have some of is one result. */
  #join(starts: Readonly<Record<Side, number>>, length: number): void {
    for (const before of resultsAt(this.#sides.original.results, starts.original, length)) {
      const shift = starts.revised - starts.original;
      const from = Math.max(before.start, starts.original) + shift;
      const to = Math.min(before.end, starts.original + length) + shift;
      for (const after of resultsAt(this.#sides.revised.results, from, to - from)) {
        if (after.changeIds === before.changeIds) continue;
        const joined = before.changeIds;
        for (const id of joined) after.changeIds.add(id);
        for (const side of BOTH_SIDES)
          for (const each of this.#sides[side].results) if (each.changeIds === joined) each.changeIds = after.changeIds;
      }
    }
  }
}

/** The results that have some of the units of a stretch. */
function resultsAt(results: readonly Result[], start: number, length: number): Result[] {
  return results.filter((result) => result.start < start + length && start < result.end);
}

/** The changes of each stretch of linked text in which a destination changed, with those of its words. */
export function changesOfLinks(runs: readonly Run[]): Set<string>[] {
  const found: Set<string>[] = [];
  let changeIds = new Set<string>();
  let isChanged = false;
  const end = (): void => {
    if (isChanged) found.push(changeIds);
    [changeIds, isChanged] = [new Set<string>(), false];
  };
  for (const { href, link, edit } of runs) {
    if (href === null && link === undefined) end();
    else {
      isChanged ||= link !== undefined;
      if (link !== undefined) changeIds.add(link.changeId);
      if (edit !== undefined && edit.changeId !== null) changeIds.add(edit.changeId);
    }
  }
  end();
  return found;
}
