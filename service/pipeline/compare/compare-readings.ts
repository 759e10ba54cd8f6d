/** Compares two readings into a redline and structured changes. Pure and synchronous. */
import type { Complexity } from '../../../shared/api/complexity.ts';
import { settingsOf, type AskedSettings } from '../../../shared/api/settings.ts';
import type { InventoryItem, Uncompared } from '../../../shared/change/uncompared.ts';
import type { StructuredPage, Summary } from '../../../shared/change/page.ts';
import type { Block, Document, Side } from '../../../shared/document/model.ts';
import type { Unit } from '../../../shared/fragment/units.ts';
import { FragmentPieces, writeFragment } from '../../../shared/fragment/write.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import { PageSource, type PageParts } from '../../engine/changes/page-source.ts';
import { compareDocuments } from '../../engine/compare.ts';
import { allMovedTargets } from '../../engine/merge/same-targets.ts';
import { flatten } from '../../engine/fallback/flatten.ts';
import { changedTargets } from '../../formats/html/inventory/changed-targets.ts';
import { withComparedPictures, withoutCompared } from '../../formats/compared-pictures.ts';
import { sha256 } from '../../sha256.ts';
import { excessOf } from '../../formats/measure-envelope.ts';
import type { SideFormat, SideFormats } from '../../../shared/formats.ts';
import { changedLooks } from '../looks/changed-looks.ts';
import { changedComments } from '../looks/changed-comments.ts';
import { changedDirections } from '../looks/changed-directions.ts';
import { changedNumbers } from '../looks/changed-numbers.ts';
import { changedReferences } from '../looks/changed-references.ts';
import { compareInventories } from './compare-inventories.ts';
import type { Reading } from '../inputs/reading.ts';
import { declaredChanges, withDeclared } from '../declared/declared-changes.ts';
import { detailing } from './details-of-changes.ts';
import { guardDifferences } from './guard-differences.ts';

/**
 * Maximum depth of tables in cells. Deeper sides are compared as text. Each level costs stack frames, and pages have few
 * levels.
 */
const ENVELOPE_MAX_TABLE_DEPTH = 100;

/** Formats of comparisons of files that are no text. */
const DOCUMENTS: ReadonlySet<StructuredPage['format']> = new Set(['docx', 'pdf', 'mixed']);

/** The requested mode. `docs/comparison.md` describes the modes. */
export type Mode = 'auto' | 'word' | 'block';

const NO_ITEMS: Readonly<Record<Side, readonly InventoryItem[]>> = { original: [], revised: [] };

/** Settings of a comparison, and what is compared. The readers take care of all that is included but pictures. */
export interface ReadingOptions extends AskedSettings {
  readonly format: StructuredPage['format'];
  /** Formats of both sides, if `format` is `mixed`. */
  readonly formats?: SideFormats | undefined;
  readonly mode: Mode;
  readonly attributeMode: StructuredPage['attributeMode'];
}

/** A finished comparison. Pages are made on demand. */
export interface FinishedComparison {
  readonly format: StructuredPage['format'];
  /** Formats of the two sides of a mixed comparison; undefined for one format. */
  readonly originalFormat: SideFormat | undefined;
  readonly revisedFormat: SideFormat | undefined;
  /** `document` for DOCX, PDF and mixed formats; `text` for a fallback. */
  readonly engine: StructuredPage['engine'];
  readonly fallback: boolean;
  /** Why it is a fallback, as one sentence; undefined without one. */
  readonly fallbackReason: string | undefined;
  readonly complexity: Complexity;
  readonly requestedMode: Mode;
  readonly effectiveMode: 'word' | 'block';
  /** The HTML fragment (docs/fragment.md). */
  readonly html: string;
  readonly summary: Summary;
  /** What the comparison left out; undefined if it left out nothing. */
  readonly uncompared: Uncompared | undefined;
  /**
   * Number of blocks that failed a round-trip invariant and were replaced whole. It is 0 unless the engine has a
   * fault.
   */
  readonly degraded: number;
  /** At most `limit` structured changes from `offset` on. */
  page(offset: number, limit: number): StructuredPage;
  /** The same changes without their pages, for the store. */
  readonly parts: PageParts;
  /**
   * Digests of the canonical HTML of both documents. Rejecting and accepting every change must give documents with
   * these digests.
   */
  digests(): ComparisonDigests;
  /** The changes that are decided together. Changes that are units of their own are left out. */
  readonly decidedTogether: readonly Unit[];
}

/** Receives the results of a running comparison. It receives nothing if the comparison is refused first. */
export interface ComparisonWatcher {
  /** The next top-level element of the fragment, or a part of a long one: see `FragmentPieces`. */
  piece(html: string): void;
  /** The whole fragment. Other results follow later. */
  text(html: string, facts: Pick<FinishedComparison, 'engine' | 'fallback'>): void;
}

/** Compares. The watcher receives the redline while it is made. Throws as `guardDifferences` does. */
export function compareReadings(
  original: Reading,
  revised: Reading,
  options: ReadingOptions,
  watcher?: ComparisonWatcher,
): FinishedComparison {
  const { format, formats, rules = [] } = options;
  const { mode, attributeMode, include, complexity, details } = settingsOf(options);
  const fallbackReason = reasonOf('original', original, complexity) ?? reasonOf('revised', revised, complexity);
  const fallback = fallbackReason !== undefined;
  const effectiveMode = mode === 'auto' ? 'word' : mode;
  const comparesPictures = include.includes('pictures') && !fallback;
  const placesOf = (side: Reading) => (fallback ? (side.flatPlaces ?? side.places) : side.places);
  const engine = fallback ? 'text' : DOCUMENTS.has(format) ? 'document' : 'dom';
  const pieces = watcher && new FragmentPieces();
  const emit = (piece: string): void => {
    if (piece !== '') watcher?.piece(piece);
  };
  const linkTargets = original.linkTargets &&
    revised.linkTargets && { original: original.linkTargets, revised: revised.linkTargets };
  const engineOptions = {
    mode: effectiveMode,
    carriesLooks: fallback,
    ...(linkTargets && { linkTargets }),
    ...(original.blockPlaces &&
      revised.blockPlaces && { places: { original: original.blockPlaces, revised: revised.blockPlaces } }),
  } as const;
  const watching = pieces && { block: (block: Block) => emit(pieces.add(block)) };
  const [a, b] = fallback
    ? [flatten(original.document), flatten(revised.document)]
    : comparesPictures
      ? withComparedPictures(original.document, revised.document)
      : [original.document, revised.document];
  guardDifferences(a, b);
  const documents = { original: a, revised: b };
  const merged = compareDocuments(documents.original, documents.revised, engineOptions, watching);
  const { blocks, degraded } = merged;
  if (pieces) emit(pieces.end());
  const html = pieces ? pieces.fragment() : writeFragment(blocks);
  watcher?.text(html, { engine, fallback });
  const places = { source: placesOf(original) ?? {}, revised: placesOf(revised) ?? {} };
  // A fallback has no links.
  const moved = linkTargets && fallback ? allMovedTargets(linkTargets) : merged.movedTargets;
  const sides = formats && { originalFormat: formats.original, revisedFormat: formats.revised };
  const pages = new PageSource(blocks, places, { format, ...sides, engine, fallback, attributeMode });
  const directions = changedDirections(blocks);
  const comments = changedComments(blocks);
  const references = changedReferences(blocks, original.references, revised.references);
  // A fallback shows numbers as text. Two formats state them in different ways.
  const isAlike = !fallback && formats?.original === formats?.revised;
  const numbers = isAlike ? changedNumbers(blocks) : NO_ITEMS;
  const looks = changedLooks(blocks, original.appearance, revised.appearance);
  const inventoryOf = (
    { inventory = [], linkTargets: targets }: Reading,
    document: Document,
    other: Reading,
    changed: readonly InventoryItem[],
  ) => [
    ...(comparesPictures ? withoutCompared(inventory, document, other.inventory ?? []) : inventory),
    ...(linkTargets && targets ? changedTargets(moved, targets) : []),
    ...changed,
  ];
  const uncompared = compareInventories(
    inventoryOf(original, a, revised, [
      ...directions.original,
      ...numbers.original,
      ...looks.original,
      ...comments.original,
      ...references.original,
    ]),
    inventoryOf(revised, b, original, [
      ...directions.revised,
      ...numbers.revised,
      ...looks.revised,
      ...comments.revised,
      ...references.revised,
    ]),
  );
  const detailed = detailing(blocks, details, rules);
  const declared = revised.declarations && declaredChanges(blocks, original.declarations, revised.declarations);
  const summary = declared ? { ...pages.summary, declaredChanges: declared.size } : pages.summary;
  const told = (page: StructuredPage): StructuredPage => {
    const own = detailed({ ...page, summary, ...(uncompared && { uncompared }) });
    return declared ? withDeclared(own, declared) : own;
  };
  return {
    format,
    originalFormat: formats?.original,
    revisedFormat: formats?.revised,
    engine,
    fallback,
    fallbackReason,
    complexity,
    requestedMode: mode,
    effectiveMode,
    html,
    summary,
    uncompared,
    degraded,
    page: (offset, limit) => told(pages.page(offset, limit)),
    parts: {
      changes: (offset, limit) => told(pages.changes(offset, limit)),
      needed: (position) => pages.needed(position),
      entry: (number) => pages.entry(number),
    },
    digests: () => ({ original: digestOf(documents.original), revised: digestOf(documents.revised) }),
    decidedTogether: pages.tied,
  };
}

function digestOf({ blocks }: Document): string {
  return sha256(writeFragment(blocks));
}

/** Why a side is compared as text; undefined: it keeps its structure. */
function reasonOf(side: Side, { document, envelope }: Reading, complexity: Complexity): string | undefined {
  const excess = excessOf(envelope, complexity);
  if (excess !== null) return `The ${side} has ${excess}.`;
  if (!hasTablesDeeper(document.blocks, ENVELOPE_MAX_TABLE_DEPTH)) return undefined;
  return `The ${side} has tables nested more than ${ENVELOPE_MAX_TABLE_DEPTH} deep, which is the limit.`;
}

/** Whether tables nest more than `depth` deep. */
function hasTablesDeeper(blocks: readonly Block[], depth: number): boolean {
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    if (depth === 0) return true;
    for (const { cells } of block.rows)
      for (const cell of cells) if (hasTablesDeeper(cell.blocks, depth - 1)) return true;
  }
  return false;
}
