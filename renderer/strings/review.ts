import type { UnitKind } from '../../shared/fragment/units.ts';
import { dayFormat } from '../../shared/in-words.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import {
  commentText,
  formatText,
  pictureText,
  placedText,
  spokenChange,
  type ChangeDescription,
  type SpokenPlace,
} from './change.ts';
import { clipped, joined, numeral, sayOf, visible, type Under } from './say.ts';
import { momentWords, stateWord } from './words.ts';
import { review as texts } from './english/review.ts';

const say = /* @__PURE__ */ sayOf(texts);

const clock = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** A day as a file states it: in UTC, whatever the reader's time is. */
const fileDay = /* @__PURE__ */ dayFormat('UTC');

type State = Under<typeof texts, 'state'>;

function stateText(state: State): string {
  return texts[`state.${state}`];
}

/** A decision with the name of who made it; null: the reader. */
function statusText(verdict: ChangeAction, by: string | null): string {
  return by === null ? stateText(verdict) : say('stateBy', { state: stateText(verdict), by });
}

/** How a change looks in its row. Empty texts are not shown. */
export interface ChangeRowText {
  /** What happened, if the texts alone do not say it. */
  readonly lead: string;
  readonly before: string;
  readonly old: string;
  readonly new: string;
  readonly after: string;
}

type Surroundings = Pick<ChangeRowText, 'before' | 'after'>;

const EMPTY_ROW: ChangeRowText = { lead: '', before: '', old: '', new: '', after: '' };

function rowText(change: ChangeDescription, place: Surroundings): ChangeRowText {
  const { comment } = change;
  if (comment === undefined) return ownRow(change, place);
  const lead = commentText(comment);
  if (comment.did === 'added') return { ...EMPTY_ROW, lead, new: clipped(comment.text) };
  if (comment.did === 'deleted') return { ...EMPTY_ROW, lead, old: clipped(comment.text) };
  const own = ownRow(change, place);
  return { ...own, lead: own.lead === '' ? lead : say('commentLead', { comment: lead, lead: own.lead }) };
}

function ownRow(change: ChangeDescription, { before, after }: Surroundings): ChangeRowText {
  const { kind, moved, picture, format } = change;
  if (picture !== undefined) return { ...EMPTY_ROW, lead: pictureText(picture, moved) };
  switch (kind) {
    case 'insert':
    case 'delete':
    case 'replace':
      return { ...EMPTY_ROW, before, old: visible(change.before), new: visible(change.after), after };
    case 'block_insert':
      return { ...EMPTY_ROW, lead: moved ? texts.rowMovedHere : '', new: visible(change.after) };
    case 'block_delete':
      return { ...EMPTY_ROW, lead: moved ? texts.rowMovedFrom : '', old: visible(change.before) };
    case 'format':
      return { ...EMPTY_ROW, lead: formatText(format), after: clipped(change.after) };
    case 'link':
      return { ...EMPTY_ROW, lead: texts.rowLink, old: clipped(change.before), new: clipped(change.after) };
    case 'split':
      return { ...EMPTY_ROW, lead: texts.rowSplit, before, new: '¶', after };
    case 'merge':
      return { ...EMPTY_ROW, lead: texts.rowMerged, before, old: '¶', after };
  }
}

/** Who marked a change in a returned file, and when as the file states it. */
interface ToldAuthor {
  readonly author: string;
  readonly date?: string;
}

function declaredText({ author, date }: ToldAuthor): string {
  const name = author.trim() === '' ? texts.unnamedAuthor : clipped(author, 60);
  const time = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time)) return say('declaredBy', { author: name });
  return say('declaredOn', { author: name, date: fileDay.format(time) });
}

/** Which changes a decision on many takes: all, the undecided ones beside decided ones, or those that are shown. */
export type BulkScope = 'all' | 'rest' | 'shown';

/** How many a decision is on: "all 12", "12". One is never "all 1". */
function allOf(total: number, scope: BulkScope): string {
  if (scope === 'rest') return say('otherTargets', { total });
  return scope === 'all' && total > 1 ? say('allTargets', { total }) : numeral(total);
}

/** What the list of changes, the cards, the notes and the summary of a review say. */
export const reviewMessages = {
  ...texts,
  total: numeral,
  row: rowText,
  /** The row of a change for a screen reader. `flags`: what matters about it. */
  rowName: (
    change: ChangeDescription,
    place: SpokenPlace,
    verdict: ChangeAction | undefined,
    notes: number,
    flags: string,
    declaredBy: ToldAuthor | undefined,
    decidedBy: string | null,
  ): string => {
    const sentences = [
      spokenChange(change, place, verdict),
      verdict === undefined || decidedBy === null ? '' : `${statusText(verdict, decidedBy)}.`,
      declaredBy === undefined ? '' : `${declaredText(declaredBy)}.`,
      flags === '' ? '' : `${flags}.`,
      notes === 0 ? '' : say('rowMessages', { count: notes }),
    ];
    return joined(sentences, ' ');
  },
  /** Who marked a change: "Marked by Ann, Jan 2, 2026". */
  declared: declaredText,
  /** The notes beside the text for a screen reader. */
  notesName: (change: ChangeDescription, notes: number): string =>
    say('notesName', { change: placedText(change), count: notes }),
  status: stateText,
  statusBy: statusText,
  filtersSet: (total: number): string => say('filtersSet', { total }),
  /** What the rules say about a change. */
  signal: (title: string, text: string): string => say('signal', { title, text }),
  flagged: (titles: readonly string[]): string => titles.join(', '),
  referenceLead: (from: string, to: string | null): string =>
    to === null ? say('sectionGone', { from }) : say('sectionNow', { from, to }),
  removeFilter: (name: string): string => say('removeFilter', { name }),
  shownOf: (shown: number, total: number): string =>
    shown === total ? say('allShown', { count: total }) : say('someShown', { shown, count: total }),
  acceptTargets: (total: number, scope: BulkScope): string => say('acceptTargets', { total: allOf(total, scope) }),
  rejectTargets: (total: number, scope: BulkScope): string => say('rejectTargets', { total: allOf(total, scope) }),
  resetTargets: (total: number): string => say('resetTargets', { total }),
  resetTargetsLong: (total: number): string => say('resetTargetsLong', { count: total }),
  acceptPlaces: (total: number): string =>
    say(total === 1 ? 'acceptPlace' : 'acceptAllPlaces', { total: allOf(total, 'all') }),
  rejectPlaces: (total: number): string =>
    say(total === 1 ? 'rejectPlace' : 'rejectAllPlaces', { total: allOf(total, 'all') }),
  /** One sentence for a screen reader. `state`: the decision. */
  bundleName: (name: string, counted: string, state: readonly string[]): string =>
    joined([name, counted, state.join(', ')], '. '),
  sectionCount: (total: number): string => say('sectionCount', { count: total }),
  format: formatText,
  blocks: (kind: 'block_insert' | 'block_delete', total: number): string =>
    say(kind === 'block_insert' ? 'blocksInserted' : 'blocksDeleted', { count: total }),
  /** `label`: what the document calls it, such as "Footnote 3". */
  unit: (tie: UnitKind, kind: ChangeDescription['kind'], label?: string): string => {
    const name = texts[`tie.${tie}`];
    if (tie !== 'comment' && tie !== 'note') return name;
    const isDeleted = kind === 'block_delete' || kind === 'delete';
    return say(isDeleted ? 'unitDeleted' : 'unitInserted', { label: label ?? name });
  },
  places: (total: number): string => say('places', { count: total }),
  changes: (total: number): string => say('changes', { count: total }),
  exceptions: (total: number, verdict: ChangeAction | null): string =>
    say('exceptionsOf', { total, state: stateWord(verdict) }),
  unreplaced: (total: number): string => say('unreplaced', { count: total }),
  noneWith: (status: State): string =>
    status === 'undecided' ? texts.noneUndecided : say('noneYet', { state: stateText(status).toLowerCase() }),
  noteOn: (quote: string): string => say('noteOn', { quote: clipped(quote, 60) }),
  noteCount: (total: number): string => say('noteCount', { count: total }),
  when: (at: string, nowMs: number): string => {
    const time = Date.parse(at);
    if (Number.isNaN(time)) return '';
    const ageMs = nowMs - time;
    if (ageMs >= 0 && ageMs < 60_000) return texts.now;
    const isToday = new Date(time).toDateString() === new Date(nowMs).toDateString();
    return isToday ? clock.format(time) : momentWords(time);
  },
  whenLong: (at: string): string => (Number.isNaN(Date.parse(at)) ? '' : momentWords(Date.parse(at))),
  left: (remaining: number): string => say('left', { remaining }),
  summary: (total: number, accepted: number, rejected: number, open: number, notes: number): string => {
    const parts = [
      say('acceptedCount', { accepted }),
      say('rejectedCount', { rejected }),
      open === 0 ? '' : say('undecidedCount', { open }),
      notes === 0 ? '' : say('notesCount', { count: notes }),
    ];
    return say('summaryOf', { count: total, parts: joined(parts, ', ') });
  },
  finishOpen: (open: number): string => say('finishOpen', { count: open }),
  divided: (total: number): string => say('divided', { count: total }),
  shownFirst: (change: string, verdict: ChangeAction): string => say('shownFirst', { change, verdict }),
  selectedChanges: (total: number): string => say('selectedChanges', { count: total }),
};
