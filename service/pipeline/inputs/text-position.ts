import { lineAndColumn } from '../../../shared/line-and-column.ts';
import { JsonSyntaxError, parseJson } from '../../formats/json/parse-json.ts';

/** A place in a text for a person: line and column from 1. */
export function placeIn(text: string, offset: number): string {
  const { line, column } = lineAndColumn(text, offset);
  return `line ${line}, column ${column}`;
}

/** The first fault of a text that is not JSON, with its place. Null if only the depth of nesting is at fault. */
export function jsonFault(text: string): string | null {
  try {
    parseJson(text);
  } catch (fault) {
    if (fault instanceof JsonSyntaxError) return `${placeIn(text, fault.offset)}: ${fault.message}`;
  }
  return null;
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
