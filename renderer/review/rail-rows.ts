/** The rows of the list of changes: sections, bundles of changes, changes, and places that a replacement left out. */
import type { ChangePlace, DocumentSection } from '../document-view/change-places.ts';
import type { ReviewChange } from '../document-view/list-changes.ts';
import { isOneDecision, type ChangeBundle } from './change-groups.ts';
import type { UndisclosedItem } from '../../shared/change/undisclosed.ts';
import type { StaleReference } from '../../shared/signals/references.ts';
import type { UnreplacedPlace } from './unreplaced.ts';

/** One row. Keys are unique in a list. */
export type RailRow =
  /** A heading of the document, or of a group that is no section. */
  | {
      readonly kind: 'section';
      readonly key: string;
      readonly section: DocumentSection | RailGroup;
      readonly total: number;
    }
  | {
      readonly kind: 'bundle';
      readonly key: string;
      readonly bundle: ChangeBundle;
      readonly isOpen: boolean;
      readonly unreplaced: readonly UnreplacedPlace[];
    }
  /** A change. `isMember`: it belongs to the open bundle above. */
  | { readonly kind: 'change'; readonly key: string; readonly change: ReviewChange; readonly isMember: boolean }
  | { readonly kind: 'unreplaced'; readonly key: string; readonly place: UnreplacedPlace }
  /** What was changed without being marked. */
  | { readonly kind: 'undisclosed'; readonly key: string; readonly item: UndisclosedItem }
  /** A place that still names the old number of a clause. */
  | {
      readonly kind: 'reference';
      readonly key: string;
      readonly reference: StaleReference;
      readonly place: StaleReference['places'][number];
    };

/** A group of rows that is no section of the document. */
export type RailGroup = 'undisclosed' | 'matters' | 'references' | 'spread';

/** The input of the rows. */
export interface RailContent {
  /** In document order. */
  readonly changes: readonly ReviewChange[];
  readonly bundles: readonly ChangeBundle[];
  readonly sections: readonly DocumentSection[];
  readonly places: ReadonlyMap<string, ChangePlace>;
  /** Places that a replacement left out, by bundle key. */
  readonly unreplaced: ReadonlyMap<string, readonly UnreplacedPlace[]>;
  /** Keys of the open bundles. */
  readonly open: ReadonlySet<string>;
  /** The changes that come first, by their ids. */
  readonly first: ReadonlyMap<string, unknown>;
  readonly references: readonly StaleReference[];
  readonly undisclosed: readonly UndisclosedItem[];
}

/** Bundles whose changes are spread over the document. The others are where their first change is. */
const SPREAD: ReadonlySet<ChangeBundle['kind']> = new Set(['contents', 'format', 'repeated']);

/**
 * The rows. First comes what is undisclosed, then what matters, if that is wanted. Then come stale references and the
 * bundles that are spread over the document. Then comes each section with its changes.
 */
export function railRows(content: RailContent): readonly RailRow[] {
  const { changes, bundles, sections, places, unreplaced, open, first, references, undisclosed } = content;
  const bundleOf = new Map<string, ChangeBundle>();
  for (const bundle of bundles) for (const { id } of bundle.changes) bundleOf.set(id, bundle);
  const spread: RailRow[] = [];
  let spreadTotal = 0;
  const matters: RailRow[] = [];
  let mattersTotal = 0;
  const inSections = new Map<number, { rows: RailRow[]; total: number }>();
  for (const change of changes) {
    const bundle = bundleOf.get(change.id);
    const isFirst = bundle === undefined || bundle.changes[0] === change;
    if ((bundle?.changes ?? [change]).some(({ id }) => first.has(id))) {
      if (isFirst || !isOneDecision(bundle)) mattersTotal += 1;
      if (bundle === undefined) matters.push(changeRow(change, false));
      else if (isFirst) matters.push(...bundleRows(bundle, open, unreplaced));
      continue;
    }
    if (bundle !== undefined && SPREAD.has(bundle.kind)) {
      spreadTotal += 1;
      if (isFirst) spread.push(...bundleRows(bundle, open, unreplaced));
      continue;
    }
    // A unit counts once, where its row is.
    const place = places.get((bundle?.changes[0] ?? change).id);
    const section = sectionIn(inSections, place?.section ?? 0);
    if (isFirst || !isOneDecision(bundle)) section.total += 1;
    if (bundle === undefined) section.rows.push(changeRow(change, false));
    else if (isFirst) section.rows.push(...bundleRows(bundle, open, unreplaced));
  }
  const rows: RailRow[] = [];
  const addGroup = (section: RailGroup, total: number, own: readonly RailRow[]): void => {
    if (own.length > 0) rows.push({ kind: 'section', key: `section|${section}`, section, total }, ...own);
  };
  const stale = references.flatMap((reference) =>
    reference.places.map((place, at): RailRow => {
      return { kind: 'reference', key: `reference|${reference.from}|${at}`, reference, place };
    }),
  );
  const hidden = undisclosed.map((item, at): RailRow => ({ kind: 'undisclosed', key: `undisclosed|${at}`, item }));
  addGroup('undisclosed', hidden.length, hidden);
  addGroup('matters', mattersTotal, matters);
  addGroup('references', stale.length, stale);
  addGroup('spread', spreadTotal, spread);
  // A document without headings needs no row that says so.
  const headings = sections.filter(({ kind }) => kind === 'heading').length;
  const isPlain = rows.length === 0 && inSections.size === 1 && (headings === 0 || sections.length <= 1);
  for (const index of [...inSections.keys()].sort((a, b) => a - b)) {
    const { rows: own, total } = inSections.get(index)!;
    const section = sections[index];
    if (section && !isPlain) rows.push({ kind: 'section', key: `section|${index}`, section, total });
    rows.push(...own);
  }
  return rows;
}

function sectionIn(
  sections: Map<number, { rows: RailRow[]; total: number }>,
  index: number,
): { rows: RailRow[]; total: number } {
  const known = sections.get(index);
  if (known) return known;
  const added = { rows: [], total: 0 };
  sections.set(index, added);
  return added;
}

function changeRow(change: ReviewChange, isMember: boolean): RailRow {
  return { kind: 'change', key: change.id, change, isMember };
}

function bundleRows(
  bundle: ChangeBundle,
  open: ReadonlySet<string>,
  allUnreplaced: RailContent['unreplaced'],
): readonly RailRow[] {
  const { key } = bundle;
  const isOpen = open.has(key);
  const unreplaced = allUnreplaced.get(key) ?? [];
  const row: RailRow = { kind: 'bundle', key, bundle, isOpen, unreplaced };
  if (!isOpen) return [row];
  return [
    row,
    ...bundle.changes.map((change) => changeRow(change, true)),
    ...unreplaced.map((place, index): RailRow => ({ kind: 'unreplaced', key: `${key}|${index}`, place })),
  ];
}

/** The index of the row that shows a change: its own row, or its closed bundle. -1 for none. */
export function rowOf(rows: readonly RailRow[], changeId: string): number {
  const own = rows.findIndex((row) => row.kind === 'change' && row.change.id === changeId);
  if (own !== -1) return own;
  return rows.findIndex((row) => row.kind === 'bundle' && row.bundle.changes.some(({ id }) => id === changeId));
}

/** The words of an undisclosed edit that the document shows; null if it shows none of it. */
export function quoteOf({ change }: UndisclosedItem): string | null {
  const text = change !== undefined && 'after' in change ? change.after.text.trim() : '';
  return text === '' ? null : text;
}
