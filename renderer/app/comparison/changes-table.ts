import type { Change, ChangedFragment } from '../../../shared/change/change.ts';
import { placeOfChange } from '../../../shared/change/place-of-change.ts';
import { textInWords } from '../../../shared/document/picture-words.ts';
import { linesOfMessages, passageNotesToJson, textOfMessages } from '../../../shared/review-file/notes.ts';
import { titlesAround, type DocumentPlaces } from '../../document-view/change-places.ts';
import type { Units } from '../../../shared/fragment/units.ts';
import type { ReviewRecord } from '../../../shared/review-file/review-record.ts';

const COLUMNS = [
  'id',
  'type',
  'section',
  'place',
  'block',
  'before',
  'after',
  'decision',
  'note',
  'tags',
  'group',
  'decidedBy',
] as const;

/**
 * Where a spreadsheet may read a formula: at the start of a cell or a line, and after a semicolon or a tab. Where lists
 * have semicolons, spreadsheets divide this file at them, also between quotes. Wide signs count as signs.
 */
const FORMULA_START = /(^|[;\t\r\n])([^\S\t\r\n]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** A cell by RFC 4180. What would run as a formula gets an apostrophe, which spreadsheets do not show. */
function cell(text: string): string {
  const safe = text.replaceAll(FORMULA_START, "$1'$2");
  return /[",;\t\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The changes and their decisions, a row for each unit of decision, as CSV (RFC 4180), with a byte order mark for spreadsheets. Notes on passages follow,
 * each a row of the type `note` with the passage in `before`. `places` gives the sections that the list shows, which have
 * numbers. The service names headings with a heading style only. The row of a move has the ids and texts of both ends.
 */
export function changesCsv(
  changes: readonly Change[],
  record: ReviewRecord,
  places: DocumentPlaces,
  units: Units,
): string {
  const { decided, notes, passages } = record;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const rows = units.all.flatMap((unit) => {
    const members = unit.changeIds.flatMap((id) => byId.get(id) ?? []);
    const [change] = members;
    if (change === undefined) return [];
    const own = members.flatMap(({ id }) => notes.get(id) ?? []);
    const joined = (side: 'before' | 'after'): string =>
      members
        .map((member) => textOn(member, side))
        .filter((text) => text !== '')
        .join('\n');
    const titles = titlesAround(places, change.id);
    const verdicts = new Set(members.map(({ id }) => decided.get(id) ?? ''));
    const isAlike = verdicts.size === 1;
    return [
      [
        members.map(({ id }) => id).join(' '),
        unit.kind === 'single' ? change.type : unit.kind,
        (titles.length > 0 ? titles : (change.location.headingPath ?? [])).join(' > '),
        [...new Set(members.map(placeOfChange).filter((place) => place !== ''))].join(' → '),
        String(change.location.blockIndex),
        joined('before'),
        joined('after'),
        isAlike ? [...verdicts].join('') : '',
        own.map(({ messages }) => linesOfMessages(messages)).join('\n'),
        [...new Set(own.flatMap(({ tags }) => tags))].join(' '),
        change.group ?? '',
        isAlike ? decidedBy(record, change.id) : '',
      ],
    ];
  });
  const noted = [...passages.values()].map(({ passage, messages }) => {
    return ['', 'note', '', '', '', passage.quote, '', '', linesOfMessages(messages), '', '', ''];
  });
  return `\uFEFF${[COLUMNS, ...rows, ...noted].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** The name of who decided a change, as far as the review knows it; empty for an undecided one. */
function decidedBy({ decided, decidedBy: names, reviewer }: ReviewRecord, changeId: string): string {
  return decided.has(changeId) ? (names?.get(changeId) ?? reviewer) : '';
}

/** The text of a change on one side; empty if it has none there. */
function textOn(change: Change, side: 'before' | 'after'): string {
  if (side === 'before') return 'before' in change ? textOf(change.before, change.type) : '';
  return 'after' in change ? textOf(change.after, change.type) : '';
}

/** A link changes its destination, because its text is the same on both sides. Pictures are in words. */
function textOf({ text, href, pictures }: ChangedFragment, type: Change['type']): string {
  return type === 'link' ? (href ?? '') : textInWords(text, pictures);
}

/** The changes, their decisions and the notes on passages as JSON, for programs. */
export function changesJson(changes: readonly Change[], record: ReviewRecord): string {
  const { decided, notes, passages } = record;
  const listed = changes.map((change) => {
    const decision = decided.get(change.id);
    const note = notes.get(change.id);
    const by = decidedBy(record, change.id);
    return {
      ...change,
      ...(decision && { decision }),
      ...(by !== '' && { decidedBy: by }),
      ...(note && { note: { text: textOfMessages(note.messages), ...note } }),
    };
  });
  const noted = passages.size === 0 ? {} : { notes: passageNotesToJson(passages) };
  return `${JSON.stringify({ schemaVersion: 'diffsvc.changes.v1', changes: listed, ...noted }, null, 2)}\n`;
}

/** One change as a line or two of plain text, to paste into a message. */
export function changeAsText({ before, after }: { readonly before: string; readonly after: string }): string {
  const lines = [before === '' ? null : `- ${before.trim()}`, after === '' ? null : `+ ${after.trim()}`];
  return lines.filter((line) => line !== null).join('\n');
}
