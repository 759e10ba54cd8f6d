/**
 * The edit script of two texts: the kept and the replaced stretches, in UTF-16 offsets of both, including white
 * space.
 *
 * The recipe: diff the tokens, then clean up the matches pass by pass. White space between tokens is compared
 * character by character when the script is written.
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import { mirrored, type MatchRun } from '../diff/match.ts';
import { absorbIslands } from '../simplify/absorb-islands.ts';
import { absorbShortWords } from '../simplify/absorb-short-words.ts';
import { spacesBetweenValues } from '../simplify/between-values.ts';
import { replaceLiterals } from '../simplify/replace-literals.ts';
import { replaceRewritten } from '../simplify/replace-rewritten.ts';
import { slideEdges } from '../simplify/slide-edges.ts';
import { weighMatches } from '../simplify/weigh-matches.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { renumberPair } from '../tokens/interner.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';

/**
 * Half-open ranges of both texts. `equal` ranges hold the same characters; of the others, at least one side is not
 * empty.
 */
export interface TextEdit {
  readonly equal: boolean;
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Options for comparing two texts. */
export interface ScriptOptions {
  /** Any difference replaces the whole text. */
  readonly whole: boolean;
  /** Decides as if the texts were exchanged (`compareDocuments`). */
  readonly swapped: boolean;
  /** Keeps all equal text, however short between two changes: tracked revisions never mark unchanged text. */
  readonly literal?: boolean;
  /** The texts are joined from pieces that end at their line breaks. */
  readonly joined?: boolean;
  /** Both texts are lines of canonical JSON. */
  readonly json?: boolean;
}

/**
 * Edits in order that cover both texts. Two equal ones never touch. Two unequal ones touch only if a picture is one of
 * them. A changed picture is an edit of its own.
 */
export function editScript(
  a: TokenizedText,
  b: TokenizedText,
  vocabulary: Vocabulary,
  options: ScriptOptions,
): TextEdit[] {
  if (a.text === b.text && hasSamePictures(a, b))
    return a.text === '' ? [] : [{ equal: true, aStart: 0, aEnd: a.text.length, bStart: 0, bEnd: b.text.length }];
  const script = new ScriptWriter(a, b);
  if (!options.whole) {
    const matches = options.swapped
      ? matchTokens(b, a, vocabulary, options).map(mirrored)
      : matchTokens(a, b, vocabulary, options);
    for (const run of matches) {
      for (let k = 0; k < run.length; k += 1) {
        const i = run.aStart + k;
        const j = run.bStart + k;
        script.token(i, j);
      }
    }
  }
  return script.end();
}

/** The kept tokens, cleaned up; `literal`: only moved to better places. */
function matchTokens(
  a: TokenizedText,
  b: TokenizedText,
  vocabulary: Vocabulary,
  { literal = false, joined = false, json = false }: ScriptOptions,
): readonly MatchRun[] {
  const local = renumberPair(a.ids, b.ids);
  const matches = diffSequences(local.a, local.b, local.size, vocabulary.steps);
  if (literal) return slideEdges(matches, a, b);
  const readable = absorbShortWords(
    slideEdges(replaceRewritten(absorbIslands(weighMatches(matches, a, b), a, b), a, b), a, b),
    a,
    b,
    joined,
  );
  return json ? replaceLiterals(readable, a, b) : readable;
}

function hasSamePictures(a: TokenizedText, b: TokenizedText): boolean {
  return a.pictures.every((at, k) => a.ids[at] === b.ids[b.pictures[k]!]);
}

class ScriptWriter {
  readonly #a: string;
  readonly #b: string;
  readonly #aPictures: Pictures;
  readonly #bPictures: Pictures;
  readonly #edits: TextEdit[] = [];
  #aAt = 0;
  #bAt = 0;
  /** Start of the current equal stretch. */
  #aEqual = 0;
  #bEqual = 0;

  constructor(a: TokenizedText, b: TokenizedText) {
    this.#a = a.text;
    this.#b = b.text;
    this.#aPictures = new Pictures(a);
    this.#bPictures = new Pictures(b);
  }

  /** Adds the next pair of equal tokens, by their numbers. The gap before it is compared as white space and changes. */
  token(i: number, j: number): void {
    this.#gapWithPictures(i, j);
    this.#aAt = this.#aPictures.text.end(i);
    this.#bAt = this.#bPictures.text.end(j);
    this.#aPictures.skip(i);
    this.#bPictures.skip(j);
  }

  end(): TextEdit[] {
    this.#gapWithPictures(this.#aPictures.text.ids.length, this.#bPictures.text.ids.length);
    this.#closeEqual();
    return this.#edits;
  }

  /** Writes the gap up to the two tokens. Its pictures are paired in order, and each pair is compared by itself. */
  #gapWithPictures(i: number, j: number): void {
    const [a, b] = [this.#aPictures, this.#bPictures];
    for (;;) {
      const [p, q] = [a.takeBefore(i), b.takeBefore(j)];
      this.#gapWithValues({ a: a.text.start(p ?? i), b: b.text.start(q ?? j) });
      if (p === undefined && q === undefined) return;
      const [aEnd, bEnd] = [p === undefined ? this.#aAt : a.text.end(p), q === undefined ? this.#bAt : b.text.end(q)];
      if (p === undefined || q === undefined || a.text.ids[p] !== b.text.ids[q]) {
        this.#closeEqual();
        this.#edits.push({ equal: false, aStart: this.#aAt, aEnd, bStart: this.#bAt, bEnd });
        this.#aEqual = aEnd;
        this.#bEqual = bEnd;
      }
      this.#aAt = aEnd;
      this.#bAt = bEnd;
    }
  }

  /** Writes the gap up to the two positions. Values that white space divides are compared one by one. */
  #gapWithValues(to: { readonly a: number; readonly b: number }): void {
    const from = { a: this.#aAt, b: this.#bAt };
    for (const space of spacesBetweenValues(this.#aPictures.text, this.#bPictures.text, from, to))
      this.#gap(space.a, space.b);
    this.#gap(to.a, to.b);
  }

  /** Writes the gap up to the two positions. Common white space at both of its ends is kept; the rest is an edit. */
  #gap(aTo: number, bTo: number): void {
    let aFrom = this.#aAt;
    let bFrom = this.#bAt;
    if (aTo - aFrom === bTo - bFrom && this.#a.slice(aFrom, aTo) === this.#b.slice(bFrom, bTo)) {
      this.#aAt = aTo;
      this.#bAt = bTo;
      return;
    }
    while (aFrom < aTo && bFrom < bTo && this.#a[aFrom] === this.#b[bFrom] && isSpace(this.#a.charCodeAt(aFrom))) {
      aFrom += 1;
      bFrom += 1;
    }
    let aEnd = aTo;
    let bEnd = bTo;
    while (
      aEnd > aFrom &&
      bEnd > bFrom &&
      this.#a[aEnd - 1] === this.#b[bEnd - 1] &&
      isSpace(this.#a.charCodeAt(aEnd - 1))
    ) {
      aEnd -= 1;
      bEnd -= 1;
    }
    this.#aAt = aFrom;
    this.#bAt = bFrom;
    this.#closeEqual();
    this.#edits.push({ equal: false, aStart: aFrom, aEnd, bStart: bFrom, bEnd });
    this.#aEqual = aEnd;
    this.#bEqual = bEnd;
    this.#aAt = aTo;
    this.#bAt = bTo;
  }

  #closeEqual(): void {
    if (this.#aAt > this.#aEqual) {
      this.#edits.push({ equal: true, aStart: this.#aEqual, aEnd: this.#aAt, bStart: this.#bEqual, bEnd: this.#bAt });
    }
    this.#aEqual = this.#aAt;
    this.#bEqual = this.#bAt;
  }
}

/** The pictures of one text, taken in order. */
class Pictures {
  readonly text: TokenizedText;
  #next = 0;

  constructor(text: TokenizedText) {
    this.text = text;
  }

  /** The number of the next picture before a token; undefined if there is none. */
  takeBefore(token: number): number | undefined {
    const at = this.text.pictures[this.#next];
    if (at === undefined || at >= token) return undefined;
    this.#next += 1;
    return at;
  }

  /** Passes a token, which may be a picture. */
  skip(token: number): void {
    if (this.text.pictures[this.#next] === token) this.#next += 1;
  }
}

/** White space of the model; other spaces are part of tokens. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0xa0;
}
