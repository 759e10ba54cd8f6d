/** Reads files with a second reader, and compares its words with those of our own readings. */
import type { DocumentFormat } from '../../shared/formats.ts';
import { compareWords, type WordComparison } from './compare-words.ts';
import { ourDocxWords, ourPdfWords } from './our-words.ts';
import { readAgain, type SecondReaderOptions, type SecondReading } from './second-readers.ts';
import type { Word } from './words.ts';

/** A file and its format; null: the bytes are of no format that has a second reader. */
export interface WitnessedFile {
  readonly format: DocumentFormat | null;
  readonly bytes: Uint8Array;
}

/** What a second reader says about one file. */
export type Testimony =
  | (WordComparison & {
      readonly reader: string;
      /** No word was found by the second reader alone. */
      readonly agrees: boolean;
      /** Content that the second reader does not read, for a person. */
      readonly outside: readonly string[];
    })
  | { readonly reader: null; readonly agrees: null; readonly reason: string };

const OUTSIDE: Readonly<Record<DocumentFormat, readonly string[]>> = {
  docx: ['headers and footers', 'text in pictures, drawings, charts and equations', 'numbers of list items'],
  pdf: ['text in pictures'],
};

/**
 * Reads each file twice and compares the words. PDFs are read as a comparison reads them, both together. A second
 * reader that is missing or fails is reported as such.
 *
 * @throws ServiceError if our own reader refuses a file
 */
export async function witnessFiles(
  files: readonly WitnessedFile[],
  options: SecondReaderOptions,
): Promise<Testimony[]> {
  const pdfs = files.filter(({ format }) => format === 'pdf');
  const pdfWords = await ourPdfWords(pdfs.map(({ bytes }) => bytes));
  const testimonies: Testimony[] = [];
  for (const file of files) {
    const { format, bytes } = file;
    if (format === null) {
      testimonies.push({ reader: null, agrees: null, reason: 'only DOCX and PDF have a second reader' });
      continue;
    }
    const ours = format === 'pdf' ? pdfWords[pdfs.indexOf(file)]! : await ourDocxWords(bytes);
    testimonies.push(testimonyOf(format, ours, await readAgain(format, bytes, options)));
  }
  return testimonies;
}

/** Compares two readings of one file. */
export function testimonyOf(format: DocumentFormat, ours: readonly Word[], second: SecondReading): Testimony {
  if (second.reader === null) return { reader: null, agrees: null, reason: second.reason };
  const comparison = compareWords(ours, second.words);
  return {
    reader: second.reader,
    agrees: comparison.otherOnly.length === 0,
    ...comparison,
    outside: OUTSIDE[format],
  };
}
