import type { Glyph } from '../paint/glyph.ts';
import { isLeader } from './leaders.ts';

/** Adjacent glyphs without a gap, in painting order; or one painted space. */
export interface Word {
  readonly glyphs: readonly Glyph[];
  readonly isSpace: boolean;
  readonly x0: number;
  readonly x1: number;
  /** Baseline. */
  readonly y: number;
  readonly size: number;
  /** Vertical extent of a line of this size, ascenders and descenders included. */
  readonly top: number;
  readonly bottom: number;
}

/** Ascender and descender of common text faces, in ems. */
export const ASCENT = 0.76;
/** See `ASCENT`. */
export const DESCENT = 0.22;
/** Largest gap (em) between glyphs of one word. Wider gaps are judged by the whole line. */
const MAX_INNER_GAP = 0.12;
/** Largest overlap (em) of glyphs in one word, as from kerning, slanted faces and drawn accents. */
const MAX_OVERLAP = 0.6;
/** A glyph in front of another may overlap it by this (em). */
const IN_FRONT = 0.05;
/** Largest difference (em) of baselines within a word. Super- and subscripts differ by more. */
const BASELINE_STEP = 0.06;
/** The same for combining marks, which are moved up and down. */
const MARK_STEP = 0.4;
/** Largest ratio of sizes within a word. A word in small capitals has two sizes. */
const SIZE_RATIO = 1.5;

/** Groups the glyphs of one frame into words, in painting order. */
export function buildWords(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  let current: Glyph[] = [];
  const flush = (): void => {
    if (current.length > 0) words.push(wordOf(current, false));
    current = [];
  };
  for (const glyph of glyphs) {
    if (glyph.text === ' ') {
      flush();
      words.push(wordOf([glyph], true));
      continue;
    }
    const previous = current.at(-1);
    const base = current.findLast((other) => !isMark(other)) ?? previous;
    if (previous && base && !continues(previous, base, glyph)) flush();
    current.push(glyph);
  }
  flush();
  return words;
}

/** Whether the glyph is a combining mark: a vowel or tone of Thai, an accent. */
function isMark(glyph: Glyph): boolean {
  return glyph.text > '\u02ff' && /^\p{M}+$/u.test(glyph.text);
}

/**
 * Whether the glyph continues the word. `base` is the last letter of the word; its baseline counts, as marks are
 * moved up and down. In right-to-left text a mark may precede its letter on paper, so a word may begin with it.
 */
function continues(previous: Glyph, base: Glyph, glyph: Glyph): boolean {
  const size = Math.max(previous.size, glyph.size);
  const gap = glyph.x - (previous.x + previous.width);
  // A glyph entirely in front of the one painted before precedes it on the line. An example is ".i" for "i." in Arabic.
  const inFront = glyph.width > 0 && glyph.x + glyph.width <= previous.x + IN_FRONT * size;
  return (
    !inFront &&
    !isLeader(previous.text) &&
    !isLeader(glyph.text) &&
    Math.abs(glyph.y - base.y) <= (isMark(glyph) || isMark(base) ? MARK_STEP : BASELINE_STEP) * size &&
    gap <= MAX_INNER_GAP * size &&
    gap >= -MAX_OVERLAP * size &&
    size <= SIZE_RATIO * Math.min(previous.size, glyph.size) &&
    previous.invisible === glyph.invisible &&
    previous.mcid === glyph.mcid
  );
}

/** A word of these glyphs, at least one. */
export function wordOf(glyphs: readonly Glyph[], isSpace: boolean): Word {
  let x0 = Infinity;
  let x1 = -Infinity;
  let size = 0;
  for (const glyph of glyphs) {
    x0 = Math.min(x0, glyph.x);
    x1 = Math.max(x1, glyph.x + glyph.width);
    size = Math.max(size, glyph.size);
  }
  const { y } = glyphs.find((glyph) => !isMark(glyph)) ?? glyphs[0]!;
  return { glyphs, isSpace, x0, x1, y, size, top: y - ASCENT * size, bottom: y + DESCENT * size };
}

/** The text of the glyphs in painting order. */
export function textOfWord(word: { readonly glyphs: readonly Glyph[] }): string {
  let text = '';
  for (const glyph of word.glyphs) text += glyph.text;
  return text;
}

/** Drops words of an invisible text layer where visible text covers them, so that no text is read twice. */
export function dropCoveredText(words: readonly Word[]): Word[] {
  const visible = words.filter((word) => !word.isSpace && !word.glyphs[0]!.invisible);
  if (visible.length === 0 || visible.length === words.length) return [...words];
  return words.filter((word) => {
    if (!word.glyphs[0]!.invisible) return true;
    const x = (word.x0 + word.x1) / 2;
    const y = (word.top + word.bottom) / 2;
    return !visible.some((other) => other.x0 <= x && x <= other.x1 && other.top <= y && y <= other.bottom);
  });
}
