import type { Side, OneSided } from '../document/model.ts';

/**
 * Decisions about the changes of a fragment, by their ids. `'all'` means every id that the other list does not name. A
 * change that neither list names stays undecided.
 */
export interface Decisions {
  readonly accept?: 'all' | readonly string[];
  readonly reject?: 'all' | readonly string[];
}

/** Decisions that do not fit the fragment: they contradict, or name changes that it does not have. */
export class ResolveError extends Error {
  /** The ids at fault; empty if both lists say `'all'`. */
  readonly changeIds: readonly string[];

  constructor(message: string, changeIds: readonly string[]) {
    super(message);
    this.name = 'ResolveError';
    this.changeIds = changeIds;
  }
}

/** `keep`: it stays, without its note. `drop`: it is removed. `open`: nobody has decided. */
export type Fate = 'keep' | 'drop' | 'open';

/** What becomes of the original's carried content once a change is accepted. `kept`: for documents that are only shown. */
export type CarriedFate = 'dropped' | 'kept';

/** The decision about each change. */
export class Verdicts {
  readonly #accepted: ReadonlySet<string>;
  readonly #rejected: ReadonlySet<string>;
  /** The decision about all changes that no list names. */
  readonly #others: Side | null;
  /** Whether any change is accepted and the original's carried content is therefore gone for good. */
  readonly accepting: boolean;
  /** Whether there is any decision at all. */
  readonly any: boolean;

  /**
   * @param changeIds every change of the fragment; read only if decisions name some
   * @throws ResolveError
   */
  constructor(
    changeIds: () => readonly string[],
    { accept = [], reject = [] }: Decisions,
    carried: CarriedFate = 'dropped',
  ) {
    if (accept === 'all' && reject === 'all')
      throw new ResolveError('Accepting all and rejecting all exclude each other.', []);
    this.#accepted = new Set(accept === 'all' ? [] : accept);
    this.#rejected = new Set(reject === 'all' ? [] : reject);
    this.#others = accept === 'all' ? 'revised' : reject === 'all' ? 'original' : null;
    const named = [...this.#accepted, ...this.#rejected];
    const all = named.length === 0 ? [] : changeIds();
    const known = new Set(all);
    const unknown = named.filter((id) => !known.has(id));
    if (unknown.length > 0) throw new ResolveError(`No such change in this fragment: ${list(unknown)}.`, unknown);
    const both = [...this.#accepted].filter((id) => this.#rejected.has(id));
    if (both.length > 0) throw new ResolveError(`Both accepted and rejected: ${list(both)}.`, both);
    const accepts =
      accept === 'all' ? all.length === 0 || all.some((id) => !this.#rejected.has(id)) : this.#accepted.size > 0;
    this.accepting = accepts && carried === 'dropped';
    this.any = accepts || this.#rejected.size > 0 || reject === 'all';
  }

  /** The side whose state a change leads to; null while it is undecided. */
  sideOf(changeId: string): Side | null {
    if (this.#accepted.size > 0 && this.#accepted.has(changeId)) return 'revised';
    return this.#rejected.size > 0 && this.#rejected.has(changeId) ? 'original' : this.#others;
  }

  /** The fate of a thing that only one side has. Carried things of the original are dropped at the first acceptance. */
  fateOf(onlyIn: OneSided | undefined): Fate {
    if (!onlyIn) return 'keep';
    const { side, changeId } = onlyIn;
    if (changeId === null) return this.accepting ? fateAt('revised', side) : 'open';
    const decided = this.sideOf(changeId);
    return decided ? fateAt(decided, side) : 'open';
  }
}

/** The fate of a thing of one side once a side is decided for. */
export function fateAt(decided: Side, side: Side): Fate {
  return decided === side ? 'keep' : 'drop';
}

/** Ids for a message, shortened if there are many. */
function list(changeIds: readonly string[]): string {
  const shown = changeIds.slice(0, 5).map((id) => JSON.stringify(id.slice(0, 40)));
  return shown.join(', ') + (changeIds.length > shown.length ? ` and ${changeIds.length - shown.length} more` : '');
}
