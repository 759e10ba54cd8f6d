/** The program of a worker that divides fragments, so that typing stays smooth. */
import { cutFragment } from './cut-fragment.ts';
import type { LiveRedline } from './live-comparison.svelte.ts';

/** The request to the worker. */
export interface CutRequest {
  readonly turn: number;
  readonly fragment: string;
}

/** The answer of the worker; null if the input is no fragment. */
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
    // The page reports that it cannot show the result.
  }
  worker.postMessage({ turn, redline });
};
