import { fileSha256 } from '../input/file-sha256.ts';

/** SHA-256 of bytes, or of a text in UTF-8, in lower-case hexadecimal digits. */
export function sha256(content: Uint8Array | string): string {
  return fileSha256(typeof content === 'string' ? Buffer.from(content, 'utf8') : content);
}
