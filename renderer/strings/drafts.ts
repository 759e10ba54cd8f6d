import { excessInWords, sizeInWords } from '../../shared/in-words.ts';
import { placedText, type ChangeDescription } from './change.ts';
import { clipped, joined, numeral, sayOf, type Under } from './say.ts';
import { drafts as texts } from './english/drafts.ts';

const say = /* @__PURE__ */ sayOf(texts);

const listing = /* @__PURE__ */ new Intl.ListFormat('en', { type: 'conjunction' });

type DraftsOrderName = 'ours_first' | 'theirs_first';
type DraftListName = 'accepted' | 'changedBack' | 'changedFurther' | 'added';

const ORDINALS = [texts['ordinal.0'], texts['ordinal.1'], texts['ordinal.2']];

/** A change of three drafts, or a part of one. */
interface FollowedDescription {
  readonly change: ChangeDescription;
  readonly section: string;
  readonly isPart: boolean;
  readonly now?: string;
}

function nowText(now: string): string {
  return now === '' ? texts.nowNothing : say('nowText', { now: clipped(now) });
}

/** What the view of three drafts says. Drafts count from 0. */
export const draftMessages = {
  ...texts,
  orderName: (order: DraftsOrderName): string => texts[`${order}.label`],
  draft: (order: DraftsOrderName, draft: 0 | 1 | 2): string => texts[`${order}.draft.${draft}`],
  wrongOrder: (earlier: string, later: string): string => say('wrongOrder', { later, earlier }),
  ordered: (names: readonly string[]): string => say('ordered', { names: names.join(', ') }),
  loaded: (draft: string, name: string): string => say('loaded', { draft, name }),
  step: (step: Under<typeof texts, 'step'>): string => texts[`step.${step}`],
  missing: (draft: string): string => say('missing', { draft: draft.toLowerCase() }),
  tooMany: (given: number): string => say('tooMany', { given }),
  notFollowed: (name: string, format: string): string => say('unfollowed', { name, format, sameFormat: format }),
  severalFormats: (formats: readonly string[]): string => say('formatsDiffer', { formats: listing.format(formats) }),
  tooLarge: (sizeBytes: number, limitBytes: number): string =>
    say('tooLarge', { excess: excessInWords(sizeBytes, limitBytes), limit: sizeInWords(limitBytes) }),
  same: (a: number, b: number): string => {
    const result = b === 1 ? texts.sameFirstTwo : a === 0 ? texts.sameFirstAndLast : texts.sameLastTwo;
    return say('sameFile', { first: ORDINALS[a] ?? '', second: ORDINALS[b] ?? '', result });
  },
  names: (names: readonly string[]): string => names.join(' → '),
  listName: (order: DraftsOrderName, list: DraftListName): string => texts[`${order}.${list}`],
  listAbout: (order: DraftsOrderName, list: DraftListName): string => texts[`${order}.${list}.about`],
  total: numeral,
  /** A row for a screen reader. */
  rowName: ({ change, section, isPart, now }: FollowedDescription): string => {
    const sentences = [
      isPart ? `${texts.partOfChange}.` : '',
      `${placedText(change)}.`,
      now === undefined ? '' : `${nowText(now)}.`,
      section === '' ? '' : `${clipped(section)}.`,
      texts.showIt,
    ];
    return joined(sentences, ' ');
  },
  place: (label: string | undefined, section: string, isPart: boolean): string =>
    joined([label ?? '', clipped(section), isPart ? texts.partOfChange : ''], ' · '),
  now: nowText,
};
