import type { DesktopFileReading } from '../../../shared/messages/desktop-bridge.ts';
import { appMessages } from '../../strings/app.ts';
import type { Application } from '../state/application.svelte.ts';
import { filesRead } from '../saved-files/files-given.ts';
import { nameOf } from '../state/inputs.svelte.ts';

/**
 * Takes files that the system opened, one event after the other. The system may name two files in two events. So one
 * file fills the free side, and the page starts anew only if no side is free. Files that cannot be compared are
 * named where they would be.
 */
export class OpenedFilesTaker {
  readonly #application: Application;
  #taking: Promise<void> = Promise.resolve();

  constructor(application: Application) {
    this.#application = application;
  }

  /** Resolves when the files of this event are taken. A comparison that they complete ends first. */
  take(readings: readonly DesktopFileReading[]): Promise<void> {
    this.#taking = this.#taking.then(() => this.#take(readings));
    return this.#taking;
  }

  async #take(readings: readonly DesktopFileReading[]): Promise<void> {
    const application = this.#application;
    const { inputs, running } = application;
    const files = filesRead(readings);
    if (files.length === 0) return;
    if (running !== null) {
      application.toasts.show(appMessages.openedWhileComparing(files.map((given) => nameOf(given))));
      return;
    }
    const isFree = inputs.isEmptySide('original') || inputs.isEmptySide('revised');
    await this.#showStart();
    await application.takeFiles(null, files, files.length === 2 || !isFree);
  }

  /** Arrives at once. The browser reports the new address later. */
  async #showStart(): Promise<void> {
    this.#application.go({ page: 'start' });
    await this.#application.arrive({ page: 'start' });
  }
}
