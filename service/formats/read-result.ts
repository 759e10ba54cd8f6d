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
  /** JSON only: for each block the pointer (RFC 6901) of the value whose line it is. */
  readonly jsonPointers?: readonly string[];
}
