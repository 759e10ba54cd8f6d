import type { Side } from '../../shared/document/model.ts';
import { sayOf, type Under } from './say.ts';
import { sideWord } from './words.ts';
import { pages as texts } from './english/pages.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What the view of the pages says beside the documents. */
export const pageMessages = {
  ...texts,
  pagesOf: (side: Side): string => say('pagesOf', { side: sideWord(side) }),
  withoutText: {
    same: texts['withoutText.same'],
    differs: texts['withoutText.differs'],
  },
  pageOf: (side: Side, page: number, total: number): string => say('pageOf', { side: sideWord(side), page, total }),
  pageNumber: (side: Side): string => say('pageNumber', { side: sideWord(side) }),
  ofPages: (total: number): string => say('ofPages', { total }),
  hitOn: (side: Side, page: number): string => say('hitOn', { side: sideWord(side), page }),
  thumbnailsOf: (side: Side): string => say('thumbnailsOf', { side: sideWord(side) }),
  goToPage: (page: number, changes: number): string =>
    changes === 0 ? say('pageUnchanged', { page }) : say('pageChanged', { page, count: changes }),
  working: (step: Under<typeof texts, 'working'>): string => texts[`working.${step}`],
  reading: (side: Side, page: number, pages: number): string =>
    say('reading', { side: sideWord(side).toLowerCase(), page, pages }),
  notOpened: (reason: string): string => say('notOpened', { reason }),
  missing: (changes: number): string => say('unmarked', { count: changes }),
};
