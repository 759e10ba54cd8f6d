/** Compares two documents that were read. Pure and synchronous. */
import type { Include } from '../../shared/api/include.ts';
import type { Block } from '../../shared/document/model.ts';
import { leafCountOf } from '../engine/changes/walk-leaves.ts';
import { flatBlocksOf } from '../engine/fallback/flatten.ts';
import { measureEnvelope } from '../formats/measure-envelope.ts';
import { composeReadings, type PdfReading } from '../formats/pdf/read-pdf.ts';
import { compareReadings, type ComparisonWatcher, type FinishedComparison, type Reading } from './compare-readings.ts';
import type { DocumentsTask, ReadPair } from './tasks.ts';

/** Compares. The caller reports the readers' warnings. */
export function compareReadPair(
  pair: ReadPair,
  {
    mode,
    attributeMode,
    include = [],
    complexity,
  }: Pick<DocumentsTask, 'mode' | 'attributeMode' | 'include' | 'complexity'>,
  watcher?: ComparisonWatcher,
): FinishedComparison {
  const [original, revised] = readingsOf(pair, include);
  return compareReadings(original, revised, { format: pair.format, mode, attributeMode, include, complexity }, watcher);
}

/** Both sides in the form that is compared. A DOCX was read with what it includes. */
export function readingsOf(pair: ReadPair, include: readonly Include[] = []): [Reading, Reading] {
  if (pair.format === 'docx') return [pair.original, pair.revised];
  // Running headers, headings and hyphens of a PDF are decided over both sides together.
  const [original, revised] = composeReadings([pair.original, pair.revised], include);
  return [readingOf(original!), readingOf(revised!)];
}

function readingOf({ document, pageOfBlock, inventory }: PdfReading): Reading {
  const pagesOf = (count: (block: Block) => number): number[] =>
    document.blocks.flatMap((block, index) => new Array<number>(count(block)).fill(pageOfBlock[index]!));
  return {
    document,
    inventory,
    envelope: measureEnvelope(document.blocks),
    places: { pages: pagesOf(leafCountOf) },
    flatPlaces: { pages: pagesOf((block) => flatBlocksOf(block).reduce((sum, flat) => sum + leafCountOf(flat), 0)) },
  };
}
