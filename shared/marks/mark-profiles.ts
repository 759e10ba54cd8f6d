/** How insertions, deletions, moves and changed formatting look, by profile: in Word files, on paper and on screen. */
import type { MarkProfileName } from '../api/mark-profiles.ts';

/** What is marked. A move has two ends. */
export type MarkKind = 'insert' | 'delete' | 'moveTo' | 'moveFrom';

/** The form of marked text. Colours are six hexadecimal digits. */
export interface TextMark {
  readonly color: string;
  readonly underline?: 'single' | 'double' | 'dotted' | 'wave';
  readonly strike?: 'single' | 'double';
  readonly isBold?: boolean;
}

/** The form of all marks. Each kind differs from plain text by more than its colour. */
export interface MarkProfile extends Readonly<Record<MarkKind, TextMark>> {
  /** The frame around text with other formatting, and the bar beside paragraphs with other properties. */
  readonly format: { readonly color: string };
  /** The ground of cells in inserted and deleted rows. */
  readonly ground: { readonly insert: string; readonly delete: string };
}

const GREY = { insert: 'EDEDED', delete: 'DEDEDE' } as const;

/** The shipped profiles. Every colour has a contrast of 4.5:1 or more on white. */
export const PROFILES: Readonly<Record<MarkProfileName, MarkProfile>> = {
  classic: {
    insert: { color: '0A6B3A', underline: 'single' },
    delete: { color: 'B3261E', strike: 'single' },
    moveTo: { color: '56279A', underline: 'double' },
    moveFrom: { color: '56279A', strike: 'double' },
    format: { color: '9A6700' },
    ground: { insert: 'E6F6EB', delete: 'FDE9E7' },
  },
  black_and_white: {
    insert: { color: '000000', underline: 'double' },
    delete: { color: '000000', strike: 'single' },
    moveTo: { color: '000000', underline: 'wave' },
    moveFrom: { color: '000000', strike: 'double' },
    format: { color: '000000' },
    ground: GREY,
  },
  // Blue and vermilion differ for every kind of colour blindness (Okabe and Ito, 2008).
  color_safe: {
    insert: { color: '0055A4', underline: 'double' },
    delete: { color: 'A84300', strike: 'single' },
    moveTo: { color: '5B4A00', underline: 'wave' },
    moveFrom: { color: '5B4A00', strike: 'double' },
    format: { color: '5B4A00' },
    ground: { insert: 'E1EDFA', delete: 'FBEADF' },
  },
  // As courts ask for amended pleadings: one underline for all that is new, one line through all that is gone.
  court: {
    insert: { color: '000000', underline: 'single', isBold: true },
    delete: { color: '000000', strike: 'single' },
    moveTo: { color: '000000', underline: 'single', isBold: true },
    moveFrom: { color: '000000', strike: 'single' },
    format: { color: '000000' },
    ground: GREY,
  },
  minimal: {
    insert: { color: '1F4FBF', underline: 'dotted' },
    delete: { color: '6B6B6B', strike: 'single' },
    moveTo: { color: '1F4FBF', underline: 'dotted' },
    moveFrom: { color: '6B6B6B', strike: 'single' },
    format: { color: '6B6B6B' },
    ground: { insert: 'EEF3FC', delete: 'F2F2F2' },
  },
};
