import type { Envelope } from './read-result.ts';

const ROOT = '<div class="diffsvc"></div>';

/**
 * Sums up what the canonical HTML of lines would measure, without writing it: bytes with escapes and the root
 * element; one block element and one start tag for each line and each container around lines. The root element, which
 * every fragment has, counts for neither.
 */
export class LineEnvelope {
  #bytes = ROOT.length;
  #elements = 0;
  readonly #lineTags: number;

  /** `lineElement`: the element of a line, without content. */
  constructor(lineElement: string) {
    this.#lineTags = lineElement.length;
  }

  addLine(text: string): void {
    this.#elements += 1;
    this.#bytes += this.#lineTags + Buffer.byteLength(text) + escapeBytes(text);
  }

  addContainer(element: string): void {
    this.#elements += 1;
    this.#bytes += element.length;
  }

  take(): Envelope {
    return { htmlBytes: this.#bytes, blockElements: this.#elements, startTags: this.#elements };
  }
}

/** Bytes that `&amp;`, `&lt;` and `&gt;` are longer than what they stand for. */
function escapeBytes(text: string): number {
  let extra = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) extra += 4;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) extra += 3;
  for (let at = text.indexOf('>'); at >= 0; at = text.indexOf('>', at + 1)) extra += 3;
  return extra;
}
