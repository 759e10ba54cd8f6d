import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../shared/errors.ts';
import { locateJsonFault } from './locate-json-fault.ts';

/**
 * The value of a JSON body. Throws `invalid_request`, with the position, for bytes that are not UTF-8 and for text
 * that is not JSON. A byte order mark is dropped.
 */
export function readJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw malformed(`The body is not valid UTF-8 from byte offset ${firstInvalidByte(body)} on.`);
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    const fault = locateJsonFault(text);
    if (fault === null) throw malformed('The body is JSON that is too deeply nested to read.');
    const where = fault.offset === text.length ? 'it ends' : 'there is something else';
    throw malformed(
      `The body is not valid JSON: at ${placeIn(text, fault.offset)} ${where} where ${fault.expected} belongs.`,
    );
  }
}

/** A place in a text for a person: line and column from 1, a column being a Unicode code point. */
export function placeIn(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  let column = 1;
  for (const _ of text.slice(lineStart, offset)) column++;
  return `line ${line}, column ${column}`;
}

function malformed(message: string): ServiceError {
  return new ServiceError('invalid_request', message, { issues: [{ in: 'body', path: '', message }] });
}

/** Offset of the first byte that belongs to no UTF-8 sequence of `body`, which is not valid UTF-8. */
function firstInvalidByte(body: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  let byte = 0;
  let from = 0;
  // The decoder puts U+FFFD where a sequence is broken; one that was written so in the body is passed over.
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (body[byte] !== 0xef || body[byte + 1] !== 0xbf || body[byte + 2] !== 0xbd) return byte;
    byte += 3;
    from = at + 1;
  }
  return byte;
}
