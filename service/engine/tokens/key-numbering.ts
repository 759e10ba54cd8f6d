/** Numbers for what is compared as a whole: two things have one number exactly when they are equal. */
import { sharedSteps, stepsOf, TOP, type Path, type Step } from '../../../shared/document/path.ts';
import { Interner } from './interner.ts';
import { LocalNumbering, type LocalPair } from './local-numbering.ts';
import { PairInterner } from './pair-interner.ts';

/** The key of what is equal to nothing, itself included. */
export const NO_KEY = -1;

/** Keys for texts, which are even, and for pairs of numbers, which are odd: no text has the key of a pair. */
export class KeyNumbering {
  readonly #texts: Interner;
  readonly #pairs = new PairInterner();
  readonly #local = new LocalNumbering();
  /** All places are below it. */
  #places = 0;
  /** The key of the form that was seen first. */
  #firstForm: number | undefined;
  /** The path that was asked for last, and for each depth the key of the kinds down to it. */
  #path: Path = TOP;
  readonly #kindKeys: number[] = [];
  /** Scratch memory for the steps of two paths that differ. */
  readonly #own: Step[] = [];
  readonly #before: Step[] = [];

  /** `texts`: how many there will be, more or less. */
  constructor(texts = 0) {
    this.#texts = new Interner(texts);
  }

  ofText(text: string): number {
    return 2 * this.#texts.intern(text);
  }

  ofPair(x: number, y: number): number {
    return 2 * this.#pairs.intern(x, y) + 1;
  }

  /** A place is its own key: it is held against places only. */
  ofPlace(place: number): number {
    this.#places = Math.max(this.#places, place + 1);
    return place;
  }

  /**
   * A text in a form, by the keys of both. In the form that was seen first, which all lines of plain text and of JSON have, it
   * is the text's own key, so that a hundred thousand of them need no pairs.
   */
  ofTextInForm(form: number, text: number): number {
    this.#firstForm ??= form;
    return form === this.#firstForm ? text : this.ofPair(form, text);
  }

  /**
   * The kinds of a path, from the outside in. A path costs its steps beyond what it has in common with the one that was
   * asked for before, so that blocks deep in lists do not add up to the square of their depth.
   */
  ofKinds(path: Path): number {
    const shared = sharedSteps(this.#path, path);
    const before = stepsOf(this.#path, shared, this.#before);
    const own = stepsOf(path, shared, this.#own);
    this.#path = path;
    let at = 0;
    while (at < own.length && before[at]?.kind === own[at]!.kind) at += 1;
    for (; at < own.length; at += 1) {
      const depth = shared + at;
      const around = depth === 0 ? 0 : this.#kindKeys[depth - 1]! + 1;
      this.#kindKeys[depth] = this.ofPair(around, this.ofText(own[at]!.kind));
    }
    return path.length === 0 ? NO_KEY : this.#kindKeys[path.length - 1]!;
  }

  /** Two lists of keys, renumbered from 0 without gaps; every `NO_KEY` has a number of its own. */
  localPair(a: Int32Array, b: Int32Array): LocalPair {
    return this.#local.pair(a, b, this.#size);
  }

  /** A counter for every key seen so far, all 0; to be left so. */
  zeroed(): Int32Array {
    return this.#local.zeroed(this.#size);
  }

  /** All keys are below it. */
  get #size(): number {
    return Math.max(2 * this.#texts.size, 2 * this.#pairs.size, this.#places);
  }
}
