/** The use case behind every text comparison: two strings in, redline and structured changes out. Pure and synchronous. */
import type { StructuredPage, Summary } from '../../shared/change/page.ts';
import type { Block } from '../../shared/document/model.ts';
import { FragmentPieces } from '../../shared/fragment/write.ts';
import {
  ENVELOPE_MAX_BLOCK_ELEMENTS,
  ENVELOPE_MAX_HTML_BYTES,
  ENVELOPE_MAX_TAGS,
  UNIT_BYTES,
} from '../../shared/limits.ts';
import { PageSource } from '../engine/changes/page-source.ts';
import { compareDocuments } from '../engine/compare.ts';
import { flatten } from '../engine/text-stream/flatten.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { placeLines } from '../formats/json/json-places.ts';
import { readText, type JsonLine, type ReadResult, type TextFormat } from '../formats/read-text.ts';

/** Requested mode of comparison (specification 2.1). */
export type Mode = 'auto' | 'word' | 'block';

/** Two texts of one format. `auto` picks the format from both and the mode `word`. */
export interface TextComparisonInput {
  readonly original: string;
  readonly revised: string;
  readonly format: TextFormat | 'auto';
  readonly mode: Mode;
}

/** A finished comparison; pages are cut on demand. */
export interface TextComparison {
  readonly format: TextFormat;
  readonly engine: 'dom' | 'text';
  readonly fallback: boolean;
  readonly requestedMode: Mode;
  readonly effectiveMode: 'word' | 'block';
  /** Metered units: 100 KiB of UTF-8 of both inputs together, begun ones counted; 0 for two empty inputs. */
  readonly units: number;
  /** The HTML fragment (docs/fragment.md). */
  readonly html: string;
  readonly summary: Summary;
  /** Blocks that the engine took apart because a law failed on them; 0 unless it has a fault. */
  readonly degraded: number;
  /** Structured changes from `offset` on, at most `limit`. */
  page(offset: number, limit: number): StructuredPage;
}

/** Is told of a comparison while it is made. Neither call comes when the comparison is refused before. */
export interface ComparisonWatcher {
  /** The next top-level element of the fragment, or a part of a long one: see `FragmentPieces`. */
  piece(html: string): void;
  /** The whole fragment; what else the comparison needs is not made yet. */
  text(html: string, facts: Pick<TextComparison, 'engine' | 'fallback'>): void;
}

/** @throws ServiceError `document_too_complex`, `invalid_request` (unreadable JSON) */
export function compareText(input: TextComparisonInput, watcher?: ComparisonWatcher): TextComparison {
  const format = input.format === 'auto' ? detectFormat(input.original, input.revised) : input.format;
  const original = readText(input.original, format);
  const revised = readText(input.revised, format);
  const fallback = exceedsEnvelope(original) || exceedsEnvelope(revised);
  const effectiveMode = input.mode === 'auto' ? 'word' : input.mode;
  const documentOf = (side: ReadResult) => (fallback ? flatten(side.document) : side.document);
  const engine = fallback ? 'text' : 'dom';
  const pieces = new FragmentPieces();
  const give = (piece: string): void => {
    if (piece !== '') watcher?.piece(piece);
  };
  const options = {
    mode: effectiveMode,
    ...(original.jsonLines && revised.jsonLines && { places: placesOf(original.jsonLines, revised.jsonLines) }),
  };
  const watching = watcher && { block: (block: Block) => give(pieces.add(block)) };
  const { blocks, degraded } = compareDocuments(documentOf(original), documentOf(revised), options, watching);
  if (watching === undefined) for (const block of blocks) pieces.add(block);
  give(pieces.end());
  const html = pieces.fragment();
  watcher?.text(html, { engine, fallback });
  const pointers = {
    ...(original.jsonLines && { source: original.jsonLines.map(({ pointer }) => pointer) }),
    ...(revised.jsonLines && { revised: revised.jsonLines.map(({ pointer }) => pointer) }),
  };
  const pages = new PageSource(blocks, pointers, { format, engine, fallback });
  return {
    format,
    engine,
    fallback,
    requestedMode: input.mode,
    effectiveMode,
    units: Math.ceil((utf8Length(input.original) + utf8Length(input.revised)) / UNIT_BYTES),
    html,
    summary: pages.summary,
    degraded,
    page: (offset, limit) => pages.page(offset, limit),
  };
}

function placesOf(original: readonly JsonLine[], revised: readonly JsonLine[]): ReturnType<typeof placeLines> {
  const valueOf = ({ value }: JsonLine) => value;
  return placeLines(original.map(valueOf), revised.map(valueOf));
}

function exceedsEnvelope({ envelope }: ReadResult): boolean {
  return (
    envelope.htmlBytes > ENVELOPE_MAX_HTML_BYTES ||
    envelope.blockElements > ENVELOPE_MAX_BLOCK_ELEMENTS ||
    envelope.startTags > ENVELOPE_MAX_TAGS
  );
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
