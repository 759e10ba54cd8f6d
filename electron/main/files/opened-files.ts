/**
 * The files that the system asks the application to open, in order. macOS names each file in an event of its own, and
 * Windows starts a process for each. Files that arrive while earlier ones are being handled stay in the queue. So none
 * overtakes or replaces another.
 */
export class OpenedFiles {
  #waiting: string[] = [];
  #open: ((paths: readonly string[]) => Promise<void>) | null = null;
  #works = false;

  /** Adds files. They wait until `begin` was called. */
  add(paths: readonly string[]): void {
    this.#waiting.push(...paths);
    this.#work();
  }

  /** From now on `open` receives the files: those of one gesture at once, and the next ones when it is done. */
  begin(open: (paths: readonly string[]) => Promise<void>): void {
    this.#open = open;
    this.#work();
  }

  #work(): void {
    const open = this.#open;
    if (this.#works || open === null || this.#waiting.length === 0) return;
    this.#works = true;
    // The events of one gesture arrive in the same turn.
    setImmediate(() => {
      const paths = this.#waiting;
      this.#waiting = [];
      const next = (): void => {
        this.#works = false;
        this.#work();
      };
      // `open` reports its own failures; the next files come in any case.
      void open(paths).then(next, next);
    });
  }
}
