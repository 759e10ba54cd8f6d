import type { JsonLines } from './json/json-lines.ts';
import type { Document } from '../../shared/document/model.ts';

/** Formats of text inputs, aliases resolved. */
export type TextFormat = 'html' | 'markdown' | 'txt' | 'json';

/** What the DOM envelope measures, on the side's HTML after conversion (specification section 1). */
export interface Envelope {
  /** UTF-8 bytes. */
  readonly htmlBytes: number;
  readonly blockElements: number;
  readonly startTags: number;
}

/** What a reader returns. */
export interface ReadResult {
  readonly document: Document;
  readonly envelope: Envelope;
  /** JSON only: the lines that the blocks are. */
  readonly jsonLines?: JsonLines;
}
