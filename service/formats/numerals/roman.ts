import type { Numeral } from './numeral.ts';

const SIGNS = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

/** Largest number with a Roman form here. Thousands are written one by one, as word processors do. */
const MAX = 32_767;

/** Small Roman numerals: i, ii, iii, iv. */
export const roman: Numeral = (value) => {
  if (value < 1 || value > MAX) return null;
  let written = '';
  let rest = value;
  for (const [worth, sign] of SIGNS) {
    written += sign.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return written;
};
