/** One sentence about a change, for lists that people read. */
import type { Change } from '../../../shared/change/change.ts';
import type { NegotiationEntry } from '../../../shared/change/negotiation.ts';
import { formatWords } from './format-words.ts';

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
  return sentenceOfTexts(change, before, after);
}

/** A change of three drafts, or a part of one, as a sentence: "“ten” became “fourteen”; the third draft has “twelve”." */
export function sentenceOfEntry({ change, part, now }: NegotiationEntry): string {
  const sentence =
    part === null ? sentenceOfChange(change) : sentenceOfTexts(change, part.before ?? '', part.after ?? '', true);
  if (now === undefined) return sentence;
  const third =
    change.type === 'link'
      ? `leads to ${now === '' ? 'nowhere' : now}`
      : `has ${now === '' ? 'nothing there' : `“${quotedText(now)}”`}`;
  return `${sentence.slice(0, -1)}; the third draft ${third}.`;
}

function sentenceOfTexts(change: Change, before: string, after: string, isPart = false): string {
  if (change.type === 'format') {
    const what = formatWords(change.before.format, change.after.format);
    return `The formatting of “${quotedText(after)}” changed${what === '' ? '' : `: ${what}`}.`;
  }
  if (change.type === 'link')
    return `The link of “${quotedText(after)}” now leads to ${change.after.href ?? 'nowhere'}.`;
  if (after === '\n') return 'A paragraph was split.';
  if (before === '\n') return 'Two paragraphs were joined.';
  const isBlock = !isPart && (change.type === 'block_insert' || change.type === 'block_delete');
  if (before === '') return `${isBlock ? 'Paragraph added' : 'Added'}: “${quotedText(after)}”.`;
  if (after === '') return `${isBlock ? 'Paragraph deleted' : 'Deleted'}: “${quotedText(before)}”.`;
  return `“${quotedText(before)}” became “${quotedText(after)}”.`;
}
