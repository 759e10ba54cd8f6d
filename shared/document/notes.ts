/** Footnotes and endnotes: what the first text block of a note carries. */
import type { Attributes } from './model.ts';
import type { TextPlace } from './text-place.ts';

/** The attribute of the first text block of a note: `footnote 3 12 40`, as `NoteFacts` describes it. */
export const NOTE = 'data-note';

/** Kind of a note. */
export type NoteKind = 'footnote' | 'endnote';

/** A note of one document. */
export interface NoteFacts {
  readonly kind: NoteKind;
  /** Its number among the notes of its kind, from 1. */
  readonly number: number;
  /** Where the text has its sign; absent if it has none. */
  readonly sign?: TextPlace;
}

const WRITTEN = /^(footnote|endnote) (\d{1,9})(?: (\d{1,9}) (\d{1,9}))?$/;
const NAMES: Readonly<Record<NoteKind, string>> = { footnote: 'Footnote', endnote: 'Endnote' };

/** Writes a note: kind, number, and the place of its sign. */
export function writeNote({ kind, number, sign }: NoteFacts): string {
  return [kind, number, ...(sign ?? [])].join(' ');
}

/** The note that a text block begins; null if it begins none. */
export function noteIn(attributes: Attributes): NoteFacts | null {
  const [, kind, number, block, offset] = WRITTEN.exec(attributes[NOTE] ?? '') ?? [];
  if (kind === undefined) return null;
  const facts = { kind: kind as NoteKind, number: Number(number) };
  return block === undefined ? facts : { ...facts, sign: [Number(block), Number(offset)] };
}

/** Name of a note for a person: "Footnote 3". */
export function noteName({ kind, number }: Pick<NoteFacts, 'kind' | 'number'>): string {
  return `${NAMES[kind]} ${number}`;
}
