import type { Capture, PageScope } from '../capture/capture.ts';
import type { ComparedSide } from './result.ts';

/** What a result says of a capture. */
export function comparedSide(capture: Capture, scope: PageScope): ComparedSide {
  const { from, title, url, takenAtMs, unreadFrames, tabId } = capture;
  return { from, title, url, takenAtMs, unreadFrames, scope, ...(tabId !== undefined && { tabId }) };
}
