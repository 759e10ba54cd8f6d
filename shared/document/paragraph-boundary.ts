import type { Block, Side } from './model.ts';
import type { Path } from './path.ts';

/**
 * The side on which a line begins a paragraph of plain text, if it does so on one side only. Such a boundary
 * resembles a split paragraph. Null for every other change of form, and for unchanged blocks.
 */
export function paragraphBoundary({ path, original }: Block): Side | null {
  const [before, after] = [beginsParagraph(original?.path ?? path), beginsParagraph(path)];
  if (before === null || after === null || before === after) return null;
  return after ? 'revised' : 'original';
}

/** Whether a line of plain text begins its paragraph; null for everything else. */
function beginsParagraph({ step }: Path): boolean | null {
  return step?.kind === 'para' ? step.starts : null;
}
