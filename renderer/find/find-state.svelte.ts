/** The searched text and the current match. It holds no DOM. */
export class FindState {
  /** Whether the field is open. */
  shown = $state(false);
  text = $state('');
  /** Index of the current match. */
  at = $state(0);
  total = $state(0);
  /** Whether the count may still grow. */
  isCounting = $state(false);
  /** Where the current match is; null: where the reader sees it. */
  where: string | null = $state(null);
  /** Grows each time the field is asked for, so that it takes the keyboard again. */
  asked = $state(0);

  /** Opens the field, or brings the keyboard back to it. */
  ask = (): void => {
    this.shown = true;
    this.asked++;
  };

  /** Opens the field, or closes it and forgets the text. */
  toggle = (): void => {
    this.shown = !this.shown;
    if (!this.shown) this.setText('');
  };

  setText = (text: string): void => {
    this.text = text;
    this.at = 0;
  };

  setTotal = (total: number): void => {
    this.total = total;
  };

  /** Moves to the next or previous match, and around the ends. */
  step = (by: 1 | -1): void => {
    if (this.total > 0) this.at = (this.at + by + this.total) % this.total;
  };
}
