import { sayOf } from './say.ts';
import { momentWords } from './words.ts';
import { viewer as texts } from './english/viewer.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What a reader can do about a refusal. The message of the service says what happened. */
interface RefusalText {
  readonly heading: string;
  readonly advice: string;
}

/** Codes of refusals that have an advice of their own. */
const REFUSALS = ['token_expired', 'invalid_token', 'token_issued_in_future', 'not_found', 'rate_limited'] as const;

function isRefusal(code: string): code is (typeof REFUSALS)[number] {
  return (REFUSALS as readonly string[]).includes(code);
}

/** What the hosted viewer says beside the comparison. */
export const viewerMessages = {
  ...texts,
  expires: (at: string): string => say('expires', { date: momentWords(new Date(at)) }),
  refusal: (code: string): RefusalText => {
    const known = isRefusal(code) ? code : 'other';
    return { heading: texts[`${known}.heading`], advice: texts[`${known}.advice`] };
  },
};
