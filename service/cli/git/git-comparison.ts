import type { CompareOptions } from '../compare/compare-options.ts';

/** The options of a comparison that git asks for. */
export const GIT_COMPARISON: CompareOptions = {
  mode: 'auto',
  output: [],
  attributeMode: 'semantic',
  include: 'headers,footers,comments,pictures',
  complexity: 'extended',
  ignoreSelector: [],
  context: '2',
  color: 'auto',
};
