import { ServiceError } from '../../../../shared/errors.ts';

/**
 * Maximum size of repeated content on one side, beyond the first place of each. A header of 20 KB on a thousand
 * sections stays below it. A header of 200 KB on 20,000 sections would be a text of 4 GB.
 */
const REPEATED_CONTENT_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Content that several places of a document show, such as one header of many sections. The file size bounds the first
 * place of each, and this class bounds the others.
 */
export class RepeatedContent {
  #room = REPEATED_CONTENT_MAX_BYTES;
  readonly #shown = new Set<object>();
  readonly #what: string;

  /** `what`: what is repeated, as the start of a sentence. */
  constructor(what = 'The DOCX repeats headers, footers or embedded documents') {
    this.#what = what;
  }

  /**
   * Counts a place of `content`, which has `size` bytes or characters.
   *
   * @throws ServiceError `document_too_complex` for repetitions beyond the limit
   */
  show(content: object, size: number): void {
    if (!this.#shown.has(content)) {
      this.#shown.add(content);
      return;
    }
    this.#room -= size;
    if (this.#room >= 0) return;
    throw new ServiceError(
      'document_too_complex',
      `${this.#what} of more than ${REPEATED_CONTENT_MAX_BYTES / 1024 / 1024} MiB, which is the limit. Compare the document in parts.`,
    );
  }
}
