import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { wrapFragment } from '../../../shared/fragment/write.ts';

/**
 * Pieces are collected up to this length in UTF-16 units, except for the first one. Otherwise a document of many
 * short lines would cost more in events than in text.
 */
const BLOCK_MIN_LENGTH = 1_024;

/**
 * Turns the pieces of a fragment into the blocks of a preview. The strict scanner checks every block before it is
 * sent. If a block is no valid fragment, the preview ends there. A client can do without blocks, because the whole
 * text always follows.
 */
export class Preview {
  readonly #send: (html: string) => void;
  #waiting = '';
  #sentAny = false;
  #ended = false;

  constructor(send: (html: string) => void) {
    this.#send = send;
  }

  /** Adds the next piece. */
  add(piece: string): void {
    if (this.#ended) return;
    this.#waiting += piece;
    if (!this.#sentAny || this.#waiting.length >= BLOCK_MIN_LENGTH) this.flush();
  }

  /** Sends waiting pieces. Call it after the last piece. */
  flush(): void {
    if (this.#ended || this.#waiting === '') return;
    const html = this.#waiting;
    this.#waiting = '';
    if (!isFragment(html)) {
      this.#ended = true;
      return;
    }
    this.#sentAny = true;
    this.#send(html);
  }
}

function isFragment(inside: string): boolean {
  try {
    scanFragment(wrapFragment(inside));
    return true;
  } catch (fault) {
    if (fault instanceof FragmentError) return false;
    throw fault;
  }
}
