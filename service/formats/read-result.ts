import type { JsonValue } from './json/parse-json.ts';
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

/** The value that a line of canonical JSON is or begins or ends. */
export interface JsonLine {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** What a reader returns. */
export interface ReadResult {
  readonly document: Document;
  readonly envelope: Envelope;
  /** JSON only: for each block the value whose line it is, and its pointer (RFC 6901). */
  readonly jsonLines?: readonly JsonLine[];
}
