/**
 * Changes that are decided together, so that they do not hide the others. Each group is one row of the list of
 * changes.
 */
import { REPEATED_MIN, wordingOf as sharedWordingOf, type Wording } from '../../shared/signals/repeated.ts';
import type { UnitKind, Units } from '../../shared/fragment/units.ts';
import type { ChangePlace } from '../document-view/change-places.ts';
import type { FormatChange, ReviewChange } from '../document-view/list-changes.ts';

/** Several changes with one effect. */
export interface ChangeBundle {
  /**
   * `contents`: page numbers of a table of contents. `format`: format changes of one effect. `repeated`: one wording
   * replaced in several places. `blocks`: neighbouring blocks or rows of one side. `comment`: a comment that one side
   * has. `unit`: other changes that are one decision, such as both ends of a move.
   */
  readonly kind: 'contents' | 'format' | 'repeated' | 'blocks' | 'comment' | 'unit';
  readonly key: string;
  /** In document order. */
  readonly changes: readonly ReviewChange[];
  /** The effect of a `format` bundle. */
  readonly format?: FormatChange;
  /** Why the changes of a `unit` are one decision. */
  readonly tie?: UnitKind;
}

/** Whether the changes of a bundle are one decision, and count as one. */
export function isOneDecision({ kind }: ChangeBundle): boolean {
  return kind === 'unit' || kind === 'comment';
}

/** The key of the bundle with the page numbers of a table of contents. */
export const CONTENTS_KEY = 'contents';

/** Format changes of one effect are a bundle from this number on. */
const FORMAT_MIN = 5;

/** Whether stepping passes over a change: a page number of a table of contents whose row is closed. */
export function isPassedOver({ paginates }: ReviewChange, open: ReadonlySet<string>): boolean {
  return paginates === true && !open.has(CONTENTS_KEY);
}

/** The keys of the open bundles with one bundle opened or closed. */
export function toggled(open: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(open);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The bundles that some changes form. Every change is in at most one. The order is by their first changes. */
export function bundlesOf(
  changes: readonly ReviewChange[],
  places: ReadonlyMap<string, ChangePlace>,
  units: Units,
): readonly ChangeBundle[] {
  const kept = [...keyed(changes, units), ...neighbours(changes, places, units)];
  const order = new Map(changes.map(({ id }, index) => [id, index]));
  return kept.sort((a, b) => (order.get(a.changes[0]!.id) ?? 0) - (order.get(b.changes[0]!.id) ?? 0));
}

/** The bundles of changes with one key, wherever they are. */
function keyed(changes: readonly ReviewChange[], units: Units): ChangeBundle[] {
  const groups = new Map<string, { readonly kind: KeyedKind; readonly changes: ReviewChange[] }>();
  for (const change of changes) {
    const [kind, key] = keyOf(change, units) ?? [];
    if (kind === undefined || key === undefined) continue;
    const group = groups.get(key);
    if (group) group.changes.push(change);
    else groups.set(key, { kind, changes: [change] });
  }
  return [...groups].flatMap(([key, { kind, changes: members }]) => {
    if (members.length < LEAST[kind]) return [];
    const [{ format, id }] = members as [ReviewChange];
    const tie = kind === 'unit' && units.of(id)?.kind;
    return [{ kind, key, changes: members, ...(kind === 'format' && format && { format }), ...(tie && { tie }) }];
  });
}

type KeyedKind = Exclude<ChangeBundle['kind'], 'blocks'>;
const LEAST: Readonly<Record<KeyedKind, number>> = {
  contents: 1,
  format: FORMAT_MIN,
  repeated: REPEATED_MIN,
  comment: 2,
  unit: 2,
};

function keyOf(change: ReviewChange, units: Units): [KeyedKind, string] | null {
  const unit = units.of(change.id);
  if (unit?.kind === 'comment') return ['comment', `comment|${unit.id}`];
  if (unit !== undefined && unit.kind !== 'single') return ['unit', `unit|${unit.id}`];
  if (change.paginates === true) return ['contents', CONTENTS_KEY];
  const { kind, format } = change;
  if (kind === 'format' && format !== undefined) {
    const { added, removed, types, placed, direction } = format;
    const directions = [direction?.of, direction?.original, direction?.revised].join(' ');
    const parts = [added.join(' '), removed.join(' '), types?.original, types?.revised, placed, directions];
    return ['format', ['format', ...parts].join('|')];
  }
  const wording = wordingOf(change);
  return wording === null ? null : ['repeated', `repeated|${wording.before}|${wording.after}`];
}

/** The other end of a moved block, among all changes; undefined for any other change. */
export function otherEndOf({ moveId, id }: ReviewChange, changes: readonly ReviewChange[]): ReviewChange | undefined {
  return moveId === undefined ? undefined : changes.find((other) => other.moveId === moveId && other.id !== id);
}

/** Whether a change is a part of a comment that only one side has. */
export function isOfWholeComment({ comment }: ReviewChange): boolean {
  return comment !== undefined && comment.did !== 'edited';
}

/** The wordings of a replacement. Null for a change that is none. */
export function wordingOf({ kind, before, after, picture, renumbers }: ReviewChange): Wording | null {
  return kind !== 'replace' || picture !== undefined || renumbers === true ? null : sharedWordingOf(before, after);
}

/** Runs of neighbouring blocks or rows that one side has. */
function neighbours(
  changes: readonly ReviewChange[],
  places: ReadonlyMap<string, ChangePlace>,
  units: Units,
): readonly ChangeBundle[] {
  const bundles: ChangeBundle[] = [];
  let run: ReviewChange[] = [];
  const close = (): void => {
    if (run.length > 1) bundles.push({ kind: 'blocks', key: `blocks|${run[0]!.id}`, changes: run });
    run = [];
  };
  for (const change of changes) {
    if (!isWhole(change) || units.of(change.id)?.kind !== 'single') {
      // A change inside a block of the run, such as its format, does not end the run.
      const [at, end] = [places.get(change.id)?.first, places.get(run.at(-1)?.id ?? '')?.last];
      if (at === undefined || end === undefined || at > end) close();
      continue;
    }
    const [before, place] = [run.at(-1), places.get(change.id)];
    const last = places.get(before?.id ?? '');
    const isNext =
      before?.kind === change.kind &&
      last !== undefined &&
      place !== undefined &&
      place.section === last.section &&
      place.first - last.last <= 1;
    if (!isNext) close();
    run.push(change);
  }
  close();
  return bundles;
}

function isWhole(change: ReviewChange): boolean {
  const { kind, moved } = change;
  return (kind === 'block_insert' || kind === 'block_delete') && !moved && !isOfWholeComment(change);
}
