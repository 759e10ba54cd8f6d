/** Compares two documents that were read. Pure and synchronous. */
import type { Include } from '../../../shared/api/include.ts';
import { settingsOf, type AskedSettings } from '../../../shared/api/settings.ts';
import type { InventoryItem } from '../../../shared/change/uncompared.ts';
import { textOf, type Block, type Warning } from '../../../shared/document/model.ts';
import type { Spot } from '../../../shared/document/slides.ts';
import { comparisonFormatOf } from '../../../shared/formats.ts';
import { leafCountOf } from '../../engine/changes/walk-leaves.ts';
import { flatBlocksOf } from '../../engine/fallback/flatten.ts';
import { measureEnvelope } from '../../formats/measure-envelope.ts';
import { composeReadings, type PdfReading } from '../../formats/pdf/read-pdf.ts';
import type { ReadResult } from '../../formats/read-result.ts';
import { sha256 } from '../../sha256.ts';
import { agreedForm, type FormSide } from '../two-formats/agreed-form.ts';
import { textsIn } from '../two-formats/words-of-blocks.ts';
import type { Reading } from '../inputs/reading.ts';
import { withEntries } from '../sheets/agreed-entries.ts';
import { compareReadings, type ComparisonWatcher, type FinishedComparison } from './compare-readings.ts';
import type { ReadFile, ReadPair } from '../inputs/tasks.ts';

/** Sizes of pages that are named. */
const SIZES_NAMED_MAX = 3;

/** Compares. The caller reports the readers' warnings. The result has the warnings of the agreed form. */
export function compareReadPair(
  pair: ReadPair,
  settings: AskedSettings,
  watcher?: ComparisonWatcher,
): FinishedComparison & { readonly warnings: readonly Warning[] } {
  const { original, revised, warnings } = readingsOf(pair, settings.include);
  const formats = { original: pair.original.format, revised: pair.revised.format };
  const format = comparisonFormatOf(formats);
  const options = { ...settingsOf(settings), format, formats: format === 'mixed' ? formats : undefined };
  return { ...compareReadings(original, revised, options, watcher), warnings };
}

/** Both sides in the form that is compared. */
export interface ComparedReadings {
  readonly original: Reading;
  readonly revised: Reading;
  /** What the two formats do not both state. */
  readonly warnings: readonly Warning[];
}

/** Both sides in the form that is compared: as they were read, or in the agreed form of two formats. */
export function readingsOf({ original, revised }: ReadPair, include: readonly Include[] = []): ComparedReadings {
  if (original.format === 'pdf' && revised.format === 'pdf') {
    // Running headers, headings and hyphens of a PDF are decided over both sides together.
    const [a, b] = composeReadings([original.read, revised.read], include);
    const areSizesEqual = a!.pageSizes.join() === b!.pageSizes.join();
    const [x, y] = [a!, b!].map((read) => readingOf(read, areSizesEqual ? [] : [pageLayoutOf(read)]));
    return { original: x!, revised: y!, warnings: [] };
  }
  if (original.format !== revised.format)
    return agreedForm(formSideOf(original, revised), formSideOf(revised, original));
  if (original.format === 'pdf' || revised.format === 'pdf') throw new Error('a PDF has no other reading');
  if (original.format === 'xlsx') return workbookReadings(original.read, revised.read);
  return {
    original: placedReading(original.read, include),
    revised: placedReading(revised.read, include),
    warnings: [],
  };
}

/** A reading with the places that its reader knows. */
function placedReading(read: ReadResult, include: readonly Include[]): Reading {
  return read.spots === undefined ? read : spottedReading(read, read.spots, include);
}

/** The readings of two workbooks, with the places of their cells. */
function workbookReadings(original: ReadResult, revised: ReadResult): ComparedReadings {
  const documents = withEntries(original, revised);
  const [a, b] = [original, revised].map(({ cells, ...read }, at): Reading => {
    const places = cells && { places: { cells: cells.own }, flatPlaces: { cells: cells.flat } };
    return { ...read, document: documents[at]!, ...places };
  });
  return { original: a!, revised: b!, warnings: [] };
}

/** The reading of a presentation, with the spots of its leaves. */
function spottedReading(read: ReadResult, spots: readonly Spot[], include: readonly Include[]): Reading {
  const comparesPictures = include.includes('pictures');
  const spotsOf = (count: (block: Block) => number): Spot[] =>
    read.document.blocks.flatMap((block, at) => new Array<Spot>(count(block)).fill(spots[at]!));
  return {
    ...read,
    // A picture becomes a paragraph where it is compared.
    places: { spots: spotsOf((block) => (comparesPictures && block.kind === 'image' ? 1 : leafCountOf(block))) },
    flatPlaces: { spots: spotsOf((block) => flatBlocksOf(block).reduce((sum, flat) => sum + leafCountOf(flat), 0)) },
  };
}

/** One file as it is read without another one. */
export function readingAlone(file: ReadFile, include: readonly Include[]): Reading {
  return file.format === 'pdf' ? readingOf(composeReadings([file.read], include)[0]!, []) : file.read;
}

function formSideOf(file: ReadFile, other: ReadFile): FormSide {
  if (file.format !== 'pdf') {
    const { document, envelope, inventory = [], drawnTexts } = file.read;
    return { format: file.format, document, envelope, inventory, ...(drawnTexts && { drawnTexts }) };
  }
  const typed = other.format === 'pdf' ? [] : other.read.document.blocks.flatMap(textsIn).map(textOf);
  const { document, pageOfBlock, linesOfBlock, inventory } = composeReadings([file.read], [], typed)[0]!;
  return { format: 'pdf', document, pageOfBlock, linesOfBlock, inventory, envelope: measureEnvelope(document.blocks) };
}

function pageLayoutOf({ pageSizes }: PdfReading): InventoryItem {
  const label = `pages of ${pageSizes.slice(0, SIZES_NAMED_MAX).join(', ')} points${pageSizes.length > SIZES_NAMED_MAX ? ' and others' : ''}`;
  return { kind: 'page_layout', where: '', label, sha256: sha256(pageSizes.join('\n')), count: 1 };
}

/** `further`: items that only a look at both sides finds. */
function readingOf(
  { document, looks, pageOfBlock, inventory }: PdfReading,
  further: readonly InventoryItem[],
): Reading {
  const pagesOf = (count: (block: Block) => number): number[] =>
    document.blocks.flatMap((block, index) => new Array<number>(count(block)).fill(pageOfBlock[index]!));
  return {
    document,
    inventory: [...inventory, ...further],
    appearance: { looks, guessesCells: true },
    envelope: measureEnvelope(document.blocks),
    places: { pages: pagesOf(leafCountOf) },
    flatPlaces: { pages: pagesOf((block) => flatBlocksOf(block).reduce((sum, flat) => sum + leafCountOf(flat), 0)) },
  };
}
