/** One sentence about a change, for lists that people read. */
import type { Change } from '../../shared/change/change.ts';

/** Length of a quoted text in UTF-16 units. */
const QUOTED_MAX = 80;

/** A text on one line, cut where it is long. */
export function quotedText(text: string): string {
  const tidy = text.replace(/\s+/gu, ' ').trim();
  return tidy.length <= QUOTED_MAX ? tidy : `${tidy.slice(0, QUOTED_MAX).toWellFormed()}…`;
}

/** The change as a sentence: "“ten” became “fourteen”." */
export function sentenceOfChange(change: Change): string {
  const before = 'before' in change ? change.before.text : '';
  const after = 'after' in change ? change.after.text : '';
  if (change.type === 'format') return `The formatting of “${quotedText(after)}” changed.`;
  if (change.type === 'link')
    return `The link of “${quotedText(after)}” now leads to ${change.after.href ?? 'nowhere'}.`;
  if (after === '\n') return 'A paragraph was split.';
  if (before === '\n') return 'Two paragraphs were joined.';
  const isBlock = change.type === 'block_insert' || change.type === 'block_delete';
  if (before === '') return `${isBlock ? 'Paragraph added' : 'Added'}: “${quotedText(after)}”.`;
  if (after === '') return `${isBlock ? 'Paragraph deleted' : 'Deleted'}: “${quotedText(before)}”.`;
  return `“${quotedText(before)}” became “${quotedText(after)}”.`;
}
