import type { PlacedLine } from '../../formats/pdf/assemble/placed-lines.ts';
import type { Block } from '../../../shared/document/model.ts';

/**
 * A block with the page of its source on which it begins (from 1). The page is undefined if the format has no pages.
 */
export interface PlacedBlock<Kind extends Block = Block> {
  readonly block: Kind;
  readonly page: number | undefined;
  /** Its lines as they are printed. Absent if the format has no pages. */
  readonly lines?: readonly PlacedLine[] | undefined;
  /** Whether its format may show a number or bullet before it that is no text: an item, or a heading. */
  readonly labelled?: boolean;
  /** Whether it is an entry of a table of contents, which ends with numbers of pages. */
  readonly isEntry?: boolean;
  /** Whether its place on the page does not follow from the text around it: a text box, or a note. */
  readonly floats?: 'box' | 'note' | undefined;
}
