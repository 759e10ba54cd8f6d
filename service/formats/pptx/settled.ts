import type { Block } from '../../../shared/document/model.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { dropCountedValues } from '../html/list-path.ts';

/** The blocks of a document or cell with paths in normal form. An item keeps its number only if it does not follow. */
export function settled(blocks: readonly Block[]): Block[] {
  return dropCountedValues(settlePaths(blocks));
}
