import { docsMessages } from '../strings/docs.ts';
import type { FilledCall } from './filled-call.ts';

/** The visible state of a call: the answer as far as it has come. */
export interface CallView {
  readonly status: string;
  readonly failed: boolean;
  readonly headers: string;
  readonly body: string;
  readonly took: string;
}

/** More than this is not shown: the page would only become slow. In UTF-16 units. */
const MOST_SHOWN = 200_000;

/** Makes a call and shows the answer as it comes. So the events of a stream appear one by one. Never throws. */
export async function* makeCall(call: FilledCall, signal: AbortSignal): AsyncGenerator<CallView, void> {
  const start = performance.now();
  const took = (): string => docsMessages.took(Math.round(performance.now() - start));
  let shown: Omit<CallView, 'took'> = { status: docsMessages.noAnswer, failed: true, headers: '', body: '' };
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers.map(([name, value]) => [name, value] as [string, string]),
      body: call.body,
      signal,
    });
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    shown = { status: `${response.status} ${response.statusText}`, failed: !response.ok, headers, body: '' };
    yield { ...shown, took: took() };
    const isJson = /^application\/json\b/i.test(response.headers.get('content-type') ?? '');
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let text = ''; reader !== undefined;) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (!isJson || done) yield { ...shown, body: cut(isJson ? spread(text) : text), took: took() };
      if (done) break;
    }
  } catch (fault) {
    if (signal.aborted) return;
    yield {
      ...shown,
      status: docsMessages.noAnswer,
      failed: true,
      body: fault instanceof Error ? fault.message : '',
      took: took(),
    };
  }
}

/** JSON over several lines. Other text stays as it is. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  return `${text.slice(0, MOST_SHOWN)}\n${docsMessages.cut(text.length - MOST_SHOWN)}`;
}
