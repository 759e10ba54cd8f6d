import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../../shared/errors.ts';
import { firstInvalidByte, placeIn } from '../../pipeline/text-position.ts';
import { locateJsonFault } from './locate-json-fault.ts';

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
    const fault = locateJsonFault(text);
    if (fault === null) throw malformed('The body is JSON that is too deeply nested to read.');
    const where = fault.offset === text.length ? 'it ends' : 'there is something else';
    throw malformed(
      `The body is not valid JSON: at ${placeIn(text, fault.offset)} ${where} where ${fault.expected} belongs.`,
    );
  }
}

function malformed(message: string): ServiceError {
  return new ServiceError('invalid_request', message, { issues: [{ in: 'body', path: '', message }] });
}
