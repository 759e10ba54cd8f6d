import type { Block } from '../../../shared/document/model.ts';

/**
 * A block with the page of its source on which it begins (from 1). The page is undefined if the format has no pages.
 */
export interface PlacedBlock<Kind extends Block = Block> {
  readonly block: Kind;
  readonly page: number | undefined;
  /** Whether its format may show a number or bullet before it that is no text: an item, or a heading. */
  readonly labelled?: boolean;
}
