import { ServiceError } from '../../shared/errors.ts';
import { utf8Length } from './bytes.ts';
import type { Envelope } from './read-result.ts';

const [AMPERSAND, LESS_THAN, GREATER_THAN] = [0x26, 0x3c, 0x3e];

const ROOT = '<div class="diffsvc"></div>';

/** Maximum number of lines. An input with more is refused as `document_too_complex`. */
const GUARD_MAX_LINES = 1_000_000;
/** So many lines may be as short as they like. */
const GUARD_DENSITY_FROM_LINES = 200_000;
/** Minimum number of bytes per line of an input with more lines. A denser input is refused as `document_too_complex`. */
const GUARD_BYTES_PER_LINE = 5;

/**
 * Measures the canonical HTML of lines without writing it: bytes with escapes and the root element. Each line, and
 * each container around lines, counts one block element and one start tag. The root element of every fragment counts
 * for neither.
 */
export class LineEnvelope {
  #bytes = ROOT.length;
  #elements = 0;
  #lines = 0;
  readonly #lineTags: number;
  readonly #sourceBytes: number;
  readonly #maxLines: number;

  /** `lineElement` is the element of a line without content. */
  constructor(lineElement: string, source: string) {
    this.#lineTags = lineElement.length;
    this.#sourceBytes = utf8Length(source);
    const dense = Math.floor(this.#sourceBytes / GUARD_BYTES_PER_LINE);
    this.#maxLines = Math.min(GUARD_MAX_LINES, Math.max(GUARD_DENSITY_FROM_LINES, dense));
  }

  /** @throws ServiceError `document_too_complex` for the first line beyond the limit */
  addLine(text: string): void {
    this.#lines += 1;
    if (this.#lines > this.#maxLines) this.#refuse();
    this.#elements += 1;
    this.#bytes += this.#lineTags + escapedBytes(text);
  }

  addContainer(element: string): void {
    this.#elements += 1;
    this.#bytes += element.length;
  }

  take(): Envelope {
    return { htmlBytes: this.#bytes, blockElements: this.#elements, startTags: this.#elements };
  }

  #refuse(): never {
    const limit = this.#maxLines;
    const why =
      limit === GUARD_MAX_LINES
        ? `The limit is ${GUARD_MAX_LINES}.`
        : `With ${this.#sourceBytes} bytes the limit is ${limit}: ${GUARD_DENSITY_FROM_LINES}, or one for every ${GUARD_BYTES_PER_LINE} bytes.`;
    throw new ServiceError(
      'document_too_complex',
      `There are more than ${limit} lines. ${why} Each value of JSON takes a line. Compare the document in parts.`,
      { lines: this.#lines, limit },
    );
  }
}

/**
 * Bytes of a text in UTF-8, with `&amp;`, `&lt;` and `&gt;` escaped. It takes one pass, because most lines are short.
 */
function escapedBytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (unit === AMPERSAND) bytes += 4;
      else if (unit === LESS_THAN || unit === GREATER_THAN) bytes += 3;
    } else if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      // A surrogate pair has four bytes. An unpaired surrogate is written as U+FFFD, which has three.
      if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at += 1;
    }
  }
  return bytes;
}
