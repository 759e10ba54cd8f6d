import { readHtml } from './html/read-html.ts';
import { readJson } from './json/read-json.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readPlainText } from './plain-text/read-plain-text.ts';
import type { ReadResult, TextFormat } from './read-result.ts';

export type { Envelope, ReadResult, TextFormat } from './read-result.ts';

const READERS: Readonly<Record<TextFormat, (text: string) => ReadResult>> = {
  html: readHtml,
  markdown: readMarkdown,
  txt: readPlainText,
  json: readJson,
};

/**
 * Reads a text input into the document model. Every reader gives *reader normal form*, which the engine and the law of
 * the fragment rely on:
 *
 * - Text is in Unicode NFC (JSON excepted, whose strings stay as written), over the whole block and not only within
 *   runs. A byte order mark at the start is dropped. There is no U+000D.
 * - Outside preserved text (`pre`, `line`, `code-line`) every run of Unicode white space is one U+0020; there is none
 *   at the start and end of a block and beside a line break, and no line break at either end. Images count as nothing
 *   in this. `pre` has no line feed at its end.
 * - Outside preserved text, what separates two texts (a space or line breaks) has the marks that both have, and their
 *   link where it is the same.
 * - No run is empty (but an image's), no two neighbours have one format, no text block is blank. An image run has no
 *   marks and has text in its block.
 * - Paths are settled (`settlePaths`), in each cell by itself; `value` stands only where an item does not count on.
 * - Each row has a cell and each table a row.
 *
 * The same text gives the same document. Throws `ServiceError` only: `document_too_complex` above the guard, and
 * `invalid_request` for what is not JSON.
 */
export function readText(text: string, format: TextFormat): ReadResult {
  return READERS[format](text);
}
