import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** At this size the log begins anew, and the one before is kept beside it. */
const LOG_MOST_BYTES = 1_048_576;
/** A stack is shorter; a message that holds a document's text is cut. */
const ENTRY_MOST_CHARACTERS = 4_000;

/**
 * What went wrong, on this machine alone: nothing is ever sent. A line holds a time, what broke, and the reason, such as a
 * stack. Written at once, since the process may be about to end.
 */
export class CrashLog {
  readonly #file: string;
  readonly #now: () => Date;

  /** `folder` is created when it is missing. */
  constructor(folder: string, now: () => Date) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'crash.log');
    this.#now = now;
  }

  /** Absolute path. */
  get file(): string {
    return this.#file;
  }

  /** `what` broke: `shell`, `page`, `service`. */
  add(what: string, reason: unknown): void {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : JSON.stringify(reason);
    const entry = { at: this.#now().toISOString(), what, reason: text.slice(0, ENTRY_MOST_CHARACTERS) };
    try {
      this.#makeRoom();
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    } catch {
      // A full disk: there is nowhere left to say so.
    }
  }

  #makeRoom(): void {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= LOG_MOST_BYTES) renameSync(this.#file, `${this.#file}.1`);
  }
}
