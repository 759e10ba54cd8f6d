/** Sentences for people about the edits of a returned document that its revisions do not track. Every surface shows the same words. */
import type { Change } from './change.ts';
import type { UndisclosedEdits, UndisclosedItem } from './undisclosed.ts';

/** Number of edits that one sentence names. */
const NAMED_MAX = 3;
/** Length of quoted words in code points. */
const QUOTED_MAX = 40;

/** "2 edits are not tracked: Fees (“100 %” → “250 %”), Term (added “not”)." Or that all are, and by whom. */
export function describeUndisclosed({ items, declared }: UndisclosedEdits): string {
  if (items.length === 0) return `Every difference is tracked: ${declared.map(revisionsOf).join(', ')}.`;
  const lead = items.length === 1 ? '1 edit is not tracked' : `${items.length} edits are not tracked`;
  const named = items.slice(0, NAMED_MAX).map(shortly);
  const rest = items.length - named.length;
  return `${lead}: ${named.join(', ')}${rest === 0 ? '' : `, and ${rest} more`}.`;
}

function revisionsOf({ author, revisions }: UndisclosedEdits['declared'][number]): string {
  const count = revisions === 1 ? '1 revision' : `${revisions} revisions`;
  return `${count} by ${author === '' ? 'an unnamed author' : author}`;
}

/** An edit in a few words: its heading, and what became what. */
function shortly({ kind, sentence, where, change }: UndisclosedItem): string {
  const words = change === undefined || kind !== 'change' ? undefined : becameOf(change);
  const told = words ?? sentence.replace(/\.$/u, '');
  return where === undefined ? told : `${quoted(where)} (${told})`;
}

/** Undefined for a change whose texts do not say what it is, such as another format. */
function becameOf(change: Change): string | undefined {
  const before = 'before' in change ? change.before.text.trim() : '';
  const after = 'after' in change ? change.after.text.trim() : '';
  if (before === after) return undefined;
  if (before === '') return `added “${quoted(after)}”`;
  if (after === '') return `deleted “${quoted(before)}”`;
  return `“${quoted(before)}” → “${quoted(after)}”`;
}

function quoted(text: string): string {
  const letters = [...text.replace(/\s+/gu, ' ').trim()];
  return letters.length <= QUOTED_MAX ? letters.join('') : `${letters.slice(0, QUOTED_MAX).join('')}…`;
}
