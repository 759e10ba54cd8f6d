import type { WebContents } from 'electron';
import { DESKTOP_EVENT_CHANNEL, type DesktopEvents } from '../../../shared/messages/desktop-bridge.ts';

/** Messages of the shell to the page. Opened files wait in a queue until the page listens. */
export class PageChannel {
  #contents: WebContents | null = null;
  #listens = false;
  #queue: DesktopEvents['filesOpened'][number][] = [];

  /** Whether a page is there that receives messages. */
  get listens(): boolean {
    return this.#listens && this.#contents !== null && !this.#contents.isDestroyed();
  }

  /** Whether files wait for a page that listens. */
  get hasQueue(): boolean {
    return this.#queue.length > 0;
  }

  /** Sets the page; null if there is none. */
  attach(contents: WebContents | null): void {
    this.#contents = contents;
    this.#listens = false;
    contents?.on('did-start-navigation', (details) => {
      if (contents === this.#contents && details.isMainFrame && !details.isSameDocument) this.#listens = false;
    });
    contents?.on('render-process-gone', () => {
      if (contents === this.#contents) this.#listens = false;
    });
  }

  /** Marks the page as listening and sends it all files of the queue, in order. */
  begin(): void {
    this.#listens = true;
    const files = this.#queue;
    this.#queue = [];
    if (files.length > 0) this.tell('filesOpened', files);
  }

  /** Sends an event. Files wait in the queue until a page listens. Other events mean nothing to a page that was not there. */
  tell<Name extends keyof DesktopEvents>(name: Name, event: DesktopEvents[Name]): void {
    if (this.listens) {
      this.#contents?.send(DESKTOP_EVENT_CHANNEL, [name, event]);
    } else if (name === 'filesOpened') {
      this.#queue.push(...(event as DesktopEvents['filesOpened']));
    }
  }
}
