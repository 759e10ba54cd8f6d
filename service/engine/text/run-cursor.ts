/** Walks over the runs of a text block by offset. */
import type { Run } from '../../../shared/document/model.ts';

/** Returns runs piece by piece. Carried images have no length, and belong to the piece after them. */
export class RunCursor {
  readonly #runs: readonly Run[];
  #index = 0;
  #within = 0;
  #at = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** The runs up to text offset `end`; a run across it is split. Images at `end` itself belong to the next call. */
  take(end: number): Run[] {
    const taken: Run[] = [];
    while (this.#at < end) {
      const run = this.#runs[this.#index]!;
      const length = Math.min(run.text.length - this.#within, end - this.#at);
      if (length === run.text.length) taken.push(run);
      else taken.push({ ...run, text: run.text.slice(this.#within, this.#within + length) });
      this.#at += length;
      this.#within += length;
      if (this.#within === run.text.length) {
        this.#index += 1;
        this.#within = 0;
      }
    }
    return taken;
  }

  /** The remaining runs: the images at the end. */
  rest(): Run[] {
    return this.#runs.slice(this.#index);
  }
}
