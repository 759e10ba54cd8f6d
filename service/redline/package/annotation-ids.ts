/** Gives unique ids to marks and ranges of one document. */
export class AnnotationIds {
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  /** A new, unique id. */
  take(): string {
    this.#next += 1;
    return String(this.#next - 1);
  }
}
