import { api } from '../browser-api.ts';
import type { Capture, CaptureFault } from '../capture/capture.ts';
import { takeFromTab } from './take-from-tab.ts';

/** The content of two tabs in the order of their tabs, or the reason why there is none. */
export type TakenPair = { readonly original: Capture; readonly revised: Capture } | { readonly fault: CaptureFault };

const TOP_FRAME = 0;

/** A tab that was closed meanwhile. */
const CLOSED: TakenPair = { fault: { kind: 'not-readable', url: '' } };

/**
 * Reads the two selected tabs of the window of a tab. `activeTab` lets the extension read the tab in front, and those
 * on which the reader used it before. If the other one cannot be read yet, it comes to the front, so that the same
 * gesture reads both.
 */
export async function takePair(frontTabId: number): Promise<TakenPair> {
  const shown = await api.tabs.get(frontTabId).catch(() => null);
  if (shown === null) return CLOSED;
  const { windowId } = shown;
  const selected = await api.tabs.query({ highlighted: true, ...(windowId === undefined ? {} : { windowId }) });
  const tabs = selected.sort((one, other) => one.index - other.index);
  const [left, right] = tabs;
  if (tabs.length !== 2 || left?.id === undefined || right?.id === undefined) {
    return { fault: { kind: 'not-two-tabs', selected: tabs.length } };
  }
  const [takenLeft, takenRight] = await Promise.all([
    takeFromTab(left.id, TOP_FRAME, 'page'),
    takeFromTab(right.id, TOP_FRAME, 'page'),
  ]);
  if ('capture' in takenLeft && 'capture' in takenRight) {
    return { original: takenLeft.capture, revised: takenRight.capture };
  }
  const [front, back] = left.id === frontTabId ? [takenLeft, takenRight] : [takenRight, takenLeft];
  if ('fault' in front) return { fault: front.fault };
  if ('fault' in back && back.fault.kind !== 'not-readable') return { fault: back.fault };
  const [frontTab, backTab] = left.id === frontTabId ? [left, right] : [right, left];
  // The first of them comes to the front, and both stay selected.
  const both = { tabs: [backTab.index, frontTab.index], ...(windowId === undefined ? {} : { windowId }) };
  return await api.tabs.highlight(both).then(
    () => ({ fault: { kind: 'other-tab-closed' } }) as const,
    () => CLOSED,
  );
}
