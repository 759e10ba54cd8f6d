import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../../shared/errors.ts';
import { sha256 } from '../../sha256.ts';

/** A larger body must carry its SHA-256 in `x-cloud-content-sha256`. */
const SIGNATURE_REQUIRED_ABOVE_BYTES = 1_048_576;

const SIGNATURE_HEADER = 'x-cloud-content-sha256';

/**
 * Checks the digest of every body. It is required above 1 MiB and must be right whenever it is sent. Throws
 * `signature_required` or `signature_mismatch`.
 */
export function addPayloadSignature(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const { body } = request;
    if (Buffer.isBuffer(body)) checkSignature(request.headers[SIGNATURE_HEADER], body);
    done();
  });
}

function checkSignature(given: string | string[] | undefined, body: Buffer): void {
  if (given === undefined) {
    if (body.byteLength <= SIGNATURE_REQUIRED_ABOVE_BYTES) return;
    throw new ServiceError(
      'signature_required',
      `The body has ${body.byteLength} bytes. Above ${SIGNATURE_REQUIRED_ABOVE_BYTES} bytes, send ${SIGNATURE_HEADER} with the SHA-256 of exactly these bytes, in lowercase hexadecimal digits.`,
    );
  }
  if (given !== sha256(body)) {
    throw new ServiceError(
      'signature_mismatch',
      `${SIGNATURE_HEADER} is not the SHA-256 of the ${body.byteLength} bytes received, in lowercase hexadecimal digits. Sign exactly the bytes that are sent.`,
    );
  }
}
