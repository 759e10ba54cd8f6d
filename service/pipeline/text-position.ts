/** A place in a text for a person: line and column from 1. A column is a Unicode code point. */
export function placeIn(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  let column = 1;
  for (const _ of text.slice(lineStart, offset)) column++;
  return `line ${line}, column ${column}`;
}

/** Offset of the first byte of `bytes` that belongs to no UTF-8 sequence. The bytes are not valid UTF-8. */
export function firstInvalidByte(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  let byte = 0;
  let from = 0;
  // The decoder writes U+FFFD for a broken sequence. A U+FFFD in the bytes themselves is skipped.
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', from)) {
    byte += Buffer.byteLength(text.slice(from, at));
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return byte;
    byte += 3;
    from = at + 1;
  }
  return byte;
}

/** The faults in the characters of a text with their places, worded to follow the text's name. Empty without faults. */
export function characterFaults(text: string): string[] {
  const faults: string[] = [];
  const nul = text.indexOf('\0');
  if (nul >= 0) faults.push(`has a NUL character at ${placeIn(text, nul)}: remove it`);
  if (!text.isWellFormed()) {
    const lone = text.search(/\p{Surrogate}/u);
    faults.push(`has half a surrogate pair at ${placeIn(text, lone)}: send the whole character`);
  }
  return faults;
}
