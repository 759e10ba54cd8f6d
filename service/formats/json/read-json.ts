import { ServiceError } from '../../../shared/errors.ts';
import { lineAndColumn } from '../../../shared/line-and-column.ts';
import { dropByteOrderMark } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import { JsonLines } from './json-lines.ts';
import { JsonSyntaxError, parseJson, type JsonValue } from './parse-json.ts';

const JSON_WHITE_SPACE_ONLY = /^[ \t\n\r]*$/;

/**
 * Reads JSON without loss. The canonical form has two spaces per level up to 100 levels, and one scalar per line.
 * Names are sorted by code point. Empty arrays and objects take one line. Each line is a `code-line` block. Numbers
 * stay as written. Strings have the escapes of `JSON.stringify`, and their text is not normalized to NFC. Blank input
 * gives a document without blocks.
 *
 * Throws `invalid_request` with line, column and reason for text that is not JSON. Throws `document_too_complex` for
 * values nested beyond the guard, and for more lines than `LineEnvelope` allows.
 */
export function readJson(text: string): ReadResult {
  const source = dropByteOrderMark(text);
  const lines = new JsonLines();
  if (!JSON_WHITE_SPACE_ONLY.test(source)) lines.write(parse(source));
  return {
    document: { blocks: lines.blocks, warnings: [] },
    envelope: lines.envelope(),
    jsonLines: lines.lineValues(),
  };
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (fault) {
    if (!(fault instanceof JsonSyntaxError)) throw fault;
    const { line, column } = lineAndColumn(text, fault.offset);
    throw new ServiceError(
      'invalid_request',
      `Invalid JSON at line ${line}, column ${column}: ${fault.message}. ` +
        'Correct it, or compare as plain text (format txt).',
      { line, column },
    );
  }
}
