import type { Capture } from '../../extension/capture/capture.ts';

/** A capture with what a test does not care for filled in. */
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
