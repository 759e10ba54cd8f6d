import { sayOf } from './say.ts';
import { docs as texts } from './english/docs.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** What the reference says beside the description of the service. */
export const docsMessages = {
  ...texts,
  failed: (reason: string): string => say('failedBecause', { reason: reason.replace(/\.$/u, '') }),
  heading: (service: string): string => say('heading', { service }),
  version: (version: string): string => say('version', { version }),
  rights: {
    open: texts['rights.open'],
    openOrBearer: texts['rights.openOrBearer'],
    bearer: texts['rights.bearer'],
    bearerOrToken: texts['rights.bearerOrToken'],
    other: texts['rights.byAddress'],
  },
  exampleOf: (name: string): string => say('exampleOf', { name }),
  columns: {
    name: texts['columns.name'],
    type: texts['columns.type'],
    meaning: texts['columns.meaning'],
  },
  arrayOf: (type: string): string => say('arrayOf', { type }),
  took: (ms: number): string => say('took', { ms }),
  cut: (characters: number): string => say('cut', { count: characters }),
};
