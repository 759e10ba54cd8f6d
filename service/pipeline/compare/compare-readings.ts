/** Compares two readings into a redline and structured changes. Pure and synchronous. */
import type { Complexity } from '../../../shared/api/complexity.ts';
import type { ComparisonDigests } from '../../../shared/api/digests.ts';
import type { StructuredPage, Summary } from '../../../shared/change/page.ts';
import type { Uncompared } from '../../../shared/change/uncompared.ts';
import type { Document } from '../../../shared/document/model.ts';
import type { SideFormat } from '../../../shared/formats.ts';
import type { Unit } from '../../../shared/fragment/units.ts';
import { FragmentPieces, writeFragment } from '../../../shared/fragment/write.ts';
import type { Places } from '../../engine/changes/leaves.ts';
import { PageSource, type PageParts } from '../../engine/changes/page-source.ts';
import { compareDocuments, type CompareOptions, type Merged } from '../../engine/compare.ts';
import { sha256 } from '../../sha256.ts';
import { declaredChanges, withDeclared } from '../declared/declared-changes.ts';
import type { Reading } from '../inputs/reading.ts';
import {
  comparedDocuments,
  termsOf,
  type ComparedDocuments,
  type Mode,
  type ReadingOptions,
  type Readings,
} from './comparison-terms.ts';
import { detailing } from './details-of-changes.ts';
import { guardDifferences } from './guard-differences.ts';
import { uncomparedOf } from './uncompared-of.ts';

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
  const readings = { original, revised };
  const { format, formats, attributeMode } = options;
  const terms = termsOf(readings, options);
  const { engine, fallback, settings } = terms;
  const documents = comparedDocuments(readings, terms);
  guardDifferences(documents.original, documents.revised);
  const { merged, html } = mergeAndWrite(documents, terms.engineOptions, watcher);
  watcher?.text(html, { engine, fallback });
  const sides = formats && { originalFormat: formats.original, revisedFormat: formats.revised };
  const facts = { format, ...sides, engine, fallback, attributeMode };
  const pages = new PageSource(merged.blocks, placesOf(readings, fallback), facts);
  const uncompared = uncomparedOf(readings, documents, merged, { ...terms, formats });
  const declared = revised.declarations && declaredChanges(merged.blocks, original.declarations, revised.declarations);
  const summary = declared ? { ...pages.summary, declaredChanges: declared.size } : pages.summary;
  const detailed = detailing(merged.blocks, settings.details, options.rules ?? []);
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
    fallbackReason: terms.fallbackReason,
    complexity: settings.complexity,
    requestedMode: settings.mode,
    effectiveMode: terms.effectiveMode,
    html,
    summary,
    uncompared,
    degraded: merged.degraded,
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

/** Merges both documents and writes the fragment. The watcher receives each piece as soon as it is whole. */
function mergeAndWrite(
  { original, revised }: ComparedDocuments,
  options: CompareOptions,
  watcher: ComparisonWatcher | undefined,
): { readonly merged: Merged; readonly html: string } {
  if (watcher === undefined) {
    const merged = compareDocuments(original, revised, options);
    return { merged, html: writeFragment(merged.blocks) };
  }
  const pieces = new FragmentPieces();
  const emit = (piece: string): void => {
    if (piece !== '') watcher.piece(piece);
  };
  const merged = compareDocuments(original, revised, options, { block: (block) => emit(pieces.add(block)) });
  emit(pieces.end());
  return { merged, html: pieces.fragment() };
}

/** Places in the sources of what was compared. */
function placesOf({ original, revised }: Readings, fallback: boolean): Places {
  const of = (side: Reading) => (fallback ? (side.flatPlaces ?? side.places) : side.places);
  return { source: of(original) ?? {}, revised: of(revised) ?? {} };
}

function digestOf({ blocks }: Document): string {
  return sha256(writeFragment(blocks));
}
