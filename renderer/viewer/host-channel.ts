import { hostRequestOf, parseHostMessage, type HostMessage } from '../../shared/messages/host-message.ts';
import type { ViewerMessage } from '../../shared/messages/viewer-message.ts';

/**
 * Window messages with the page that frames this one (docs/embed.md). Only the origin that the comparison's creator
 * stored may send and receive. Without such an origin, or without a frame, no message passes in either direction.
 * Neither the referrer nor the query can change that.
 */
export class HostChannel {
  readonly #own: Window;
  readonly #embedOrigin: string | null;

  constructor(own: Window, embedOrigin: string | null) {
    this.#own = own;
    this.#embedOrigin = own.parent === own ? null : embedOrigin;
  }

  /** Calls `take` with every message of the host. One of another form is refused. */
  listen(take: (message: HostMessage) => void): void {
    const { parent } = this.#own;
    if (this.#embedOrigin === null) return;
    this.#own.addEventListener('message', (event) => {
      if (event.origin !== this.#embedOrigin || event.source !== parent) return;
      const message = parseHostMessage(event.data);
      const request = hostRequestOf(event.data);
      if (message !== null) take(message);
      else if (request !== null) this.tell({ type: 'diffsvc:refused', request, reason: 'not_understood' });
    });
  }

  /** Sends a message to the host. The browser delivers it only while the frame's parent has that origin. */
  readonly tell = (message: ViewerMessage): void => {
    if (this.#embedOrigin !== null) this.#own.parent.postMessage(message, this.#embedOrigin);
  };
}
