/** What is looked for in a document, and at which of its matches the reader is. Holds no DOM. */
export class FindState {
  text = $state('');
  /** Index of the current match. */
  at = $state(0);
  total = $state(0);

  setText = (text: string): void => {
    this.text = text;
    this.at = 0;
  };

  setTotal = (total: number): void => {
    this.total = total;
  };

  /** To the next or previous match; after the last comes the first. */
  step = (by: 1 | -1): void => {
    if (this.total > 0) this.at = (this.at + by + this.total) % this.total;
  };
}
