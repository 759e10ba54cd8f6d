import {
  parsePdfReading,
  parseTabReading,
  type CapturedPart,
  type PdfReading,
} from '../../shared/messages/extension-message.ts';
import { api } from '../browser-api.ts';
import type { Capture, CaptureFault } from '../capture/capture.ts';
import type { ReaderWorld } from '../content/read-tab.ts';

/** The captured content, or the reason why there is none. */
export type Taken = { readonly capture: Capture } | { readonly fault: CaptureFault };

/** The frame that is read; `frameId` is the one in which the reader clicked. */
interface Target {
  readonly tabId: number;
  readonly frameId: number;
}

/**
 * Time in which a tab answers, in seconds. A page of 24 MiB takes a few. Later gestures wait for it, in every tab, so a
 * page must not keep them waiting for ever.
 */
const ANSWER_SECONDS = 25;

/** Reads a tab. The gesture grants the permission (`activeTab`) for the tab's own origin. */
export async function takeFromTab(tabId: number, frameId: number, part: CapturedPart): Promise<Taken> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ANSWER_SECONDS * 1_000);
  const taken = await Promise.race([readTab(tabId, frameId, part), late]);
  clearTimeout(timer);
  return taken ?? { fault: { kind: 'no-answer', url: await addressOf(tabId), seconds: ANSWER_SECONDS } };
}

async function readTab(tabId: number, frameId: number, part: CapturedPart): Promise<Taken> {
  const target = { tabId, frameId };
  let result: unknown;
  try {
    await api.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files: ['content.js'] });
    result = await resultIn(
      target,
      (asked: CapturedPart) => (globalThis as unknown as ReaderWorld).diffsvcReadTab(asked, document),
      [part],
    );
  } catch {
    return { fault: { kind: 'not-readable', url: await addressOf(tabId) } };
  }
  const reading = parseTabReading(result);
  if (reading === null) return { fault: { kind: 'unexpected' } };
  if (reading.type === 'pdf') return takenOf(await pdfIn(target), tabId);
  if (reading.type !== 'content') return { fault: { kind: reading.type } };
  const { title, url, markup, isPlainText, unreadFrames } = reading;
  const about = { title, url, markup, isPlainText, unreadFrames };
  return { capture: { id: crypto.randomUUID(), from: part, ...about, takenAtMs: Date.now(), tabId } };
}

/** The PDF of a tab. Its own script fetches it, because the policy of the extension's pages allows this machine only. */
async function pdfIn(target: Target): Promise<PdfReading | null> {
  const read = (): Promise<PdfReading> => (globalThis as unknown as ReaderWorld).diffsvcReadPdf(document);
  return parsePdfReading(await resultIn(target, read, []).catch(() => null));
}

function takenOf(reading: PdfReading | null, tabId: number): Taken {
  if (reading?.type === 'too-large') return { fault: { kind: 'pdf-too-large' } };
  if (reading?.type !== 'pdf-file') return { fault: { kind: 'pdf' } };
  const { title, url, dataBase64 } = reading;
  const about = { title, url, markup: dataBase64, isPlainText: false, unreadFrames: [] };
  return { capture: { id: crypto.randomUUID(), from: 'pdf', ...about, takenAtMs: Date.now(), tabId } };
}

/** The result of a function in the extension's world of a frame. */
async function resultIn<Args extends unknown[]>(
  { tabId, frameId }: Target,
  func: (...args: Args) => unknown,
  args: Args,
): Promise<unknown> {
  const target = { tabId, frameIds: [frameId] };
  const [answer] = await api.scripting.executeScript({ target, func: func, args });
  return answer?.result;
}

/** The address of a tab for a message. Empty if the browser hides it. */
async function addressOf(tabId: number): Promise<string> {
  const tab = await api.tabs.get(tabId).catch(() => undefined);
  return tab?.url ?? '';
}
