import { dropByteOrderMark } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import { JsonLines } from './json-lines.ts';
import { parseJson } from './parse-json.ts';

const JSON_WHITE_SPACE_ONLY = /^[ \t\n\r]*$/;

/**
 * Reads JSON without loss: the canonical form is two spaces of indentation a level up to 100 levels, one scalar a line,
 * names sorted by code point, empty arrays and objects on one line; each line is a `code-line` block. Numbers stand as
 * written; strings in the escapes of `JSON.stringify`, otherwise as written too, so text is not brought into NFC here. An
 * input with nothing but white space is a document without blocks.
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
