import type { AnyFormat, ComparisonFormat } from '../../shared/formats.ts';
import type { Side } from '../../shared/document/model.ts';
import type { Theme } from '../../shared/messages/display.ts';
import type { ChangeAction } from '../../shared/messages/viewer-message.ts';
import { changeText, formatText, placedText, spokenChange, type ChangeDescription, type ToldFormat } from './change.ts';
import { joined, numeral, sayOf, type Under } from './say.ts';
import { formatWord, layoutWord, sideWord, stateWord, verdictWord } from './words.ts';
import { comparison as texts } from './english/comparison.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** The format of a comparison. If the sides have different formats, the format of each. */
interface ComparedFormats {
  readonly format: ComparisonFormat;
  readonly originalFormat?: AnyFormat | undefined;
  readonly revisedFormat?: AnyFormat | undefined;
}

/** The other decision on a change: whose it is, and whether it stands until somebody chooses. */
interface OtherDecision {
  readonly by: string;
  readonly theirsStand?: boolean | undefined;
}

/** What the application, the viewer, review files and the extension's panel all show. */
export const messages = {
  ...texts,
  pageTitle: (title: string): string => say('pageTitle', { title }),
  comparedAs: ({ format, originalFormat, revisedFormat }: ComparedFormats): string => {
    if (originalFormat && revisedFormat) {
      return say('comparedTwo', { original: formatWord(originalFormat), revised: formatWord(revisedFormat) });
    }
    return format === 'mixed' ? texts.comparedMixed : say('comparedOne', { format: formatWord(format) });
  },
  side: sideWord,
  leftOut: (counts: string): string => say('leftOut', { counts }),
  moreDifferences: (more: number): string => say('moreDifferences', { more }),
  warnings: (number: number): string => say('warnings', { count: number }),
  counts: {
    insertions: (value: number): string => say('counts.insertions', { count: value }),
    deletions: (value: number): string => say('counts.deletions', { count: value }),
    replacements: (value: number): string => say('counts.replacements', { count: value }),
    formatChanges: (value: number): string => say('counts.formatChanges', { count: value }),
    linkChanges: (value: number): string => say('counts.linkChanges', { count: value }),
    blockInsertions: (value: number): string => say('counts.blockInsertions', { count: value }),
    blockDeletions: (value: number): string => say('counts.blockDeletions', { count: value }),
    moves: (value: number): string => say('counts.moves', { count: value }),
    comments: (value: number): string => say('counts.comments', { count: value }),
    notes: (value: number): string => say('counts.notes', { count: value }),
    lists: (value: number): string => say('counts.lists', { count: value }),
    pictures: (value: number): string => say('counts.pictures', { count: value }),
  },
  position: (at: number | null, total: number, openOnly: boolean): string => {
    const all = openOnly ? say('openOf', { total }) : numeral(total);
    if (at !== null) return say('positionOf', { at: at + 1, all });
    return openOnly ? all : say('positionNone', { count: total });
  },
  shortPosition: (at: number | null, total: number): string =>
    say('shortPositionOf', { at: at === null ? texts.noPosition : at + 1, total }),
  change: placedText,
  changeAlone: changeText,
  /** The selected change for a screen reader. */
  announceChange: spokenChange,
  foldHeading: (heading: string): string => say('foldHeading', { heading }),
  changesHere: (total: number): string => say('changesHere', { count: total }),
  nextNotice: (at: number, total: number): string => say('nextNotice', { at: at + 1, total }),
  showUnchanged: (total: number): string => say('showUnchanged', { count: total }),
  showUnchangedRows: (total: number): string => say('showUnchangedRows', { count: total }),
  layoutOf: layoutWord,
  shortTheme: (theme: Theme): string => texts[`theme.${theme}`],
  /** The words around the number of a printed page, before it and before the number of pages. */
  pageNumber: [texts.pageNumberBefore, texts.pageNumberBetween] as const,
  viewOf: (view: string, title: string): string => say('viewOf', { view, title }),
  groupOf: (group: Under<typeof texts, 'group'>): string => texts[`group.${group}`],
  changeGroup: (format: ToldFormat | undefined, total: number): string =>
    format === undefined
      ? say('contentsGroup', { count: total })
      : say('formatGroup', { format: formatText(format), count: total }),
  groupDecided: (accepted: number, rejected: number): string => {
    if (rejected === 0) return verdictWord('accepted');
    return accepted === 0 ? verdictWord('rejected') : say('acceptedAndRejected', { accepted, rejected });
  },
  matching: (shown: number, total: number): string => say('matching', { shown, count: total }),
  more: (left: number): string => say('more', { left }),
  reviewStarted: (remaining: number): string => say('reviewStarted', { count: remaining }),
  progress: (decided: number, total: number): string => say('progress', { decided, count: total }),
  acceptMatching: (total: number): string => say('acceptMatching', { total }),
  rejectMatching: (total: number): string => say('rejectMatching', { total }),
  verdict: verdictWord,
  decidedAndNext: (verdict: ChangeAction, remaining: number, next: ChangeDescription): string =>
    say('decidedAndNext', { verdict: verdictWord(verdict), remaining, change: placedText(next) }),
  decidedMany: (verdict: ChangeAction, total: number, remaining: number): string =>
    say('decidedMany', { count: total, verdict, remaining }),
  reset: (remaining: number): string => say('reset', { count: remaining }),
  undone: (remaining: number): string => say('undone', { count: remaining }),
  redone: (remaining: number): string => say('redone', { count: remaining }),
  reviewComplete: (open: number): string => (open === 0 ? texts.completeAll : say('completeOpen', { count: open })),
  outcome: (accepted: number, rejected: number): string => say('outcome', { accepted, rejected }),
  ignoring: (which: Under<typeof texts, 'hides'>): string => texts[`hides.${which}`],
  hidden: (total: number): string => (total === 0 ? texts.hiddenNone : say('hiddenSome', { count: total })),
  zoomOf: (zoom: number): string => say('zoomOf', { zoom: Math.round(zoom * 100) }),
  found: (at: number, total: number): string => (total === 0 ? texts.notFound : say('foundAt', { at: at + 1, total })),
  /** Begins with what matters, because a narrow bar cuts the end. */
  notCompared: (counts: string): string => say('notCompared', { counts }),
  digestOf: (side: Side): string => say('digestOf', { side }),
  digestOfFile: (side: Side): string => (side === 'original' ? texts.digestOfOriginalFile : texts.digestOfRevisedFile),
  /** `by`: the names of those who made the decisions. */
  tookEarlier: (taken: number): string => say('tookEarlier', { count: taken }),
  /** `by`: the names of those who made the decisions. */
  tookOver: (taken: number, conflicts: number, noted: number, by: readonly string[]): string => {
    const sentences = [
      taken === 0 ? '' : say('tookDecisions', { count: taken, names: by.join(texts.and) }),
      noted === 0 ? '' : say('tookNotes', { count: noted }),
      conflicts === 0 ? '' : say('tookConflicts', { count: conflicts }),
    ];
    return joined(sentences, ' ') || texts.tookNothing;
  },
  conflictsDetail: (total: number, first: OtherDecision | undefined): string => {
    const { by = '', theirsStand = false } = first ?? {};
    if (theirsStand) return say('conflictsOfWindow', { count: total });
    return by === '' ? say('conflictsOfCopy', { count: total }) : say('conflictsOfPerson', { count: total, by });
  },
  conflict: (
    mine: ChangeAction | null,
    theirs: ChangeAction | null,
    { by, theirsStand = false }: OtherDecision,
  ): string => {
    const words = { mine: stateWord(mine), theirs: stateWord(theirs) };
    if (theirsStand) return say('conflictOfWindow', words);
    return by === '' ? say('conflictOfCopy', words) : say('conflictOfPerson', { ...words, by });
  },
};
