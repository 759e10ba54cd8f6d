import type { Capture } from '../../extension/capture/capture.ts';

/** A capture with defaults for what a test does not set. */
export function capture(markup: string, given: Partial<Capture> = {}): Capture {
  return {
    id: 'capture',
    from: 'page',
    title: 'Title',
    url: 'https://example.org/',
    markup,
    isPlainText: false,
    unreadFrames: [],
    takenAtMs: 0,
    ...given,
  };
}
