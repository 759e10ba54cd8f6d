/** Files that are converted to DOCX before they are read, and the warnings about them. */
import type { Side, Warning } from '../../../shared/document/model.ts';
import { toldFormat, type ConvertedFormat } from '../../../shared/formats.ts';
import { convertedFormatOf } from '../../../shared/recognize-format.ts';
import { sha256 } from '../../sha256.ts';
import type { ComparisonFacts, Conversion } from './tasks.ts';

/** A file as it is read. */
export interface OpenedFile {
  /** Those of the file, or of the DOCX that it was converted to. */
  readonly bytes: Uint8Array;
  /** Absent: the file is read as it is. */
  readonly converted?: Conversion;
}

/** The file as it is read. `convert` receives a DOC, RTF or ODT and returns its DOCX; what it throws is thrown. */
export async function openFile(
  bytes: Uint8Array,
  convert: (file: { readonly format: ConvertedFormat; readonly bytes: Uint8Array }) => Promise<Uint8Array>,
): Promise<OpenedFile> {
  const format = convertedFormatOf(bytes);
  if (format === null) return { bytes };
  return { bytes: await convert({ format, bytes }), converted: { from: format, fileSha256: sha256(bytes) } };
}

/** What a reader of the comparison must know about a conversion. */
export function conversionWarnings(converted: Conversion | undefined): Warning[] {
  if (converted === undefined) return [];
  const { name } = toldFormat(converted.from);
  const message = `The file is ${name}. LibreOffice converted it to DOCX, which was compared; page breaks and looks may differ from the file.`;
  return [{ code: 'converted_file', message }];
}

/** Formats of the converted sides; undefined if neither was converted. */
export function convertedSides(from: {
  readonly [S in Side]: ConvertedFormat | undefined;
}): ComparisonFacts['convertedFrom'] {
  const { original, revised } = from;
  if (original === undefined && revised === undefined) return undefined;
  return { ...(original && { original }), ...(revised && { revised }) };
}

/** What the maker of a tracked-revision file must know about conversions. */
export function convertedSourcesWarnings(convertedFrom: ComparisonFacts['convertedFrom']): string[] {
  return (['original', 'revised'] as const).flatMap((side) => {
    const format = convertedFrom?.[side];
    if (format === undefined) return [];
    return [
      `The ${side} is ${toldFormat(format).name}. The tracked document is made of the DOCX that LibreOffice converted it to.`,
    ];
  });
}
