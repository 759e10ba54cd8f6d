import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** At this size the log starts anew. The previous log is kept beside it. */
const LOG_MOST_BYTES = 1_048_576;
/** A stack is shorter. A message with a document's text is cut. */
const ENTRY_MOST_CHARACTERS = 4_000;

/**
 * Records failures on this machine; nothing is ever sent. An entry holds the time, the failed part and the reason,
 * such as a stack. Entries are written synchronously, because the process may be about to end.
 */
export class CrashLog {
  readonly #file: string;
  readonly #now: () => Date;

  /** Creates `folder` if it is missing. */
  constructor(folder: string, now: () => Date) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'crash.log');
    this.#now = now;
  }

  /** Absolute path. */
  get file(): string {
    return this.#file;
  }

  /** `what` is the failed part: `shell`, `page` or `service`. */
  add(what: string, reason: unknown): void {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : JSON.stringify(reason);
    const entry = { at: this.#now().toISOString(), what, reason: text.slice(0, ENTRY_MOST_CHARACTERS) };
    try {
      this.#makeRoom();
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    } catch {
      // The disk is full, so there is no place left to report it.
    }
  }

  #makeRoom(): void {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= LOG_MOST_BYTES) renameSync(this.#file, `${this.#file}.1`);
  }
}
