import type { MarkName } from './model.ts';

/** Words for formats of runs, as people read them. */
export const MARK_WORDS: Readonly<Record<MarkName, string>> = {
  strong: 'bold',
  em: 'italic',
  u: 'underline',
  s: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  mark: 'highlight',
  code: 'code',
};
