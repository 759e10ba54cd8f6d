/** Lengths are UTF-16 code units inside the service, and Unicode code points on the wire. */

/** Any surrogate. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Number of Unicode code points of a string; an unpaired surrogate counts as one. */
export function codePointLength(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let length = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) length += 1;
  return length;
}
