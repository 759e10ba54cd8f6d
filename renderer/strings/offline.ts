import { offline as texts } from './english/offline.ts';
import { sayOf } from './say.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What the application's address says while the service does not answer. */
export const offlineMessages = {
  ...texts,
  remote: (host: string): string => say('remote', { host }),
};
