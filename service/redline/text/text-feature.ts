import type { Feature } from '../../engine/align/feature.ts';
import type { ParagraphText } from './paragraph-text.ts';

/** What alignment sees of a block, row or cell, and the texts of the paragraphs that it is about. */
export interface TextFeature extends Feature {
  readonly texts: readonly ParagraphText[];
}
