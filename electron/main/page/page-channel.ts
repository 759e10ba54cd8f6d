import type { WebContents } from 'electron';
import { DESKTOP_EVENT_CHANNEL, type DesktopEvents } from '../../../shared/messages/desktop-bridge.ts';

/** Messages of the shell to the page. The shell keeps them while the page does not listen yet. */
export class PageChannel {
  #contents: WebContents | null = null;
  #listens = false;
  #filesKept: DesktopEvents['filesOpened'] = [];

  /** Whether a page is there that receives messages. */
  get listens(): boolean {
    return this.#listens;
  }

  /** From now on this is the page; null: there is none. */
  attach(contents: WebContents | null): void {
    this.#contents = contents;
    this.#listens = false;
    contents?.on('did-start-navigation', (details) => {
      if (contents === this.#contents && details.isMainFrame && !details.isSameDocument) this.#listens = false;
    });
  }

  /** The page listens: it gets the files that came before it. */
  begin(): void {
    this.#listens = true;
    const files = this.#filesKept;
    this.#filesKept = [];
    if (files.length > 0) this.tell('filesOpened', files);
  }

  /** Tells the page. Files wait for one that listens; the rest means nothing to a page that was not there. */
  tell<Name extends keyof DesktopEvents>(name: Name, event: DesktopEvents[Name]): void {
    if (this.#listens && this.#contents !== null && !this.#contents.isDestroyed()) {
      this.#contents.send(DESKTOP_EVENT_CHANNEL, [name, event]);
    } else if (name === 'filesOpened') {
      this.#filesKept = event as DesktopEvents['filesOpened'];
    }
  }
}
