/** A place in a text, quoted with the words around it. */
export interface QuotedPlace {
  readonly quote: string;
  readonly before: string;
  readonly after: string;
}

/** Length of the quoted text around a place in UTF-16 units. */
const AROUND = 40;

/** The place from `start` to `end`, in UTF-16 units. */
export function quotedPlace(text: string, start: number, end: number): QuotedPlace {
  return {
    quote: text.slice(start, end),
    before: text.slice(Math.max(0, start - AROUND), start).replace(/^[\uDC00-\uDFFF]/u, ''),
    after: text.slice(end, end + AROUND).replace(/[\uD800-\uDBFF]$/u, ''),
  };
}
