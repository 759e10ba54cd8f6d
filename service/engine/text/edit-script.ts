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
import { replaceLiterals } from '../simplify/replace-literals.ts';
import { replaceRewritten } from '../simplify/replace-rewritten.ts';
import { slideEdges } from '../simplify/slide-edges.ts';
import { weighMatches } from '../simplify/weigh-matches.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { renumberPair } from '../tokens/renumber.ts';
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

/** Edits in order that cover both texts; equal and unequal ones alternate. */
export function editScript(
  a: TokenizedText,
  b: TokenizedText,
  vocabulary: Vocabulary,
  options: ScriptOptions,
): TextEdit[] {
  if (a.text === b.text)
    return a.text === '' ? [] : [{ equal: true, aStart: 0, aEnd: a.text.length, bStart: 0, bEnd: b.text.length }];
  const script = new ScriptWriter(a.text, b.text);
  if (!options.whole) {
    const matches = options.swapped
      ? matchTokens(b, a, vocabulary, options).map(mirrored)
      : matchTokens(a, b, vocabulary, options);
    for (const run of matches) {
      for (let k = 0; k < run.length; k += 1) {
        const i = run.aStart + k;
        const j = run.bStart + k;
        script.token(a.start(i), a.end(i), b.start(j), b.end(j));
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

class ScriptWriter {
  readonly #a: string;
  readonly #b: string;
  readonly #edits: TextEdit[] = [];
  #aAt = 0;
  #bAt = 0;
  /** Start of the current equal stretch. */
  #aEqual = 0;
  #bEqual = 0;

  constructor(a: string, b: string) {
    this.#a = a;
    this.#b = b;
  }

  /** Adds the next pair of equal tokens. The gap before it is compared as white space and changes. */
  token(aStart: number, aEnd: number, bStart: number, bEnd: number): void {
    this.#gap(aStart, bStart);
    this.#aAt = aEnd;
    this.#bAt = bEnd;
  }

  end(): TextEdit[] {
    this.#gap(this.#a.length, this.#b.length);
    this.#closeEqual();
    return this.#edits;
  }

  /** Writes the gap up to the two positions: common white space at both of its ends is kept, the rest is an edit. */
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

/** White space of the model; other spaces are part of tokens. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0xa0;
}
