/** How two readings are compared, decided once: as they are or as text, by which engine, in which mode. Pure. */
import { settingsOf, type AskedSettings, type ComparisonSettings } from '../../../shared/api/settings.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Block, Document, Side } from '../../../shared/document/model.ts';
import { DOCUMENT_FORMATS, type SideFormats } from '../../../shared/formats.ts';
import type { CompareOptions } from '../../engine/compare.ts';
import { flatten } from '../../engine/fallback/flatten.ts';
import { withComparedPictures } from '../../formats/compared-pictures.ts';
import { excessOf } from '../../formats/measure-envelope.ts';
import type { Reading } from '../inputs/reading.ts';

/**
 * Maximum depth of tables in cells. Deeper sides are compared as text. Each level costs stack frames, and pages have few
 * levels.
 */
const ENVELOPE_MAX_TABLE_DEPTH = 100;

/** Formats of comparisons of files that are no text. */
const DOCUMENTS: ReadonlySet<StructuredPage['format']> = new Set([...DOCUMENT_FORMATS, 'mixed']);

/** The requested mode. `docs/comparison.md` describes the modes. */
export type Mode = 'auto' | 'word' | 'block';

/** Settings of a comparison, and what is compared. The readers take care of all that is included but pictures. */
export interface ReadingOptions extends AskedSettings {
  readonly format: StructuredPage['format'];
  /** Formats of both sides, if `format` is `mixed`. */
  readonly formats?: SideFormats | undefined;
  readonly mode: Mode;
  readonly attributeMode: StructuredPage['attributeMode'];
}

/** Two readings that are compared. */
export type Readings = Readonly<Record<Side, Reading>>;

/** The two documents that the engine compares. */
export type ComparedDocuments = Readonly<Record<Side, Document>>;

/** The terms of one comparison. */
export interface Terms {
  readonly settings: ComparisonSettings;
  /** Why both sides are compared as text, as one sentence; undefined: they keep their structure. */
  readonly fallbackReason: string | undefined;
  readonly fallback: boolean;
  readonly engine: StructuredPage['engine'];
  readonly effectiveMode: 'word' | 'block';
  /** Whether pictures are compared pixel by pixel. */
  readonly comparesPictures: boolean;
  readonly engineOptions: CompareOptions;
}

/** Decides the terms. A side that exceeds the envelope makes it a comparison of text. */
export function termsOf({ original, revised }: Readings, options: ReadingOptions): Terms {
  const settings = settingsOf(options);
  const { complexity } = settings;
  const fallbackReason = reasonOf('original', original, complexity) ?? reasonOf('revised', revised, complexity);
  const fallback = fallbackReason !== undefined;
  const effectiveMode = settings.mode === 'auto' ? 'word' : settings.mode;
  return {
    settings,
    fallbackReason,
    fallback,
    engine: fallback ? 'text' : DOCUMENTS.has(options.format) ? 'document' : 'dom',
    effectiveMode,
    comparesPictures: settings.include.includes('pictures') && !fallback,
    engineOptions: {
      mode: effectiveMode,
      carriesLooks: fallback,
      linkTargets: bothOf(original.linkTargets, revised.linkTargets),
      places: bothOf(original.blockPlaces, revised.blockPlaces),
    },
  };
}

/** What the engine compares under these terms: the documents, their texts, or the documents with pictures in them. */
export function comparedDocuments({ original, revised }: Readings, terms: Terms): ComparedDocuments {
  if (terms.fallback) return { original: flatten(original.document), revised: flatten(revised.document) };
  if (!terms.comparesPictures) return { original: original.document, revised: revised.document };
  const [a, b] = withComparedPictures(original.document, revised.document);
  return { original: a, revised: b };
}

function bothOf<T>(original: T | undefined, revised: T | undefined): Readonly<Record<Side, T>> | undefined {
  return original && revised && { original, revised };
}

/** Why a side is compared as text; undefined: it keeps its structure. */
function reasonOf(
  side: Side,
  { document, envelope }: Reading,
  complexity: ComparisonSettings['complexity'],
): string | undefined {
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
