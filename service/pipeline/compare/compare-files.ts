/** Compares two files directly, without a service, with the same readers and the same engine. */
import { settingsOf, type AskedSettings, type ComparisonSettings } from '../../../shared/api/settings.ts';
import { samenessOf, type Sameness } from '../../../shared/change/uncompared.ts';
import type { Side, Warning } from '../../../shared/document/model.ts';
import type { ExtractedPdf } from '../../formats/pdf/extract-pages.ts';
import type { ReadResult } from '../../formats/read-result.ts';
import { sha256 } from '../../sha256.ts';
import { readingsOf } from './compare-read-pair.ts';
import { compareReadings, type FinishedComparison } from './compare-readings.ts';
import { meteredUnits } from '../inputs/metered-units.ts';
import { faultOfSide } from '../inputs/fault-of-side.ts';
import { plainTextOf } from '../words/plain-text.ts';
import { readFile, type FileReader } from '../inputs/read-file.ts';
import { readOptions } from '../inputs/read-options.ts';
import { conversionWarnings, convertedSides } from '../inputs/converted-file.ts';
import type { ComparisonFacts, Conversion, ReadFile } from '../inputs/tasks.ts';
import { comparisonFormatOf, type SideFormats } from '../../../shared/formats.ts';

/** Two files and the settings. Null: there is no file on this side, as before one was added. */
export interface FilePair extends AskedSettings {
  readonly formats: SideFormats;
  readonly original: Uint8Array | null;
  readonly revised: Uint8Array | null;
  readonly mode: ComparisonSettings['mode'];
  readonly attributeMode: ComparisonSettings['attributeMode'];
  /** How files became DOCX, if they were converted. */
  readonly converted?: { readonly [S in Side]: Conversion | undefined };
}

/** A finished comparison of two files. */
export interface FileComparison extends FinishedComparison {
  /** Metered units, by the bytes of both files. */
  readonly units: number;
  /** Content that could not be kept, and what two formats do not both state; that has no side. */
  readonly warnings: readonly (Warning & { readonly side?: Side })[];
  readonly sameness: Sameness;
  /** SHA-256 of both files, in lower-case hexadecimal digits. */
  readonly fileSha256: { readonly original: string; readonly revised: string };
  readonly convertedFrom: ComparisonFacts['convertedFrom'];
  /** Both sides as plain text. */
  readonly texts: readonly [original: string, revised: string];
}

const NO_BYTES = new Uint8Array();
const NO_CONTENT: ReadResult = {
  document: { blocks: [], warnings: [] },
  envelope: { htmlBytes: 0, blockElements: 0, startTags: 0 },
};
const NO_PDF: ExtractedPdf = {
  pages: [],
  pagesWithoutText: [],
  truncatedPages: [],
  overflowingPages: [],
  unreadableFontPages: [],
};

/**
 * Compares two files. `reader` reads them. Throws the readers' `ServiceError` with the failing side in its message.
 */
export async function compareFiles(files: FilePair, reader: FileReader = readFile): Promise<FileComparison> {
  const { formats } = files;
  const settings = { ...settingsOf(files), rules: files.rules };
  const format = comparisonFormatOf(formats);
  const reading = { original: read(files, 'original', reader), revised: read(files, 'revised', reader) };
  // Both files are read in parallel. A fault of the second one is thrown in its turn.
  reading.revised.catch(() => undefined);
  const pair = { original: await reading.original, revised: await reading.revised };
  const { original, revised, warnings } = readingsOf(pair, settings.include);
  const options = { ...settings, format, formats: format === 'mixed' ? formats : undefined };
  const comparison = compareReadings(original, revised, options);
  const bytes = { original: files.original ?? NO_BYTES, revised: files.revised ?? NO_BYTES };
  const { converted } = files;
  const fileSha256 = {
    original: converted?.original?.fileSha256 ?? sha256(bytes.original),
    revised: converted?.revised?.fileSha256 ?? sha256(bytes.revised),
  };
  const isSameFile = fileSha256.original === fileSha256.revised;
  const sided = (side: Side, warnings: readonly Warning[]) => warnings.map((warning) => ({ ...warning, side }));
  return {
    ...comparison,
    sameness: samenessOf(comparison.summary.changeCount, comparison.uncompared, isSameFile),
    fileSha256,
    convertedFrom: convertedSides({ original: converted?.original?.from, revised: converted?.revised?.from }),
    units: meteredUnits(bytes.original.byteLength, bytes.revised.byteLength),
    warnings: [
      ...sided('original', [...conversionWarnings(converted?.original), ...original.document.warnings]),
      ...sided('revised', [...conversionWarnings(converted?.revised), ...revised.document.warnings]),
      ...warnings,
    ],
    texts: [plainTextOf(original.document.blocks), plainTextOf(revised.document.blocks)],
  };
}

async function read(files: FilePair, side: Side, reader: FileReader): Promise<ReadFile> {
  const { formats } = files;
  const [format, bytes] = [formats[side], files[side]];
  if (bytes === null) return format === 'pdf' ? { format, read: NO_PDF } : { format, read: NO_CONTENT };
  try {
    return await reader(format, bytes, readOptions(formats, settingsOf(files)));
  } catch (fault) {
    throw faultOfSide(side, fault);
  }
}
