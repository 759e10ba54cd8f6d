/** Compares two texts into a redline and structured changes. Pure and synchronous. */
import { selectionOf } from '../../../shared/api/selection.ts';
import { settingsOf, type AskedSettings } from '../../../shared/api/settings.ts';
import { samenessOf, type Sameness } from '../../../shared/change/uncompared.ts';
import type { Side } from '../../../shared/document/model.ts';
import { wrongText } from '../../../shared/wrong-format.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import { utf8Length } from '../../formats/bytes.ts';
import { detectFormat } from '../../formats/detect-format.ts';
import { placeLines, type LinePlaces } from '../../formats/json/json-places.ts';
import type { CellEntries, JsonLineValues } from '../../formats/read-result.ts';
import { readText, type ReadResult, type TextFormat } from '../../formats/read-text.ts';
import type { Reading } from '../inputs/reading.ts';
import { compareReadings, type ComparisonWatcher, type FinishedComparison } from './compare-readings.ts';
import type { Mode } from './comparison-terms.ts';
import { meteredUnits } from '../inputs/metered-units.ts';
import { faultOfSide } from '../inputs/fault-of-side.ts';

/**
 * Two texts of one format, and the settings. `auto` detects the format from both texts, and chooses the mode `word`. A
 * text has no setting-out.
 */
export interface TextComparisonInput extends AskedSettings {
  readonly original: string;
  readonly revised: string;
  readonly format: TextFormat | 'auto';
  readonly mode: Mode;
  /** For texts of files: whether these are equal byte for byte. Absent: the texts decide. */
  readonly isSameFile?: boolean;
}

/** A finished comparison of two texts. */
export interface TextComparison extends FinishedComparison {
  readonly format: TextFormat;
  /** Metered units: each started 100 KiB of UTF-8 of both inputs together. 0 for two empty inputs. */
  readonly units: number;
  readonly sameness: Sameness;
}

/** @throws ServiceError `document_too_complex`, `document_invalid` (another format) or `invalid_request` (unreadable JSON), with the failing side */
export function compareText(input: TextComparisonInput, watcher?: ComparisonWatcher): TextComparison {
  const format = input.format === 'auto' ? detectFormat(input.original, input.revised) : input.format;
  const [original, revised] = readingsOf(readSide(input, 'original', format), readSide(input, 'revised', format));
  const options = { ...settingsOf(input), rules: input.rules, format, attributeMode: 'semantic' } as const;
  const units = meteredUnits(utf8Length(input.original), utf8Length(input.revised));
  const comparison = compareReadings(original, revised, options, watcher);
  const { summary, uncompared } = comparison;
  const { isSameFile = input.original === input.revised } = input;
  const sameness = samenessOf(summary.changeCount, uncompared, isSameFile);
  return { ...comparison, format, units, sameness };
}

function readSide(input: TextComparisonInput, side: Side, format: TextFormat): ReadResult {
  try {
    const wrong = wrongText(input[side], format);
    if (wrong !== null) throw wrong;
    return readText(input[side], format, input.include, selectionOf(input));
  } catch (fault) {
    throw faultOfSide(side, fault);
  }
}

/** The reading of a table with the places of its cells. */
function withCells({ cells: _, ...read }: ReadResult, { own, flat }: CellEntries): Reading {
  return { ...read, places: { cells: own }, flatPlaces: { cells: flat } };
}

/** The readings of both sides; for JSON and tables, with the places of their lines or cells. */
function readingsOf(original: ReadResult, revised: ReadResult): [Reading, Reading] {
  if (original.cells !== undefined && revised.cells !== undefined)
    return [withCells(original, original.cells), withCells(revised, revised.cells)];
  const [a, b] = [original.jsonLines, revised.jsonLines];
  if (a === undefined || b === undefined) return [original, revised];
  const lines = placeLines(a.values, b.values, () => new Interner());
  // The values are dropped: there may be a hundred thousand, and nothing needs them again.
  const placed = ({ document, envelope }: ReadResult, { pointers }: JsonLineValues, blockPlaces: LinePlaces) => ({
    document,
    envelope,
    places: { jsonPointerOf: (line: number) => pointers.of(line) },
    blockPlaces,
  });
  return [placed(original, a, lines.original), placed(revised, b, lines.revised)];
}
