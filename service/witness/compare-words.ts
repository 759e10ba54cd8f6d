/** Compares the words that two readers found in one file. Pure; the cost is linear in the words. */
import { diffSequences } from '../engine/diff/diff-sequences.ts';
import { gapsOf } from '../engine/diff/match.ts';
import type { Word } from './words.ts';

/** A word that only one reader found. */
export interface LoneWord {
  readonly word: string;
  /** The words around it, with the word itself in square brackets. */
  readonly place: string;
  /** The page, from 1; absent where the format has no pages. */
  readonly page?: number;
}

/** The words of one file by both readers. */
export interface WordComparison {
  /** Number of words that both have, in this reader's counting. */
  readonly both: number;
  /** Those of `both` that the readers have at different places of the text. */
  readonly otherOrder: number;
  /** The words of `both` that are longer by a piece in our reader, such as the result of a field. */
  readonly longer: number;
  /** Words of the other reader that ours saw and left out of the compared text. */
  readonly leftOut: number;
  /** Markers of list items, which ours reads as the numbering of the list. */
  readonly listMarkers: number;
  readonly oursOnly: readonly LoneWord[];
  readonly otherOnly: readonly LoneWord[];
}

/** Number of words on each side of a word that show its place. */
const AROUND = 4;
/** Longest run of words that may be the same letters with other spaces. A spaced title has a dozen letters. */
const RUN_MAX = 12;
/** Number of our words of a gap that may match one word of the other reader. It keeps the cost linear. */
const LOOK_AHEAD = 50;
const PRIVATE_USE = /\p{Co}/u;
const HYPHEN_AT_END = /[-\u2010]$/u;
/** A bullet, a number, or a letter or roman number with punctuation. */
const MARKER = /^(?:[^\p{L}\p{N}]|o|[([]?\d{1,4}(?:\.\d{1,3})*[.)\]:]*|[([]?(?:\p{L}{1,2}|[ivxlcdm]{1,7})[.)\]:]+)$/iu;

/** Half-open range of indices of words. */
type Run = readonly [start: number, end: number];

/** What became of a word. */
type State = 'alone' | 'both' | 'moved' | 'longer' | 'leftOut' | 'marker';

/**
 * Compares. Words are matched in five steps. First come words in the same sequence, where other spaces and private-use
 * characters make no difference. Markers of list items follow. Then come words on the same page at another place. Words
 * there with other spaces or a hyphen at a line end follow. Last comes a part of our word at the same place. Each word
 * is matched once. So a word that occurs twice in one reading and once in the other is reported once.
 *
 * @param ours the words of our reader, those that it left out last
 * @param theirs the words of the other reader
 */
export function compareWords(ours: readonly Word[], theirs: readonly Word[]): WordComparison {
  const comparison = new Comparison(ours, theirs);
  comparison.matchSequence();
  comparison.matchMarkers();
  comparison.matchPages();
  comparison.matchSpacing();
  comparison.matchLonger();
  return comparison.result();
}

class Comparison {
  readonly #ours: readonly Word[];
  readonly #theirs: readonly Word[];
  readonly #oursAre: State[];
  readonly #theirsAre: State[];
  /** For each of their words in sequence, the index of ours; -1: none. */
  readonly #partner: Int32Array;
  /** A place where both readers have words between two stretches of the same sequence. */
  readonly #gaps: { readonly ours: Run; readonly theirs: Run }[] = [];

  constructor(ours: readonly Word[], theirs: readonly Word[]) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.#oursAre = ours.map(() => 'alone');
    this.#theirsAre = theirs.map(() => 'alone');
    this.#partner = new Int32Array(theirs.length).fill(-1);
  }

  /** Matches words in the same order, and gaps between them that have the same letters. */
  matchSequence(): void {
    const known = new Map<string, number>();
    const codesOf = (words: readonly Word[]): Int32Array =>
      Int32Array.from(words, ({ text }) => {
        const code = known.get(text) ?? known.size;
        known.set(text, code);
        return code;
      });
    const compared = this.#ours.filter(({ leftOut }) => leftOut !== true);
    const [a, b] = [codesOf(compared), codesOf(this.#theirs)];
    const runs = diffSequences(a, b, known.size);
    for (const { aStart, bStart, length } of runs) {
      for (let at = 0; at < length; at += 1) {
        this.#oursAre[aStart + at] = 'both';
        this.#theirsAre[bStart + at] = 'both';
        this.#partner[bStart + at] = aStart + at;
      }
    }
    for (const { aStart, aEnd, bStart, bEnd } of gapsOf(runs, a.length, b.length)) {
      if (aStart === aEnd || bStart === bEnd) continue;
      const letters = lettersOf(this.#ours, aStart, aEnd)[0]!;
      if (lettersOf(this.#theirs, bStart, bEnd).some((other) => isSameText(letters, other))) {
        this.#oursAre.fill('both', aStart, aEnd);
        this.#theirsAre.fill('both', bStart, bEnd);
        this.#partner[bStart] = aStart;
      } else this.#gaps.push({ ours: [aStart, aEnd], theirs: [bStart, bEnd] });
    }
  }

  /** Matches a marker directly before the first word of an item. Ours has it as a property of the list. */
  matchMarkers(): void {
    for (let at = 0; at + 1 < this.#theirs.length; at += 1) {
      if (this.#theirsAre[at] !== 'alone' || !MARKER.test(this.#theirs[at]!.text)) continue;
      const next = this.#partner[at + 1]!;
      if (next >= 0 && this.#ours[next]!.startsItem === true) this.#theirsAre[at] = 'marker';
    }
  }

  /** Matches equal words at other places: anywhere in a file without pages, otherwise on the same page. */
  matchPages(): void {
    const free = new FreeRuns(this.#ours, this.#oursAre);
    this.#ours.forEach(({ text }, at) => {
      if (this.#oursAre[at] === 'alone') free.add(text, [at, at + 1]);
    });
    this.#theirs.forEach(({ text, page }, at) => {
      if (this.#theirsAre[at] !== 'alone') return;
      const found = free.take([text], page);
      if (found !== undefined) this.#match(found, [at, at + 1], 'moved');
    });
  }

  /** Matches runs of words with the same letters and other spaces, or with a hyphen at a line end. */
  matchSpacing(): void {
    const free = new FreeRuns(this.#ours, this.#oursAre);
    for (const run of runsOf(this.#ours, this.#oursAre)) free.add(lettersOf(this.#ours, ...run)[0]!, run);
    for (const run of runsOf(this.#theirs, this.#theirsAre)) {
      if (!isAlone(this.#theirsAre, run)) continue;
      const found = free.take(lettersOf(this.#theirs, ...run), this.#theirs[run[0]]!.page);
      if (found !== undefined) this.#match(found, run, 'both');
    }
  }

  #match(ours: Run, theirs: Run, state: State): void {
    const settled = this.#ours[ours[0]]!.leftOut === true ? 'leftOut' : state;
    this.#oursAre.fill(settled, ...ours);
    this.#theirsAre.fill(settled, ...theirs);
  }

  /** Matches a word of the other reader with our word at the same place. Our word has one more piece, in order. */
  matchLonger(): void {
    for (const { ours, theirs } of this.#gaps) {
      let place = ours[0];
      for (let at = theirs[0]; at < theirs[1] && place < ours[1]; at += 1) {
        if (this.#theirsAre[at] !== 'alone') continue;
        const found = this.#findLonger([place, ours[1]], this.#theirs[at]!.text);
        if (found === -1) continue;
        this.#match([found, found + 1], [at, at + 1], 'longer');
        place = found + 1;
      }
    }
  }

  #findLonger([start, end]: Run, text: string): number {
    for (let at = start; at < Math.min(end, start + LOOK_AHEAD); at += 1)
      if (this.#oursAre[at] === 'alone' && isLonger(this.#ours[at]!.text, text)) return at;
    return -1;
  }

  result(): WordComparison {
    const count = (state: State): number => this.#theirsAre.filter((each) => each === state).length;
    const compared = this.#ours.filter(({ leftOut }) => leftOut !== true);
    const oursAre = this.#oursAre.slice(0, compared.length);
    return {
      both: count('both') + count('moved') + count('longer'),
      otherOrder: count('moved'),
      longer: count('longer'),
      leftOut: count('leftOut'),
      listMarkers: count('marker'),
      oursOnly: loneWords(compared, oursAre),
      otherOnly: loneWords(this.#theirs, this.#theirsAre),
    };
  }
}

/**
 * Unmatched runs of our words, found by their letters. Callers ask for pages in ascending order. So a run before the
 * present page is never examined again.
 */
class FreeRuns {
  readonly #words: readonly Word[];
  readonly #states: readonly State[];
  readonly #byLetters = new Map<string, { runs: Run[]; next: number; sorted: boolean }>();

  constructor(words: readonly Word[], states: readonly State[]) {
    this.#words = words;
    this.#states = states;
  }

  add(letters: string, run: Run): void {
    const entry = this.#byLetters.get(letters);
    if (entry === undefined) this.#byLetters.set(letters, { runs: [run], next: 0, sorted: false });
    else entry.runs.push(run);
  }

  /** The first free run with one of these letters on a page. */
  take(spellings: readonly string[], page = 0): Run | undefined {
    for (const letters of spellings) {
      const entry = this.#byLetters.get(letters);
      if (entry === undefined) continue;
      if (!entry.sorted) entry.runs.sort(([a], [b]) => this.#pagesOf(a)[0] - this.#pagesOf(b)[0]);
      entry.sorted = true;
      for (; entry.next < entry.runs.length; entry.next += 1) {
        const run = entry.runs[entry.next]!;
        const [first, last] = this.#pagesOf(run[0]);
        if (first > page) break;
        if (last >= page && isAlone(this.#states, run)) return run;
      }
    }
    return undefined;
  }

  #pagesOf(at: number): readonly [first: number, last: number] {
    const { page = 0, lastPage = page } = this.#words[at]!;
    return [page, lastPage];
  }
}

/**
 * Whether two texts are equal. A private-use character has no meaning outside its font, so it counts as any other
 * character.
 */
function isSameText(ours: string, theirs: string): boolean {
  if (ours === theirs) return true;
  if (!PRIVATE_USE.test(ours + theirs)) return false;
  const [a, b] = [[...ours], [...theirs]];
  return a.length === b.length && a.every((each, at) => each === b[at] || PRIVATE_USE.test(each + b[at]!));
}

/**
 * Whether our word is the other one with one more piece of it. A second reader may skip the result of a field or an
 * equation within a word: "(§)" for "(§5.1)".
 */
function isLonger(ours: string, theirs: string): boolean {
  if (ours.length <= theirs.length) return false;
  let start = 0;
  while (start < theirs.length && ours[start] === theirs[start]) start += 1;
  return ours.endsWith(theirs.slice(start));
}

function isAlone(states: readonly State[], [start, end]: Run): boolean {
  for (let at = start; at < end; at += 1) if (states[at] !== 'alone') return false;
  return true;
}

/** The runs of lone words, longest first at each start. */
function* runsOf(words: readonly Word[], states: readonly State[]): Generator<Run> {
  for (let start = 0; start < words.length; start += 1) {
    let end = start;
    while (end < words.length && end - start < RUN_MAX && states[end] === 'alone') end += 1;
    for (; end > start; end -= 1) yield [start, end];
  }
}

/** The letters of words, first with all hyphens, then without those at line ends. */
function lettersOf(words: readonly Word[], start: number, end: number): string[] {
  let kept = '';
  let joined = '';
  for (let at = start; at < end; at += 1) {
    const { text, breaks } = words[at]!;
    kept += text;
    joined += breaks === true && at + 1 < end ? text.replace(HYPHEN_AT_END, '') : text;
  }
  return kept === joined ? [kept] : [kept, joined];
}

function loneWords(words: readonly Word[], states: readonly State[]): LoneWord[] {
  return words.flatMap(({ text, page }, at) => {
    if (states[at] !== 'alone') return [];
    const textOf = (start: number, end: number): string[] =>
      words.slice(Math.max(0, start), end).map((word) => word.text);
    const place = [...textOf(at - AROUND, at), `[${text}]`, ...textOf(at + 1, at + 1 + AROUND)].join(' ');
    return [{ word: text, place, ...(page !== undefined && { page }) }];
  });
}
