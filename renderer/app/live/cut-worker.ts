/** The program of a worker: cuts fragments, so that the thread of the keys is free. */
import { cutFragment } from './cut-fragment.ts';
import type { LiveRedline } from './live-comparison.svelte.ts';

/** What the worker is asked. */
export interface CutRequest {
  readonly turn: number;
  readonly fragment: string;
}

/** What it answers; null: the fragment is none. */
export interface CutAnswer {
  readonly turn: number;
  readonly redline: LiveRedline | null;
}

const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<CutRequest>) => void;
  postMessage: (answer: CutAnswer) => void;
};

worker.onmessage = ({ data: { turn, fragment } }) => {
  let redline: LiveRedline | null = null;
  try {
    redline = cutFragment(fragment);
  } catch {
    // The page says that it cannot show this.
  }
  worker.postMessage({ turn, redline });
};
