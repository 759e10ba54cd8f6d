import { sayOf } from './say.ts';
import { momentWords } from './words.ts';
import { reviewFile as texts } from './english/review-file.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What a review file says beside the comparison. */
export const reviewFileMessages = {
  ...texts,
  whoAreYou: (reviewer: string): string => (reviewer === '' ? texts.namelessAsks : say('senderAsks', { reviewer })),
  saved: (name: string): string => say('saved', { name }),
  savedNameless: (name: string): string => say('savedNameless', { name }),
  sender: (reviewer: string, savedAt: string | null): string => {
    const sent = reviewer === '' ? texts.sentNameless : say('sentBy', { reviewer });
    if (savedAt === null || Number.isNaN(Date.parse(savedAt))) return sent;
    return say('sentSaved', { sent, date: momentWords(new Date(savedAt)) });
  },
};
