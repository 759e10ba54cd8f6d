/** Words for a change of formatting. */
import type { ChangeFormat } from '../../../shared/change/change.ts';
import { MARK_WORDS } from '../../../shared/document/mark-words.ts';
import { MARKS } from '../../../shared/document/model.ts';

/** What a change of formatting did: "bold added, list or level changed". */
export function formatWords(before: ChangeFormat = {}, after: ChangeFormat = {}): string {
  const parts: string[] = [];
  if (before.blockType !== after.blockType && before.blockType !== undefined && after.blockType !== undefined)
    parts.push(`${before.blockType} became ${after.blockType}`);
  if (before.listType !== after.listType || before.listLevel !== after.listLevel) parts.push('list or level changed');
  for (const mark of MARKS) {
    if (mark === 'code' || before[mark] === after[mark]) continue;
    parts.push(`${MARK_WORDS[mark]} ${after[mark] === true ? 'added' : 'removed'}`);
  }
  if (before.direction !== after.direction) parts.push(directionWords(before.direction, after.direction));
  if (before.align !== after.align || before.class !== after.class || before.style !== after.style)
    parts.push('layout changed');
  if (before.formula !== after.formula) parts.push(formulaWords(before.formula, after.formula));
  if (before.value !== after.value)
    parts.push(`hidden digits changed: ${before.value ?? 'none'} → ${after.value ?? 'none'}`);
  return parts.join(', ');
}

/** Another formula of a cell that shows the same. */
function formulaWords(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return `a formula became a fixed value: ${before}`;
  if (before === undefined) return `a fixed value became a formula: ${after}`;
  return `formula changed: ${before} → ${after}`;
}

/** Another direction of a block. Of a table only its columns have one. */
function directionWords(before: string | undefined, after: string | undefined): string {
  if (after === 'rtl') return 'columns now from right to left';
  if (before === 'rtl') return 'columns now from left to right';
  return after === undefined ? 'lines now horizontal' : before === undefined ? 'lines now vertical' : 'lines turned';
}
