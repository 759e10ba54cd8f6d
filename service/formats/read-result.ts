import type { JsonValue } from './json/parse-json.ts';
import type { Document } from '../../shared/document/model.ts';

/** Formats of text inputs, aliases resolved. */
export type TextFormat = 'html' | 'markdown' | 'txt' | 'json';

/** What the DOM envelope measures, on the side's HTML after conversion. */
export interface Envelope {
  /** UTF-8 bytes. */
  readonly htmlBytes: number;
  readonly blockElements: number;
  readonly startTags: number;
}

/** The lines of canonical JSON, by number from 0. */
export interface JsonLineValues {
  /** The value that a line is, begins or ends. */
  readonly values: readonly JsonValue[];
  /** By themselves, as the values need not stay for them. */
  readonly pointers: LinePointers;
}

/** Where the values of lines stand. */
export interface LinePointers {
  /** JSON Pointer (RFC 6901) of the value of a line. */
  of(line: number): string;
}

/** What a reader returns. */
export interface ReadResult {
  readonly document: Document;
  readonly envelope: Envelope;
  /** JSON only: the lines that the blocks are. */
  readonly jsonLines?: JsonLineValues;
}
