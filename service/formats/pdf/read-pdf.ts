import type { Include } from '../../../shared/api/include.ts';
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import type { Block, Document, Warning } from '../../../shared/document/model.ts';
import { takeLooks, type LookRecord } from '../look-record.ts';
import { assembleDocument } from './assemble/assemble-document.ts';
import type { PlacedLine } from './assemble/placed-lines.ts';
import { assembleStories } from './assemble/running-stories.ts';
import { agreeOnTables } from './across-sides/agreed-tables.ts';
import { joinContinuations } from './across-sides/continuations.ts';
import { extractPages, type ExtractedPdf, type ExtractOptions } from './extract-pages.ts';
import { gatherFootnotes } from './blocks/footnotes.ts';
import { lineGroupsOf } from './across-sides/flow-text.ts';
import type { PrintedLine } from './lines/printed-line.ts';
import { stripHeadersAndFooters } from './across-sides/headers-footers.ts';
import { findHeadings, findPlainHeadings } from './across-sides/headings.ts';
import { buildLexicon, measureLineEnds } from './across-sides/hyphens.ts';
import { findLists } from './across-sides/lists.ts';
import { findParagraphs, type FlowBlock } from './blocks/paragraphs.ts';
import { findPlainItems } from './across-sides/plain-items.ts';
import { gatherRunningTexts, type RemovedLine, type RunningText } from './across-sides/running-texts.ts';
import { repeatedHeadItems } from './inventory/head-items.ts';
import { letterItems } from './inventory/letter-items.ts';
import { pagesText } from './inventory/pages-text.ts';
import { runningItems } from './inventory/running-items.ts';
import { decideBreaks } from './across-sides/decide-breaks.ts';
import { decideLeaders } from './across-sides/decide-leaders.ts';
import { decideQuotes } from './across-sides/quotes.ts';
import { settleLooks } from './across-sides/settle-looks.ts';
import { confirmTables } from './blocks/confirm-tables.ts';
import { measureTypography } from './blocks/typography.ts';
import { UNSPELLED } from './paint/glyph-text.ts';
import { decideTypedLigatures } from './across-sides/typed-ligatures.ts';

/** A PDF read for comparison. */
export interface PdfReading {
  readonly document: Document;
  /** Colours and sizes of its letters. */
  readonly looks: LookRecord;
  /** For each block of the document, the page on which it begins (from 1). */
  readonly pageOfBlock: readonly number[];
  /** For each block of the document, its lines and their places. */
  readonly linesOfBlock: readonly (readonly PlacedLine[])[];
  readonly pageCount: number;
  /** Sizes of the pages in whole points, such as "595 × 842", without repetitions of the page before. */
  readonly pageSizes: readonly string[];
  /** The lines of running headers and footers, watermarks and line numbers in page order. */
  readonly headersAndFooters: readonly RemovedLine[];
  /** What the reader saw and did not put into the document. */
  readonly inventory: readonly InventoryItem[];
  /**
   * The painted lines in the order of the document, then those of headers and footers in page order. Empty unless the
   * pages were extracted with their places.
   */
  readonly printed: readonly PrintedLine[];
}

/**
 * Reads one PDF into the document model, in reader normal form (see `read-text.ts`).
 *
 * @throws ServiceError `document_encrypted`, `document_invalid`, `document_not_searchable`, `document_too_complex`
 */
export async function readPdf(bytes: Uint8Array, options: ExtractOptions = {}): Promise<PdfReading> {
  return composeReadings([await extractPages(bytes, options)])[0]!;
}

/**
 * Turns the extracted pages of one PDF, or of both sides of a comparison, into documents. Pure.
 *
 * Headers, footers, heading levels, hyphens and looks are decided across all sides together. A guess can then never
 * make two sides differ. Included running headers and footers follow the text as stories.
 *
 * @param typed paragraphs of the other side if it is no PDF. Its words have no line ends, so they decide about divided
 *   words too.
 */
export function composeReadings(
  extracted: readonly ExtractedPdf[],
  include: readonly Include[] = [],
  typed: readonly string[] = [],
): PdfReading[] {
  const stripped = stripHeadersAndFooters(decideLeaders(extracted.map((side) => side.pages)));
  const tabled = agreeOnTables(stripped.map((side) => confirmTables(side.pages)));
  const parts = tabled.map((side) => {
    const pages = gatherFootnotes(side);
    return findParagraphs(pages, measureTypography(pages));
  });
  const flows = decideQuotes(decideTypedLigatures(joinContinuations(decideBreaks(parts))));
  const headings = findHeadings(flows);
  const plainHeadings = findPlainHeadings(flows, headings);
  const plainItems = findPlainItems(flows);
  const lexicon = buildLexicon([...flows.flatMap((flow) => [...linesOf(flow)]), ...typed.map((text) => [text])]);
  const pageCounts = extracted.map(({ pages }) => pages.length);
  const running = gatherRunningTexts(
    stripped.map(({ removed }) => removed),
    pageCounts,
  );
  const isIncluded = ({ kind }: RunningText): boolean =>
    (kind === 'header' && include.includes('headers')) || (kind === 'footer' && include.includes('footers'));
  const left = runningItems(running, pageCounts, isIncluded);
  const assembled = flows.map((flow, index) => {
    const own = headings[index]!;
    const noItems = [own, plainHeadings[index]!, plainItems[index]!];
    const lists = findLists(flow, (paragraph) => noItems.some((paragraphs) => paragraphs.has(paragraph)));
    const { blocks, pages, lines } = assembleDocument(flow, {
      headings: own,
      lists,
      lexicon,
      lineEnds: measureLineEnds(linesOf(flow), lexicon),
    });
    const stories = assembleStories(running[index]!.filter(isIncluded));
    return {
      blocks: [...blocks, ...stories.blocks] as readonly Block[],
      pages: [...pages, ...stories.pages],
      lines: [...lines, ...stories.lines],
    };
  });
  const letters = letterItems(extracted.map((side) => side.letters ?? []));
  const settled = settleLooks(assembled.map(({ blocks }) => blocks));
  return flows.map((flow, index): PdfReading => {
    const { blocks, record } = takeLooks(settled[index]!);
    const side = extracted[index]!;
    return {
      document: { blocks, warnings: warningsOf(side) },
      looks: record,
      pageOfBlock: assembled[index]!.pages,
      linesOfBlock: assembled[index]!.lines,
      pageCount: side.pages.length,
      pageSizes: pageSizesOf(side),
      headersAndFooters: stripped[index]!.removed,
      inventory: [...(side.inventory ?? []), ...left[index]!, ...repeatedHeadItems(flow), ...letters[index]!],
      printed: printedOf(flow, stripped[index]!.removed),
    };
  });
}

function pageSizesOf({ pages }: ExtractedPdf): string[] {
  const sizes = pages.map(({ width, height }) => `${Math.round(width)} × ${Math.round(height)}`);
  return sizes.filter((size, at) => size !== sizes[at - 1]);
}

function printedOf(flow: readonly FlowBlock[], removed: readonly RemovedLine[]): PrintedLine[] {
  const lines = [...flow.flatMap((block) => lineGroupsOf(block).flat()), ...removed];
  return lines.flatMap(({ printed }) => printed ?? []);
}

function* linesOf(flow: readonly FlowBlock[]): Generator<string[]> {
  for (const block of flow) {
    if (block.kind === 'paragraph') yield block.lines.map((line) => line.text);
    else for (const row of block.rows) for (const cell of row) yield cell.lines.map((line) => line.text);
  }
}

/** Warnings about content that could not be read from a PDF. */
export function warningsOf(side: ExtractedPdf): Warning[] {
  const warnings: Warning[] = [];
  if (side.pagesWithoutText.length > 0) {
    const message = `${pagesNamed(side.pagesWithoutText)} of ${side.pages.length} without text: pictures are not compared. Run OCR on the PDF to compare them too.`;
    warnings.push({ code: 'pages_without_text', message });
  }
  if (side.truncatedPages.length > 0) {
    const message = `${pagesNamed(side.truncatedPages)} of ${side.pages.length} with more text than is read: the rest is missing.`;
    warnings.push({ code: 'pages_truncated', message });
  }
  if (side.overflowingPages.length > 0) {
    const message = `${pagesNamed(side.overflowingPages)} of ${side.pages.length} with text that runs over the edge of the page. It is compared, though the page does not show it.`;
    warnings.push({ code: 'text_beyond_page', message });
  }
  if (side.unreadableFontPages.length > 0) {
    const message = `${pagesNamed(side.unreadableFontPages)} of ${side.pages.length} with text in a font that cannot be read. This text is missing, and a change of it is not seen. Print the PDF anew with embedded fonts.`;
    warnings.push({ code: 'text_in_unreadable_font', message });
  }
  const { unspelledPages = [], privatePages = [] } = side;
  if (unspelledPages.length > 0) {
    const message = `${pagesNamed(unspelledPages)} of ${side.pages.length} with letters that are drawn and have no text. Each is read as “${UNSPELLED}”. The comparison says where they are drawn differently, but not what they say. Print the PDF anew, or run OCR on it.`;
    warnings.push({ code: 'text_not_spelled', message });
  }
  if (privatePages.length > 0) {
    const message = `${pagesNamed(privatePages)} of ${side.pages.length} with words in private codes. The codes and the drawings of the letters are compared, but the file does not say what they read. Print the PDF anew, or run OCR on it.`;
    warnings.push({ code: 'text_in_private_codes', message });
  }
  return warnings;
}

/** "Page 3", "Pages 1–4, 7". */
function pagesNamed(pages: readonly number[]): string {
  return pagesText(pages).replace('page', 'Page');
}
