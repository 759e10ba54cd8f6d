/** Compares two files directly, without a service, with the same readers and the same engine. */
import type { RequestedMode } from '../../shared/api/text-spellings.ts';
import type { Complexity } from '../../shared/api/complexity.ts';
import type { Include } from '../../shared/api/include.ts';
import { samenessOf, type Sameness } from '../../shared/change/uncompared.ts';
import type { Side, Warning } from '../../shared/document/model.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import { extractPages, type ExtractedPdf } from '../formats/pdf/extract-pages.ts';
import type { ReadResult } from '../formats/read-result.ts';
import { readText, type TextFormat } from '../formats/read-text.ts';
import { sha256 } from '../formats/sha256.ts';
import { detectFormat } from '../formats/detect-format.ts';
import { readingsOf } from './compare-read-pair.ts';
import { compareReadings, type FinishedComparison } from './compare-readings.ts';
import { meteredUnits } from './metered-units.ts';
import { faultOfSide } from './fault-of-side.ts';
import { plainTextOf } from './plain-text.ts';
import type { DocumentsTask, ReadPair } from './tasks.ts';
import type { DocumentFormat } from '../../shared/formats.ts';
import { wrongFormat } from '../../shared/wrong-format.ts';

/** Two files and their options. Null: there is no file on this side, as before one was added. */
export interface FilePair {
  readonly format: DocumentFormat;
  readonly original: Uint8Array | null;
  readonly revised: Uint8Array | null;
  readonly mode: RequestedMode;
  readonly attributeMode: DocumentsTask['attributeMode'];
  /** Content that is compared on request; absent: none. */
  readonly include?: readonly Include[];
  /** Absent: `standard`. */
  readonly complexity?: Complexity | undefined;
}

/** A finished comparison of two files. */
export interface FileComparison extends FinishedComparison {
  /** Metered units, by the bytes of both files. */
  readonly units: number;
  readonly warnings: readonly (Warning & { readonly side: Side })[];
  readonly sameness: Sameness;
  /** SHA-256 of both files, in lower-case hexadecimal digits. */
  readonly fileSha256: { readonly original: string; readonly revised: string };
  /** Both sides as plain text. */
  readonly texts: readonly [original: string, revised: string];
}

const NO_BYTES = new Uint8Array();
const NO_DOCX: ReadResult = {
  document: { blocks: [], warnings: [] },
  envelope: { htmlBytes: 0, blockElements: 0, startTags: 0 },
};
const NO_PDF: ExtractedPdf = { pages: [], pagesWithoutText: [], truncatedPages: [], overflowingPages: [] };

/** Compares two files. Throws the readers' `ServiceError` with the failing side in its message. */
export async function compareFiles(files: FilePair): Promise<FileComparison> {
  const { format, mode, attributeMode, include = [], complexity } = files;
  const pair = { format, original: await read(files, 'original'), revised: await read(files, 'revised') } as ReadPair;
  const [original, revised] = readingsOf(pair, include);
  const comparison = compareReadings(original, revised, { format, mode, attributeMode, include, complexity });
  const bytes = { original: files.original ?? NO_BYTES, revised: files.revised ?? NO_BYTES };
  const fileSha256 = { original: sha256(bytes.original), revised: sha256(bytes.revised) };
  const isSameFile = fileSha256.original === fileSha256.revised;
  const sided = (side: Side, warnings: readonly Warning[]) => warnings.map((warning) => ({ ...warning, side }));
  return {
    ...comparison,
    sameness: samenessOf(comparison.summary.changeCount, comparison.uncompared, isSameFile),
    fileSha256,
    units: meteredUnits(bytes.original.byteLength, bytes.revised.byteLength),
    warnings: [...sided('original', original.document.warnings), ...sided('revised', revised.document.warnings)],
    texts: [plainTextOf(original.document.blocks), plainTextOf(revised.document.blocks)],
  };
}

/** The text of one file, as `plainTextOf` writes it. Throws `ServiceError` as the format's reader does. */
export async function textOfFile(format: DocumentFormat, bytes: Uint8Array): Promise<string> {
  const read = format === 'docx' ? await readDocx(bytes) : await extractPages(bytes);
  const [reading] = readingsOf({ format, original: read, revised: read } as ReadPair);
  return plainTextOf(reading.document.blocks);
}

/** The text of one text input, as `plainTextOf` writes it. Throws `ServiceError` as `readText` does. */
export function textOfText(format: TextFormat | 'auto', text: string): string {
  return plainTextOf(readText(text, format === 'auto' ? detectFormat(text, text) : format).document.blocks);
}

async function read({ format, attributeMode, include = [], ...files }: FilePair, side: Side) {
  const bytes = files[side];
  try {
    if (format === 'docx') return bytes === null ? NO_DOCX : await readDocx(bytes, { attributeMode, include });
    if (bytes === null) return NO_PDF;
    const wrong = wrongFormat(bytes, format);
    if (wrong !== null) throw wrong;
    return await extractPages(bytes);
  } catch (fault) {
    throw faultOfSide(side, fault);
  }
}
