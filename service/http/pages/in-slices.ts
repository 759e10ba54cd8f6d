/** Works on a large JSON text slice by slice, so that other requests have their turn in between. */

/** Bytes of a slice. Work on one takes a millisecond or two. */
export const SLICE_BYTES = 128 * 1024;
/** A cut is looked for among so many bytes before the end of a slice. */
const CUT_WITHIN_BYTES = 4 * 1024;
/** Bytes of the longest escape sequence of JSON: `\u003c`. */
const ESCAPE_BYTES = 6;
const [BACKSLASH, LESS_THAN, QUOTE] = [0x5c, 0x3c, 0x22];

/** JSON text that cannot end its HTML element. It escapes each `<`, which only occurs inside strings. */
export function* scriptSlices(json: Uint8Array, sliceBytes = SLICE_BYTES): Generator<Uint8Array> {
  const bytes = bufferOf(json);
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    const slice = bytes.subarray(from, from + sliceBytes);
    // One unit for each byte: only a byte that is `<` itself becomes longer.
    yield slice.includes(LESS_THAN)
      ? Buffer.from(slice.toString('latin1').replaceAll('<', String.raw`\u003c`), 'latin1')
      : slice;
  }
}

/** The text of a JSON string, in UTF-8. Throws a SyntaxError for anything else. */
export function* textSlices(json: Uint8Array, sliceBytes = SLICE_BYTES): Generator<Uint8Array> {
  const bytes = bufferOf(json);
  if (bytes.length < 2 || bytes[0] !== QUOTE || bytes.at(-1) !== QUOTE)
    throw new SyntaxError('This is no JSON string.');
  const end = bytes.length - 1;
  for (let from = 1; from < end;) {
    const cut = from + sliceBytes >= end ? end : cutBefore(bytes, from, from + sliceBytes, end);
    yield Buffer.from(JSON.parse(`"${bytes.toString('utf8', from, cut)}"`) as string);
    from = cut;
  }
}

/** The last place up to `until` that is in no character and no escape sequence. Without any, the next `<` or the end. */
function cutBefore(bytes: Buffer, from: number, until: number, end: number): number {
  const least = Math.max(from, until - CUT_WITHIN_BYTES);
  for (let cut = until; cut > least; cut -= 1) {
    if (bytes[cut] === LESS_THAN) return cut;
    const isInCharacter = (bytes[cut]! & 0xc0) === 0x80;
    if (!isInCharacter && !bytes.subarray(Math.max(from, cut - ESCAPE_BYTES), cut).includes(BACKSLASH)) return cut;
  }
  const next = bytes.indexOf(LESS_THAN, until);
  return next === -1 ? end : next;
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
