import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { wrapFragment } from '../../shared/fragment/write.ts';

/**
 * Pieces are sent together until they have this many UTF-16 units, the first one excepted: a document of many short
 * lines would otherwise cost more in events than in text.
 */
const BLOCK_MIN_LENGTH = 1_024;

/**
 * Makes the blocks of a preview out of the pieces of a fragment as they come. Every block is read back by
 * the strict scanner before it goes out. Should one not be a fragment by itself, the preview ends there: blocks may be
 * absent (specification 6.1), and the whole text follows in any case.
 */
export class Preview {
  readonly #send: (html: string) => void;
  #waiting = '';
  #sentAny = false;
  #ended = false;

  constructor(send: (html: string) => void) {
    this.#send = send;
  }

  /** Takes the next piece. */
  add(piece: string): void {
    if (this.#ended) return;
    this.#waiting += piece;
    if (!this.#sentAny || this.#waiting.length >= BLOCK_MIN_LENGTH) this.flush();
  }

  /** Sends what waits. To be called after the last piece. */
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
