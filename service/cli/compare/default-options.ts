import type { CompareOptions } from './compare-options.ts';

/** The options of `compare` without any flag, for commands that compare on their own. */
export const DEFAULT_COMPARISON: CompareOptions = {
  mode: 'auto',
  output: [],
  attributeMode: 'semantic',
  include: 'headers,footers,comments,pictures',
  complexity: 'extended',
  ignoreSelector: [],
  exclude: [],
  only: [],
  context: '2',
  color: 'auto',
};
