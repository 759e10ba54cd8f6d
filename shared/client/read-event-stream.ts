import { EventStreamParser, type StreamMessage } from './event-stream-parser.ts';
import type { ByteStream } from './platform.ts';

/**
 * The events of a body, each as soon as its blank line is there. Leaving the loop early cancels the body, which ends
 * the request. Throws what reading throws: a broken connection, an abort.
 */
export async function* readEventStream(body: ByteStream): AsyncGenerator<StreamMessage, void, undefined> {
  const parser = new EventStreamParser();
  const reader = body.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      if (value !== undefined) yield* parser.push(value);
    }
  } catch (fault) {
    ended = true;
    throw fault;
  } finally {
    // A failed cancel changes nothing. The caller that left the loop wants no more of this body.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}
