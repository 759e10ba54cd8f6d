import { hasWork, type ReviewRecord } from '../../shared/review-file/review-record.ts';
import { receivedRecord } from '../review/deciders.ts';
import type { Review } from '../review/review.ts';
import type { ReviewMemory } from '../review/saved-review.ts';

/**
 * A review that begins with the record in its file, as its reader receives it. The browser keeps it until a copy is
 * saved.
 */
export class FileMemory implements ReviewMemory {
  readonly #written: ReviewRecord;
  readonly #browser: ReviewMemory;

  constructor(written: ReviewRecord, browser: ReviewMemory) {
    this.#written = written;
    this.#browser = browser;
  }

  load(): ReviewRecord | null {
    const isWritten = this.#written.savedAt !== null || hasWork(this.#written);
    return this.#browser.load() ?? (isWritten ? receivedRecord(this.#written) : null);
  }

  save(record: ReviewRecord, review: Review): boolean {
    return this.#browser.save(record, review);
  }
}
