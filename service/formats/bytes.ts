/** What the formats ask of the platform about bytes. The library `diffsvc/engine` has another form of this file. */

/** Length of a text in UTF-8, in bytes. A lone surrogate counts as the three bytes of U+FFFD. */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/** The bytes of Base64 (RFC 4648, 4 and 5). Other characters are skipped, and the first `=` ends it. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}
