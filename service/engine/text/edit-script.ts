/**
 * The edit script of two texts: which stretches stay and which are replaced, in UTF-16 offsets of both, white space
 * included. Word diff and clean-up happen on tokens; the white space between tokens is compared here, character by
 * character, where the script is written out.
 */
import { diffSequences } from '../diff/diff-sequences.ts';
import { mirrored, type MatchRun } from '../diff/match.ts';
import { absorbIslands } from '../simplify/absorb-islands.ts';
import { absorbLoneWords } from '../simplify/absorb-lone-words.ts';
import { replaceLiterals } from '../simplify/replace-literals.ts';
import { replaceRewritten } from '../simplify/replace-rewritten.ts';
import { slideEdges } from '../simplify/slide-edges.ts';
import { weighMatches } from '../simplify/weigh-matches.ts';
import type { TokenizedText } from '../tokens/tokenized-text.ts';
import { renumberPair } from '../tokens/renumber.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';

/** Half-open ranges of both texts. `equal` ones hold the same characters; of the others at least one side is not empty. */
export interface TextEdit {
  readonly equal: boolean;
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** How two texts are compared. */
export interface ScriptOptions {
  /** Any difference replaces the whole text. */
  readonly whole: boolean;
  /** Decide as if the texts were given the other way round (`compareDocuments`). */
  readonly swapped: boolean;
  /** Keep all that is equal, however short it is between two changes: tracked revisions mark nothing that stays. */
  readonly literal?: boolean;
  /** The texts are put together from pieces that end at their line breaks. */
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

/** The tokens that stay, cleaned up; `literal`: only moved to better places. */
function matchTokens(
  a: TokenizedText,
  b: TokenizedText,
  vocabulary: Vocabulary,
  { literal = false, joined = false, json = false }: ScriptOptions,
): readonly MatchRun[] {
  const local = renumberPair(a.ids, b.ids);
  const matches = diffSequences(local.a, local.b, local.size, vocabulary.steps);
  if (literal) return slideEdges(matches, a, b);
  const readable = absorbLoneWords(
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
  /** Start of the equal stretch that is still growing. */
  #aEqual = 0;
  #bEqual = 0;

  constructor(a: string, b: string) {
    this.#a = a;
    this.#b = b;
  }

  /** The next pair of equal tokens. What lies between it and the one before is compared as white space and changes. */
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

  /** Handles everything up to the two positions: common white space at both ends of it stays, the rest is an edit. */
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

/** White space of the model; others are tokens' business. */
function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0xa0;
}
