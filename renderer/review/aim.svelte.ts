/** The row of the list that has the keyboard. */
export interface FocusedRow {
  readonly changeIds: readonly string[];
  /** Whether a reader can see it in the list. */
  readonly isInSight: () => boolean;
}

/**
 * What a reader sees and points at, so that a key decides nothing else. The parts of a page that show changes write it.
 */
export class Aim {
  /** The row of the list that has the keyboard; null: none. */
  row: FocusedRow | null = null;
  /** The changes in the selected text, in document order; empty without a selection. */
  selected: readonly string[] = $state.raw([]);
  /** Ends the selection. */
  unselect: () => void = () => undefined;
  /**
   * Whether the document shows one of these changes in the window. Null: this view marks no changes. Without a document
   * everything counts as seen.
   */
  documentShows: (changeIds: readonly string[]) => boolean | null = () => true;
  /** Whether the list shows the row of the current change. */
  listShows: () => boolean = () => false;
  /** Grows whenever the current change is to come into view again. */
  asked = $state(0);

  /** Whether a reader sees one of these changes. */
  isSeen(changeIds: readonly string[]): boolean {
    return this.documentShows(changeIds) ?? this.listShows();
  }
}
