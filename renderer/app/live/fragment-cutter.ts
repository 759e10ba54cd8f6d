import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import type { CutAnswer, CutRequest } from './cut-worker.ts';
import type { LiveRedline } from './live-comparison.svelte.ts';

/** Divides fragments in a worker. */
export class FragmentCutter {
  readonly #worker = new Worker(new URL('./cut-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (redline: LiveRedline | null) => void>();
  #turn = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { turn, redline } }: MessageEvent<CutAnswer>) => {
      this.#waiting.get(turn)?.(redline);
      this.#waiting.delete(turn);
    };
  }

  /** The pieces of a fragment. Throws `FragmentError` if the input is none. */
  async cut(fragment: string): Promise<LiveRedline> {
    const turn = this.#turn++;
    const answered = new Promise<LiveRedline | null>((resolve) => this.#waiting.set(turn, resolve));
    this.#worker.postMessage({ turn, fragment } satisfies CutRequest);
    const redline = await answered;
    if (redline === null) throw new FragmentError(0, 'a fragment');
    return redline;
  }

  /** Ends the worker. */
  stop(): void {
    this.#worker.terminate();
  }
}
