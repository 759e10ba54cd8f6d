import { numeral, sayOf } from './say.ts';
import { dayWords } from './words.ts';
import { settings as texts } from './english/settings.ts';

const say = /* @__PURE__ */ sayOf(texts);

/** Names of the colours of reviewers, in their order (renderer/review/reviewer-colors.ts). */
const COLORS: readonly string[] = [
  texts['color.0'],
  texts['color.1'],
  texts['color.2'],
  texts['color.3'],
  texts['color.4'],
  texts['color.5'],
  texts['color.6'],
];

/** What the pages of the settings and of the connections say. */
export const settingsMessages = {
  ...texts,
  newKeyHeading: (name: string): string => say('newKeyHeading', { name }),
  keysColumns: {
    name: texts['keysColumns.name'],
    created: texts['keysColumns.created'],
    used: texts['keysColumns.used'],
    actions: texts['keysColumns.actions'],
  },
  revokeOf: (name: string): string => say('revokeOf', { name }),
  revokeAsk: (name: string): string => say('revokeAsk', { name }),
  revoked: (at: string): string => say('revoked', { date: dayWords(new Date(at)) }),
  installSteps: [texts['installStep.1'], texts['installStep.2'], texts['installStep.3']] as const,
  pairingLeft: (seconds: number): string => say('pairingLeft', { count: seconds }),
  unpairOf: (name: string): string => say('unpairOf', { name }),
  unpairAsk: (name: string): string => say('unpairAsk', { name }),
  colorName: (at: number): string => COLORS[at] ?? numeral(at + 1),
  version: (version: string): string => say('version', { version }),
  deleted: (comparisons: number, files: number): string =>
    say('deletedFiles', { comparisons: say('deletedComparisons', { count: comparisons }), count: files }),
};
