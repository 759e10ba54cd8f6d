import type { Include } from '../../shared/api/include.ts';
import type { Selection } from '../../shared/api/selection.ts';
import { ServiceError } from '../../shared/errors.ts';
import { readCsv, readTsv } from './csv/read-csv.ts';
import { readHtml } from './html/read-html.ts';
import { readJson } from './json/read-json.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readPlainText } from './plain-text/read-plain-text.ts';
import type { ReadResult, TextFormat } from './read-result.ts';

export type { Envelope, ReadResult, TextFormat } from './read-result.ts';

const READERS: Readonly<
  Record<TextFormat, (text: string, include: readonly Include[], selection?: Selection) => ReadResult>
> = {
  html: readHtml,
  markdown: (text, include) => readMarkdown(text, include),
  txt: readPlainText,
  json: readJson,
  csv: readCsv,
  tsv: readTsv,
};

/**
 * Reads a text input into the document model. Every reader gives *reader normal form*. The engine and the round-trip
 * invariants depend on it:
 *
 * - Text is in Unicode NFC over the whole block. Strings of JSON stay as written. A byte order mark at the start is
 *   dropped. There is no U+000D.
 * - In preserved text (`pre`, `line`, `code-line`) white space stays. A `pre` has no line feed at its end.
 * - In other text, every run of Unicode white space is one U+0020. There is none at the start and end of a block or
 * beside a line break. No line break is at either end. Images do not count in this.
 * - In other text, a separator is a space or line breaks. It has the common marks and link of the texts around it.
 * - Only an image's run is empty. Neighbouring runs have different formats. No text block is blank. An image run has
 *   no marks and has text in its block.
 * - Paths are settled (`settlePaths`), in each cell separately. `value` exists only where an item does not count on.
 * - Each row has a cell and each table has a row.
 *
 * The same text gives the same document. Throws only `ServiceError`. It is `document_too_complex` above the guard. It
 * is `invalid_request` for text that is not JSON and for a selection in a text that is not HTML. It is also
 * `invalid_request` for what `selectParts` refuses.
 */
export function readText(
  text: string,
  format: TextFormat,
  include: readonly Include[] = [],
  selection?: Selection,
): ReadResult {
  if (selection !== undefined && format !== 'html')
    throw new ServiceError(
      'invalid_request',
      `Selectors choose parts of HTML, and the format is ${format}. Name the format html, or leave the selectors out.`,
    );
  return READERS[format](text, include, selection);
}
