import { ServiceError } from '../../shared/errors.ts';
import type { Envelope } from './read-result.ts';

const [AMPERSAND, LESS_THAN, GREATER_THAN] = [0x26, 0x3c, 0x3e];

const ROOT = '<div class="diffsvc"></div>';

/**
 * Maximum number of lines of one side. With more, JSON of short members takes more than 800 MB to compare
 * (`docs/performance.md`, inputs near the limits). A side of 5 MiB has 24 bytes a line at this limit.
 */
const MAX_LINES = 220_000;

/**
 * Measures the canonical HTML of lines without writing it: bytes with escapes and the root element. Each line counts
 * one block element and one start tag. A container around lines counts one start tag and no block, so that a paragraph
 * of one line is one block. The root element of every fragment counts for neither.
 */
export class LineEnvelope {
  #bytes = ROOT.length;
  #containers = 0;
  #lines = 0;
  readonly #lineTags: number;

  /** `lineElement` is the element of a line without content. */
  constructor(lineElement: string) {
    this.#lineTags = lineElement.length;
  }

  /** @throws ServiceError `document_too_complex` for the first line beyond the limit */
  addLine(text: string): void {
    this.#lines += 1;
    if (this.#lines > MAX_LINES) throw tooManyLines(this.#lines);
    this.#bytes += this.#lineTags + escapedBytes(text);
  }

  addContainer(element: string): void {
    this.#containers += 1;
    this.#bytes += element.length;
  }

  take(): Envelope {
    return { htmlBytes: this.#bytes, blockElements: this.#lines, startTags: this.#lines + this.#containers };
  }
}

function tooManyLines(lines: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `There are more than ${MAX_LINES} lines, and ${MAX_LINES} is the limit. Each value of JSON takes a line. Compare the document in parts.`,
    { lines, limit: MAX_LINES },
  );
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
