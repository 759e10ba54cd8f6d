import { parseTabReading, type CapturedPart } from '../../shared/messages/extension-message.ts';
import { api } from '../browser-api.ts';
import type { Capture, CaptureFault } from '../capture/capture.ts';
import type { ReaderWorld } from '../content/read-tab.ts';

/** The captured content, or the reason why there is none. */
export type Taken = { readonly capture: Capture } | { readonly fault: CaptureFault };

/**
 * Reads a tab. `frameId` is the frame in which the reader clicked. The gesture grants the permission (`activeTab`)
 * for the tab's own origin.
 */
export async function takeFromTab(tabId: number, frameId: number, part: CapturedPart): Promise<Taken> {
  let result: unknown;
  const target = { tabId, frameIds: [frameId] };
  try {
    await api.scripting.executeScript({ target, files: ['content.js'] });
    const [answer] = await api.scripting.executeScript({
      target,
      func: (asked: CapturedPart) => (globalThis as unknown as ReaderWorld).diffsvcReadTab(asked, document),
      args: [part],
    });
    result = answer?.result;
  } catch {
    return { fault: { kind: 'not-readable', url: await addressOf(tabId) } };
  }
  const reading = parseTabReading(result);
  if (reading === null) return { fault: { kind: 'unexpected' } };
  if (reading.type !== 'content') return { fault: { kind: reading.type } };
  const { title, url, markup, isPlainText, unreadFrames } = reading;
  const about = { title, url, markup, isPlainText, unreadFrames };
  return { capture: { id: crypto.randomUUID(), from: part, ...about, takenAtMs: Date.now() } };
}

/** The address of a tab for a message. Empty if the browser hides it. */
async function addressOf(tabId: number): Promise<string> {
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  return tab?.url ?? '';
}
