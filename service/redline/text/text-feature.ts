import type { Feature } from '../../engine/align/feature.ts';
import type { ParagraphText } from './paragraph-text.ts';

/** The feature of a block, row or cell in an alignment, and the texts of its paragraphs. */
export interface TextFeature extends Feature {
  readonly texts: readonly ParagraphText[];
}
