import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../shared/errors.ts';
import { firstInvalidByte, jsonFault } from '../../pipeline/text-position.ts';

/**
 * The value of a JSON body. Throws `invalid_request` with the position for bytes that are not UTF-8 and for text that
 * is not JSON. A byte order mark is dropped.
 */
export function readJson(body: Uint8Array): unknown {
  if (!isUtf8(body)) throw malformed(`The body is not valid UTF-8 from byte offset ${firstInvalidByte(body)} on.`);
  const text = new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFault(text);
    throw malformed(
      fault === null
        ? 'The body is JSON that is too deeply nested to read.'
        : `The body is not valid JSON at ${fault}.`,
    );
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('invalid_request', message, { issues: [{ in: 'body', path: '', message }] });
}
