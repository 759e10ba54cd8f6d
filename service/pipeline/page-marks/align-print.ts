/**
 * Finds each character of a document on its pages. The words of both are matched in order by the engine. Between two
 * matches letters are matched, because a line end may divide a word. Words in another order, such as those of text
 * boxes, are found if their line or they occur once. A word that is not found completely has no place. The sign of a
 * note is a word.
 */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { gapsOf, type MatchRun } from '../../engine/diff/match.ts';
import { PICTURE } from '../../../shared/document/model.ts';
import { NOTE } from './side-text.ts';

/** For each UTF-16 unit of the document its unit in the printed text; negative: it has no place. */
export type PrintPlaces = Int32Array;

/** Words of a text: UTF-16 offsets and comparable keys. */
interface Words {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly keys: readonly string[];
}

/** Letters are matched in regions of at most this many letters on both sides together. */
const LETTERS_MAX = 6_000;
/** A row of words in another order has at least this many letters, to exclude chance finds. */
const ROW_LETTERS = 10;
/** Number of passes over words in another order. Each finds the longest order that is left. */
const REORDER_PASSES = 4;
/** A single match with fewer letters needs a neighbour. */
const LONE_LETTERS = 4;

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(
  `${NOTE}+|[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\u00ad\\u200b-\\u200f])+|[-‐‑‒–—―−]+|[^\\s${PICTURE}]`,
  'gu',
);
/** Stretches Arabic words (U+0640). A line is justified by such strokes, which no one typed. */
export const STRETCH = '\u0640';
const IGNORED = /[\u00ad\u0640\u200b-\u200f\u2060\ufeff]/gu;
const HYPHEN = /^[-\u00ad]+$/;

/** Aligns a document's text with the printed text. Both are lines of words in reading order. */
export function alignPrint(document: string, printed: string): PrintPlaces {
  const places = new Int32Array(document.length).fill(-1);
  const [words, marks] = [wordsOf(document), wordsOf(printed)];
  const ids = new Map<string, number>();
  const [a, b] = [idsOf(words, ids), idsOf(marks, ids)];
  const runs = diffSequences(a, b, ids.size).filter((run) => isCredible(run, words));
  const usedWords = new Uint8Array(words.keys.length);
  const usedMarks = new Uint8Array(marks.keys.length);
  const markOf = new Int32Array(words.keys.length).fill(-1);
  const take = (word: number, mark: number): void => {
    if (usedWords[word] === 1 || usedMarks[mark] === 1) return;
    markOf[word] = mark;
    usedWords[word] = 1;
    usedMarks[mark] = 1;
    placeWord(document, words, word, printed, marks, mark, places);
  };
  for (const { aStart, bStart, length } of runs) for (let at = 0; at < length; at++) take(aStart + at, bStart + at);
  for (const gap of gapsOf(runs, a.length, b.length))
    placeLetters(words, gap.aStart, gap.aEnd, marks, gap.bStart, gap.bEnd, { usedWords, usedMarks, places });
  placeWholeLines(rowsOf(document, words, usedWords), rowsOf(printed, marks, usedMarks), take);
  placeReordered(words, a, b, ids.size, { usedWords, usedMarks }, take);
  placeNeighbours(a, b, markOf, { usedWords, usedMarks }, take);
  return places;
}

function wordsOf(text: string): Words {
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: string[] = [];
  for (const match of text.matchAll(WORD)) {
    const key = keyOf(match[0]);
    if (key === '') continue;
    starts.push(match.index);
    ends.push(match.index + match[0].length);
    keys.push(key);
  }
  return { starts, ends, keys };
}

/**
 * Equal for forms that a producer chooses: ligatures, capitals, curled quotes, lengths of dashes, bullets. Symbol fonts
 * have theirs at U+F0A7 and U+F0B7.
 */
function keyOf(word: string): string {
  const key = word.replace(IGNORED, '').normalize('NFKC').toLowerCase();
  if (/^[-‐‑‒–—―−]+$/.test(key)) return '-';
  // A row of signs is printed as a row of numbers, which have more digits or fewer.
  if (key.startsWith(NOTE)) return NOTE;
  return key
    .replace(/[‘’‚`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[•●▪◦○■□·∙\uf0a7\uf0b7]/g, '•');
}

function idsOf({ keys }: Words, ids: Map<string, number>): Int32Array {
  const sequence = new Int32Array(keys.length);
  keys.forEach((key, at) => {
    let id = ids.get(key);
    if (id === undefined) ids.set(key, (id = ids.size));
    sequence[at] = id;
  });
  return sequence;
}

/** Whether a run of equal words is no accident. It is several words, or a long one, or the whole of a text. */
function isCredible({ aStart, length }: MatchRun, { keys }: Words): boolean {
  return length > 1 || keys.length === 1 || keys[aStart]!.length >= LONE_LETTERS || isNumber(keys[aStart]!);
}

function isNumber(key: string): boolean {
  return /^\p{N}{2,}$/u.test(key);
}

/** Places the units of a word on those of its equal. */
function placeWord(
  document: string,
  words: Words,
  word: number,
  printed: string,
  marks: Words,
  mark: number,
  places: PrintPlaces,
): void {
  const [start, end] = [words.starts[word]!, words.ends[word]!];
  const [from, to] = [marks.starts[mark]!, marks.ends[mark]!];
  if (end - start === to - from && !hasStretch(document, start, end) && !hasStretch(printed, from, to)) {
    for (let at = start; at < end; at++) places[at] = from + at - start;
    return;
  }
  // Forms of different lengths, such as a ligature and its letters: each unit follows its letter.
  const own = lettersOf(document, start, end);
  const theirs = lettersOf(printed, from, to);
  own.units.forEach((unit, at) => {
    places[unit] = theirs.units[Math.min(at, theirs.units.length - 1)] ?? from;
  });
  for (let at = start + 1; at < end; at++) if (places[at] === -1) places[at] = places[at - 1]!;
}

function hasStretch(text: string, from: number, to: number): boolean {
  return text.slice(from, to).includes(STRETCH);
}

/** The comparable letters of a range, each with the UTF-16 unit that it comes from. */
export function lettersOf(text: string, start: number, end: number): { letters: string; units: number[] } {
  let letters = '';
  const units: number[] = [];
  for (let at = start; at < end;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const key = keyOf(character);
    for (let index = 0; index < key.length; index++) units.push(at);
    letters += key;
    at += character.length;
  }
  return { letters, units };
}

interface Found {
  readonly usedWords: Uint8Array;
  readonly usedMarks: Uint8Array;
  readonly places: PrintPlaces;
}

/**
 * Matches the letters of the words between two matches. A word is placed if its letters are printed one after the
 * other, with at most a hyphen between them.
 */
function placeLetters(
  words: Words,
  from: number,
  to: number,
  marks: Words,
  markFrom: number,
  markTo: number,
  found: Found,
): void {
  if (from === to || markFrom === markTo) return;
  const own = joined(words, from, to);
  const theirs = joined(marks, markFrom, markTo);
  if (own.letters.length + theirs.letters.length > LETTERS_MAX) return;
  const at = new Int32Array(own.letters.length).fill(-1);
  for (const run of diffSequences(codes(own.letters), codes(theirs.letters), 0x1_0000))
    for (let index = 0; index < run.length; index++) at[run.aStart + index] = run.bStart + index;
  let previousEnd = -2;
  for (let word = from, letter = 0; word < to; word++) {
    const length = words.keys[word]!.length;
    const own0 = letter;
    letter += length;
    if (found.usedWords[word] === 1) continue;
    const printed = Array.from(at.subarray(own0, own0 + length));
    const isWhole = printed.every(
      (place, index) =>
        place >= 0 &&
        (index === 0 || isNext(printed[index - 1]!, place, theirs.letters)) &&
        found.usedMarks[theirs.words[place]!] !== 1,
    );
    // A short word alone may be matched by chance.
    const isSure = length >= LONE_LETTERS || printed[0] === previousEnd + 1 || to - from <= 3;
    if (!isWhole || !isSure) continue;
    previousEnd = printed.at(-1)!;
    const start = words.starts[word]!;
    for (let unit = start; unit < words.ends[word]!; unit++) {
      const place = printed[Math.min(unit - start, printed.length - 1)]!;
      found.places[unit] = theirs.units[place]!;
    }
    found.usedWords[word] = 1;
    for (const place of printed) found.usedMarks[theirs.words[place]!] = 2;
  }
}

/** Whether a place follows another directly or after a hyphen. */
function isNext(before: number, place: number, letters: string): boolean {
  return (
    place === before + 1 || (place > before && place <= before + 3 && HYPHEN.test(letters.slice(before + 1, place)))
  );
}

/** The letters of words in a row. The units are exact where a key has the length of its word. */
function joined(words: Words, from: number, to: number): { letters: string; units: number[]; words: number[] } {
  let letters = '';
  const units: number[] = [];
  const owners: number[] = [];
  for (let word = from; word < to; word++) {
    const key = words.keys[word]!;
    const [start, length] = [words.starts[word]!, words.ends[word]! - words.starts[word]!];
    for (let index = 0; index < key.length; index++) {
      units.push(start + Math.min(length - 1, Math.floor((index * length) / key.length)));
      owners.push(word);
    }
    letters += key;
  }
  return { letters, units, words: owners };
}

function codes(letters: string): Int32Array {
  return Int32Array.from({ length: letters.length }, (_, at) => letters.charCodeAt(at));
}

/** The first and the last word of each line of which no word has a place, by the line's key. Null: several are equal. */
function rowsOf(
  text: string,
  { starts, keys }: Words,
  used: Uint8Array,
): Map<string, readonly [number, number] | null> {
  const rows = new Map<string, readonly [number, number] | null>();
  for (let from = 0; from < keys.length;) {
    const lineEnd = text.indexOf('\n', starts[from]);
    let to = from + 1;
    while (to < keys.length && (lineEnd < 0 || starts[to]! < lineEnd)) to++;
    const key = keys.slice(from, to).join(' ');
    if (used.subarray(from, to).every((value) => value === 0)) rows.set(key, rows.has(key) ? null : [from, to - 1]);
    from = to;
  }
  return rows;
}

/** Places lines that are printed as a whole in another order, such as headers and cells. Each must occur once. */
function placeWholeLines(
  own: ReturnType<typeof rowsOf>,
  theirs: ReturnType<typeof rowsOf>,
  take: (word: number, mark: number) => void,
): void {
  for (const [key, row] of own) {
    const printed = theirs.get(key);
    if (row == null || printed == null || key.length < LONE_LETTERS) continue;
    for (let at = 0; at <= row[1] - row[0]; at++) take(row[0] + at, printed[0] + at);
  }
}

/** Places rows of words that are printed in another order than the document has them. */
function placeReordered(
  words: Words,
  a: Int32Array,
  b: Int32Array,
  vocabulary: number,
  { usedWords, usedMarks }: Pick<Found, 'usedWords' | 'usedMarks'>,
  take: (word: number, mark: number) => void,
): void {
  for (let pass = 0; pass < REORDER_PASSES; pass++) {
    const left = unused(usedWords);
    const free = unused(usedMarks);
    if (left.length === 0 || free.length === 0) return;
    const own = Int32Array.from(left, (word) => a[word]!);
    const theirs = Int32Array.from(free, (mark) => b[mark]!);
    let taken = 0;
    for (const { aStart, bStart, length } of diffSequences(own, theirs, vocabulary)) {
      for (let from = 0; from < length;) {
        let to = from + 1;
        // A row is broken where words between were found elsewhere.
        while (
          to < length &&
          left[aStart + to] === left[aStart + to - 1]! + 1 &&
          free[bStart + to] === free[bStart + to - 1]! + 1
        )
          to++;
        let letters = 0;
        for (let at = from; at < to; at++) letters += words.keys[left[aStart + at]!]!.length;
        const isWholeRow = isRow(left, aStart + from, aStart + to) && isRow(free, bStart + from, bStart + to);
        if (letters >= ROW_LETTERS || (isWholeRow && letters >= LONE_LETTERS && isOnce(own, theirs, aStart + from))) {
          for (let at = from; at < to; at++) take(left[aStart + at]!, free[bStart + at]!);
          taken += to - from;
        }
        from = to;
      }
    }
    if (taken === 0) return;
  }
}

/** Places words beside placed ones where the print has the same word beside: the full stop of a row, a short word. */
function placeNeighbours(
  a: Int32Array,
  b: Int32Array,
  markOf: Int32Array,
  { usedWords, usedMarks }: Pick<Found, 'usedWords' | 'usedMarks'>,
  take: (word: number, mark: number) => void,
): void {
  const extend = (word: number, step: 1 | -1): void => {
    const mark = markOf[word - step] ?? -1;
    const next = mark + step;
    if (mark < 0 || usedWords[word] !== 0 || usedMarks[next] !== 0 || a[word] !== b[next]) return;
    take(word, next);
  };
  for (let word = 1; word < a.length; word++) extend(word, 1);
  for (let word = a.length - 2; word >= 0; word--) extend(word, -1);
}

function unused(used: Uint8Array): number[] {
  const list: number[] = [];
  used.forEach((value, at) => value === 0 && list.push(at));
  return list;
}

/** Whether the words from `from` to `to` are all that is left in their row. */
function isRow(left: readonly number[], from: number, to: number): boolean {
  return left[from - 1] !== left[from]! - 1 && left[to] !== left[to - 1]! + 1;
}

function isOnce(own: Int32Array, theirs: Int32Array, at: number): boolean {
  const id = own[at];
  const count = (list: Int32Array): number => list.reduce((sum, other) => sum + (other === id ? 1 : 0), 0);
  return count(own) === 1 && count(theirs) === 1;
}
