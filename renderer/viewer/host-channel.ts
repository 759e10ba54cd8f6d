import { parseHostMessage, type HostMessage } from '../../shared/messages/host-message.ts';
import type { ViewerMessage } from '../../shared/messages/viewer-message.ts';

/**
 * Window messages with the page that frames this one (specification 6.2). The one origin that the comparison's creator
 * stored hears and is heard; without one, or without a frame, there is silence in both directions. Neither the referrer
 * nor the query can change that.
 */
export class HostChannel {
  readonly #own: Window;
  readonly #embedOrigin: string | null;

  constructor(own: Window, embedOrigin: string | null) {
    this.#own = own;
    this.#embedOrigin = own.parent === own ? null : embedOrigin;
  }

  /** Calls `take` with every message of the host from now on. */
  listen(take: (message: HostMessage) => void): void {
    const { parent } = this.#own;
    if (this.#embedOrigin === null) return;
    this.#own.addEventListener('message', (event) => {
      if (event.origin !== this.#embedOrigin || event.source !== parent) return;
      const message = parseHostMessage(event.data);
      if (message !== null) take(message);
    });
  }

  /** Says something to the host; the browser delivers it only while the frame's parent is of that origin. */
  readonly tell = (message: ViewerMessage): void => {
    if (this.#embedOrigin !== null) this.#own.parent.postMessage(message, this.#embedOrigin);
  };
}
