/** Compares what readers made of two inputs: redline and structured changes. Pure and synchronous. */
import { createHash } from 'node:crypto';
import type { StructuredPage, Summary } from '../../shared/change/page.ts';
import type { Block, Document } from '../../shared/document/model.ts';
import { FragmentPieces, writeFragment } from '../../shared/fragment/write.ts';
import { ENVELOPE_MAX_TABLE_DEPTH } from '../../shared/limits.ts';
import type { ComparisonDigests } from '../../shared/api/digests.ts';
import type { BlockPlaces } from '../engine/align/feature.ts';
import type { SidePlaces } from '../engine/changes/leaves.ts';
import { PageSource } from '../engine/changes/page-source.ts';
import { compareDocuments } from '../engine/compare.ts';
import { flatten } from '../engine/fallback/flatten.ts';
import { isBeyondEnvelope } from '../formats/measure-envelope.ts';
import type { Envelope } from '../formats/read-result.ts';

/** Requested mode of comparison (specification 2.1). */
export type Mode = 'auto' | 'word' | 'block';

/** One side as its reader gave it. */
export interface Reading {
  readonly document: Document;
  readonly envelope: Envelope;
  /** Where the blocks stand in the source, for formats that know it. */
  readonly places?: SidePlaces;
  /** The same for the blocks of the fallback, see `flatten`; absent: they are the same blocks. */
  readonly flatPlaces?: SidePlaces;
  /** Which blocks of the two sides stand at the same place (JSON). */
  readonly blockPlaces?: BlockPlaces;
}

/** How two readings are compared. */
export interface ReadingOptions {
  readonly format: StructuredPage['format'];
  readonly mode: Mode;
  readonly attributeMode: StructuredPage['attributeMode'];
}

/** A finished comparison; pages are cut on demand. */
export interface FinishedComparison {
  readonly format: StructuredPage['format'];
  /** `document` for DOCX and PDF, `text` on fallback. */
  readonly engine: StructuredPage['engine'];
  readonly fallback: boolean;
  readonly requestedMode: Mode;
  readonly effectiveMode: 'word' | 'block';
  /** The HTML fragment (docs/fragment.md). */
  readonly html: string;
  readonly summary: Summary;
  /** Blocks that the engine took apart because a law failed on them; 0 unless it has a fault. */
  readonly degraded: number;
  /** Structured changes from `offset` on, at most `limit`. */
  page(offset: number, limit: number): StructuredPage;
  /** Digests of the canonical HTML of both documents as they were read: what rejecting and accepting all must give. */
  digests(): ComparisonDigests;
}

/** Is told of a comparison while it is made. Neither call comes when the comparison is refused before. */
export interface ComparisonWatcher {
  /** The next top-level element of the fragment, or a part of a long one: see `FragmentPieces`. */
  piece(html: string): void;
  /** The whole fragment; what else the comparison needs is not made yet. */
  text(html: string, facts: Pick<FinishedComparison, 'engine' | 'fallback'>): void;
}

/** Compares. The watcher hears of the redline while it is made. */
export function compareReadings(
  original: Reading,
  revised: Reading,
  { format, mode, attributeMode }: ReadingOptions,
  watcher?: ComparisonWatcher,
): FinishedComparison {
  const fallback = exceedsEnvelope(original) || exceedsEnvelope(revised);
  const effectiveMode = mode === 'auto' ? 'word' : mode;
  const documentOf = (side: Reading) => (fallback ? flatten(side.document) : side.document);
  const placesOf = (side: Reading) => (fallback ? (side.flatPlaces ?? side.places) : side.places);
  const engine = fallback ? 'text' : format === 'docx' || format === 'pdf' ? 'document' : 'dom';
  const pieces = watcher && new FragmentPieces();
  const emit = (piece: string): void => {
    if (piece !== '') watcher?.piece(piece);
  };
  const options = {
    mode: effectiveMode,
    ...(original.blockPlaces &&
      revised.blockPlaces && { places: { original: original.blockPlaces, revised: revised.blockPlaces } }),
  } as const;
  const watching = pieces && { block: (block: Block) => emit(pieces.add(block)) };
  const documents = { original: documentOf(original), revised: documentOf(revised) };
  const { blocks, degraded } = compareDocuments(documents.original, documents.revised, options, watching);
  if (pieces) emit(pieces.end());
  const html = pieces ? pieces.fragment() : writeFragment(blocks);
  watcher?.text(html, { engine, fallback });
  const places = { source: placesOf(original) ?? {}, revised: placesOf(revised) ?? {} };
  const pages = new PageSource(blocks, places, { format, engine, fallback, attributeMode });
  return {
    format,
    engine,
    fallback,
    requestedMode: mode,
    effectiveMode,
    html,
    summary: pages.summary,
    degraded,
    page: (offset, limit) => pages.page(offset, limit),
    digests: () => ({ original: digestOf(documents.original), revised: digestOf(documents.revised) }),
  };
}

function digestOf({ blocks }: Document): string {
  return createHash('sha256').update(writeFragment(blocks)).digest('hex');
}

function exceedsEnvelope({ document, envelope }: Reading): boolean {
  return isBeyondEnvelope(envelope) || hasTablesDeeper(document.blocks, ENVELOPE_MAX_TABLE_DEPTH);
}

/** Whether more than `depth` tables stand in each other. */
function hasTablesDeeper(blocks: readonly Block[], depth: number): boolean {
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    if (depth === 0) return true;
    for (const { cells } of block.rows)
      for (const cell of cells) if (hasTablesDeeper(cell.blocks, depth - 1)) return true;
  }
  return false;
}
