import type { ComparisonListener } from '../../comparison/texts/text-comparisons.ts';
import { jsonParts } from './json-parts.ts';
import type { OperationStream } from './operation.ts';

/** Sends the results of a running comparison: `content_block` for blocks, `text_ready` for the whole. */
export class StreamedProgress implements ComparisonListener {
  readonly #stream: OperationStream;
  readonly #delivers: boolean;
  #comparisonId = '';
  #sequence = 0;

  /** `delivers`: the caller pays for the whole redline. */
  constructor(stream: OperationStream, delivers: boolean) {
    this.#stream = stream;
    this.#delivers = delivers;
  }

  /** The id of the comparison, under which it may be stored; empty before it begins. */
  get comparisonId(): string {
    return this.#comparisonId;
  }

  begin(comparisonId: string): void {
    this.#comparisonId = comparisonId;
  }

  block(html: Uint8Array): void {
    const parts = jsonParts({
      comparisonId: this.#comparisonId,
      html,
      sequence: this.#sequence,
      provisional: true,
    });
    this.#sequence += 1;
    this.#stream.send({ name: 'content_block', parts });
  }

  text(html: Uint8Array, { engine, fallback }: { readonly engine: string; readonly fallback: boolean }): void {
    const parts = jsonParts({ comparisonId: this.#comparisonId, html, engine, fallback, provisional: false });
    this.#stream.send({ name: 'text_ready', parts }, { delivers: this.#delivers });
  }
}
