import { dropByteOrderMark } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import { JsonLines } from './json-lines.ts';
import { parseJson } from './parse-json.ts';

const JSON_WHITE_SPACE_ONLY = /^[ \t\n\r]*$/;

/**
 * Reads JSON without loss. The canonical form has two spaces per level up to 100 levels, and one scalar per line.
 * Names are sorted by code point. Empty arrays and objects take one line. Each line is a `code-line` block. Numbers
 * stay as written. Strings have the escapes of `JSON.stringify`, and their text is not normalized to NFC. Blank input
 * gives a document without blocks.
 *
 * Throws as `parseJson` does.
 */
export function readJson(text: string): ReadResult {
  const lines = new JsonLines();
  const source = dropByteOrderMark(text);
  if (!JSON_WHITE_SPACE_ONLY.test(source)) lines.write(parseJson(source));
  return {
    document: { blocks: lines.blocks, warnings: [] },
    envelope: lines.envelope(),
    jsonLines: lines.lineValues(),
  };
}
