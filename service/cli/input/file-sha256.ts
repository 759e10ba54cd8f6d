import { createHash } from 'node:crypto';

/** SHA-256 of the bytes of a file, as `sha256sum` prints it. */
export function fileSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
