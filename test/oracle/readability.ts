/**
 * Finds faults that make a redline hard to read inside a block. They are islands, cut words, changes of white space
 * only, and single words between changes. Reads the judged blocks, so it sees what the fragment shows and not what the
 * engine meant.
 */
import { ON_ORIGINAL, ON_REVISED, type JudgedBlock, type JudgedText } from './judged-blocks.ts';

/** Faults of one redline, each as a short excerpt. */
export interface ReadabilityFaults {
  /** A single unchanged word of one or two letters between two changes of one block. */
  readonly islands: string[];
  /** Changes that begin or end inside a word, number, URL or grapheme of either side. */
  readonly cuts: string[];
  /** Changes whose texts are white space only, where white space is layout (not in `pre` and plain-text lines). */
  readonly blanks: string[];
  /**
   * A single unchanged longer word or number between two changes of one block. One may be right ("ten days" to "12 days
   * or"); many make a paragraph hard to read.
   */
  readonly loneWords: string[];
}

/** UTF-16 units of a change that an excerpt shows. */
const CHANGE_SHOWN = 24;
const BOTH = ON_ORIGINAL | ON_REVISED;
// Scripts without spaces: two of their letters side by side need not be one word.
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
// One sign of these scripts is a syllable, so that two signs are a word like any other.
const SYLLABIC = String.raw`\p{sc=Hang}\p{sc=Ethi}\p{sc=Yiii}\p{sc=Cher}\p{sc=Cans}\p{sc=Vaii}`;
const ISLAND = new RegExp(String.raw`^(?:[\p{L}--[${UNSPACED}${SYLLABIC}]]{1,2}|[\p{L}&&[${SYLLABIC}]])$`, 'v');
const WORD = /^[\p{L}\p{N}\p{M}]+$/u;
// A mark belongs to the character before it, also when that is a space (UAX 29, WB4).
const WORD_END = new RegExp(String.raw`[[\p{L}\p{N}_]--[${UNSPACED}]]\p{M}*$`, 'v');
const WORD_START = new RegExp(String.raw`^[[\p{L}\p{N}_]--[${UNSPACED}]]`, 'v');
const URL = /(?:https?|ftp):\/\/[^\s<>"]*[^\s<>"'.,;:!?’”)\]}]/gu;
const PRESERVED: ReadonlySet<string> = new Set(['pre', 'p.line', 'pre.line']);
// Enough on each side of a boundary to see a grapheme, a number's separator and both neighbours.
const AROUND = 8;

/** Finds the faults in the blocks that both sides have. */
export function findFaults(blocks: readonly JudgedBlock[]): ReadabilityFaults {
  const faults: ReadabilityFaults = { islands: [], cuts: [], blanks: [], loneWords: [] };
  for (const block of blocks) {
    if (block.sides !== BOTH || block.texts.every((piece) => piece.sides === BOTH)) continue;
    judgeBlock(block, groupPieces(block.texts), faults);
  }
  return faults;
}

/** Neighbouring pieces that are all changed, or all unchanged. */
interface Group {
  readonly changed: boolean;
  original: string;
  revised: string;
}

function groupPieces(pieces: readonly JudgedText[]): Group[] {
  const groups: Group[] = [];
  for (const piece of pieces) {
    const changed = piece.sides !== BOTH;
    let group = groups.at(-1);
    if (group === undefined || group.changed !== changed) groups.push((group = { changed, original: '', revised: '' }));
    if ((piece.sides & ON_ORIGINAL) !== 0) group.original += piece.text;
    if ((piece.sides & ON_REVISED) !== 0) group.revised += piece.text;
  }
  return groups;
}

function judgeBlock(block: JudgedBlock, groups: readonly Group[], faults: ReadabilityFaults): void {
  const sides = { original: sideText(groups, 'original'), revised: sideText(groups, 'revised') };
  const at = { original: 0, revised: 0 };
  groups.forEach((group, index) => {
    const end = { original: at.original + group.original.length, revised: at.revised + group.revised.length };
    if (group.changed) {
      for (const side of ['original', 'revised'] as const) {
        for (const position of new Set([at[side], end[side]])) {
          if (sides[side].isInside(position)) faults.cuts.push(excerpt(sides[side].text, position));
        }
      }
      // The white space between the halves of a split or merged paragraph belongs to the boundary.
      const joins = index === 0 && block.joinedOn !== 0;
      const text = group.original + group.revised;
      if (
        !joins &&
        !PRESERVED.has(block.type) &&
        !PRESERVED.has(block.originalType) &&
        !text.includes('\n') &&
        text.trim() === ''
      ) {
        faults.blanks.push(excerpt(sides.revised.text, at.revised));
      }
    } else if (index > 0 && index < groups.length - 1) {
      const word = group.revised.trim();
      if (ISLAND.test(word)) faults.islands.push(excerpt(sides.revised.text, at.revised));
      else if (WORD.test(word))
        faults.loneWords.push(`${changeShown(groups[index - 1]!)} ${word} ${changeShown(groups[index + 1]!)}`);
    }
    at.original = end.original;
    at.revised = end.revised;
  });
}

interface SideText {
  readonly text: string;
  /** Whether a cut at this offset would fall inside a word, number, URL or grapheme. */
  readonly isInside: (position: number) => boolean;
}

function sideText(groups: readonly Group[], side: 'original' | 'revised'): SideText {
  const text = groups.map((group) => group[side]).join('');
  const urls = [...text.matchAll(URL)].map((match) => [match.index, match.index + match[0].length] as const);
  return {
    text,
    isInside: (position) =>
      position > 0 &&
      position < text.length &&
      (isInsideToken(text.slice(Math.max(0, position - AROUND), position), text.slice(position, position + AROUND)) ||
        urls.some(([start, end]) => start < position && position < end)),
  };
}

/** Whether a word, number or grapheme crosses the seam between two texts. */
export function isInsideToken(before: string, after: string): boolean {
  // Halves of a surrogate pair, combining marks, variation selectors, joiners, skin tones.
  if (/^[\p{M}\u200D\p{EMod}]|^[\uDC00-\uDFFF]/u.test(after) || before.endsWith('\u200D')) return true;
  if (WORD_END.test(before) && WORD_START.test(after)) return true;
  // don|'t, don'|t
  if (/\p{L}$/u.test(before) && /^['’]\p{L}/u.test(after)) return true;
  if (/\p{L}['’]$/u.test(before) && /^\p{L}/u.test(after)) return true;
  // 1|,234 and 1,|234
  if (/\p{Nd}$/u.test(before) && /^[.,:\u066B\u066C]\p{Nd}/u.test(after)) return true;
  return /\p{Nd}[.,:\u066B\u066C]$/u.test(before) && /^\p{Nd}/u.test(after);
}

function excerpt(text: string, position: number): string {
  return `${text.slice(Math.max(0, position - 20), position)}|${text.slice(position, position + 20)}`;
}

function changeShown({ original, revised }: Group): string {
  const cut = (text: string): string => (text.length > CHANGE_SHOWN ? `${text.slice(0, CHANGE_SHOWN)}…` : text);
  return `[${cut(original.trim())} → ${cut(revised.trim())}]`;
}
