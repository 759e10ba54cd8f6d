/** Words for one change in a report. */
import type { Change, ChangedFragment, SideLocation } from '../../../shared/change/change.ts';
import { textInWords } from '../../../shared/document/picture-words.ts';
import type { TieKind } from '../../../shared/fragment/unit-ties.ts';
import { formatWords } from '../../pipeline/words/format-words.ts';

const TYPES = {
  insert: 'Insertion',
  delete: 'Deletion',
  replace: 'Replacement',
  format: 'Formatting',
  link: 'Link',
  block_insert: 'Paragraph or row inserted',
  block_delete: 'Paragraph or row deleted',
} as const satisfies Record<Change['type'], string>;

/** Maximum length of a quoted text, in characters. The redline has the whole text. */
const QUOTED_MAX = 400;

/** Maximum length of the text on each side of a change in a line, in characters. */
const CONTEXT_MAX = 48;

/** A change as a report shows it. Empty texts are not shown. */
export interface ChangeWords {
  readonly type: string;
  readonly before: string;
  readonly after: string;
  /** What else happened, such as "bold added". */
  readonly detail: string;
  /** The text right before and right after a change inside a block. */
  readonly context: readonly [before: string, after: string];
}

const UNIT_TYPES = {
  note: 'Note',
  move: 'Moved',
  list: 'List of another kind',
  picture: 'Picture replaced',
  field: 'Field updated',
  link: 'Link changed',
} as const satisfies Record<Exclude<TieKind, 'comment'>, string>;

/** The words for several changes that are one decision. Text that moved without an edit is stated once, as `detail`. */
export function unitWords(kind: TieKind, members: readonly ChangeWords[]): ChangeWords {
  const joined = (side: 'before' | 'after'): string =>
    quoted({
      html: '',
      text: members
        .map((member) => member[side])
        .filter((text) => text !== '')
        .join(' · '),
    });
  const [before, after] = [joined('before'), joined('after')];
  const isSame = kind === 'move' && before === after;
  // The words of a comment name its author.
  if (kind === 'comment') return { ...members[0]!, before, after };
  const type = kind === 'note' ? `${UNIT_TYPES.note} ${before === '' ? 'inserted' : 'deleted'}` : UNIT_TYPES[kind];
  if (kind === 'list') return { type, before: '', after: '', detail: members[0]?.detail ?? '', context: ['', ''] };
  return {
    type,
    before: isSame ? '' : before,
    after: isSame ? '' : after,
    detail: isSame ? after : '',
    context: ['', ''],
  };
}

/** The words for a change. `textOf` is the text of a block by its id; undefined if it is unknown. */
export function wordsOf(change: Change, textOf: (blockId: string) => string | undefined): ChangeWords {
  return { ...ownWords(change), context: contextOf(change, textOf) };
}

function ownWords(change: Change): Omit<ChangeWords, 'context'> {
  const before = 'before' in change ? change.before : undefined;
  const after = 'after' in change ? change.after : undefined;
  if (change.type === 'format') {
    return { type: TYPES.format, before: '', after: quoted(after), detail: formatWords(before?.format, after?.format) };
  }
  if (change.type === 'link') {
    return { type: TYPES.link, before: before?.href ?? 'none', after: after?.href ?? 'none', detail: quoted(after) };
  }
  if (change.type === 'insert' && after?.text === '\n') return bare('Paragraph split');
  if (change.type === 'delete' && before?.text === '\n') return bare('Paragraphs joined');
  return { type: typeOf(change), before: quoted(before), after: quoted(after), detail: '' };
}

function bare(type: string): Omit<ChangeWords, 'context'> {
  return { type, before: '', after: '', detail: '' };
}

/** The revised document has the context, and the original one if the change is a deletion. */
function contextOf(change: Change, textOf: (blockId: string) => string | undefined): ChangeWords['context'] {
  if (change.type !== 'insert' && change.type !== 'delete' && change.type !== 'replace') return ['', ''];
  const place: SideLocation = change.type === 'delete' ? change.sourceLocation : change.revisedLocation;
  const characters = [...(textOf(place.blockId) ?? '')];
  const { start, end } = place.charRange;
  const before = characters.slice(0, start);
  const after = characters.slice(end);
  const cut = (text: readonly string[]): string => text.join('').replace(/\s+/gu, ' ');
  return [
    before.length > CONTEXT_MAX ? `…${cut(before.slice(-CONTEXT_MAX))}` : cut(before),
    after.length > CONTEXT_MAX ? `${cut(after.slice(0, CONTEXT_MAX))}…` : cut(after),
  ];
}

function typeOf(change: Change): string {
  if (change.type === 'block_insert' && change.revisedLocation.moveId !== undefined) return 'Moved here';
  if (change.type === 'block_delete' && change.sourceLocation.moveId !== undefined) return 'Moved from here';
  return TYPES[change.type];
}

function quoted(side: ChangedFragment | undefined): string {
  if (side === undefined) return '';
  const text = textInWords(side.text, side.pictures).replace(/\s+/gu, ' ');
  if (text === '') return '';
  if (text.trim() === '') return side.text.includes('\n') ? '↵' : '␣';
  const characters = [...text];
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX - 1).join('')}…` : text;
}
