import type { Block } from '../../../shared/document/model.ts';
import type { Guide } from '../../redline/text/guide.ts';
import { changeRanges } from './change-ranges.ts';
import { partAtTables } from './part-at-tables.ts';

/** What a redline follows, so that it marks the same words as the changes of merged blocks. */
export function redlineGuide(blocks: readonly Block[]): Guide {
  return changeRanges(partAtTables(blocks));
}
