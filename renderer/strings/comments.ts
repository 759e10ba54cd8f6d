import { joined, sayOf, type Under } from './say.ts';
import { comments as texts } from './english/comments.ts';

const say = /* @__PURE__ */ sayOf(texts);

type CommentChange = Under<typeof texts, 'change'>;

/** What the cards of comments say. */
export const commentWords = {
  ...texts,
  comment: (number: number): string => say('comment', { number }),
  did: (change: CommentChange): string => texts[`change.${change}`],
  /** The name of a card for a screen reader. */
  name: (author: string, isReply: boolean, change: CommentChange | null, isDone: boolean): string => {
    const parts = [
      say(isReply ? 'replyBy' : 'commentBy', { author }),
      change === null ? '' : texts[`change.${change}`].toLowerCase(),
      isDone ? texts.isResolved : '',
    ];
    return joined(parts, ', ');
  },
};
