import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../shared/errors.ts';
import { firstInvalidByte, jsonFault } from '../../pipeline/inputs/text-position.ts';

/** Maximum nesting of arrays and objects in a body. Requests have less than ten levels; inputs are strings in them. */
const DEPTH_MAX = 64;

/**
 * The value of a JSON body. Throws `invalid_request` with the position for bytes that are not UTF-8 and for text that
 * is not JSON. Values nested too deep cause it, too. A byte order mark is dropped.
 */
export function readJson(body: Uint8Array): unknown {
  // This is checked before the parser runs. The parser takes half a second for 800 KB of open brackets, and nothing
  // else runs meanwhile.
  const deep = offsetBeyondDepth(body, DEPTH_MAX);
  if (deep !== null) {
    throw malformed(`The body nests arrays and objects deeper than ${DEPTH_MAX} levels at byte offset ${deep}.`);
  }
  if (!isUtf8(body)) throw malformed(`The body is not valid UTF-8 from byte offset ${firstInvalidByte(body)} on.`);
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFault(text);
    throw malformed(fault === null ? 'The body is not valid JSON.' : `The body is not valid JSON at ${fault}.`);
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('invalid_request', message, { issues: [{ in: 'body', path: '', message }] });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Byte offset of the first bracket beyond this depth, outside strings; null if no value is nested deeper. */
function offsetBeyondDepth(body: Uint8Array, most: number): number | null {
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) {
      for (at += 1; at < body.length && body[at] !== QUOTE; at += 1) if (body[at] === BACKSLASH) at += 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth > most) return at;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
  }
  return null;
}
