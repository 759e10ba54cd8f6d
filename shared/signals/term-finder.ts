/** Finds many terms in a text. Its time grows with the text, however many terms there are. */
import { formsOf } from './defined-terms.ts';

/** A place of a term in a text, in UTF-16 units. White space in `text` is single spaces. */
export interface TermPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A form of a term. Of two that begin at one place, the one with the lower `order` counts. */
interface Form {
  readonly order: number;
  /** What is behind its last word, such as a full stop. */
  readonly tail: string;
}

const WORD = /[\p{L}\p{Nd}]+/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{Nd}]/u;
/** Endings that a term may have and its form lacks. They are part of the last word, or follow the tail. */
const ENDINGS = ['', 's', 'es'];
const ENDINGS_BEHIND = ["'s", '’s', 's', 'es', ''];

/** Finds terms as whole words, with the ending of a plural or a possessive. Longer forms count before shorter ones. */
export class TermFinder {
  /** By their words from the first to the last one, with what is between. */
  readonly #forms = new Map<string, Form[]>();
  /** First words of forms that have more. */
  readonly #starts = new Set<string>();

  constructor(terms: Iterable<string>) {
    const forms = [...new Set([...terms].flatMap(formsOf))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
    forms.forEach((form, order) => {
      const ends = [...form.matchAll(WORD)].map(({ 0: word, index }) => index + word.length);
      for (const end of ends.slice(0, -1)) this.#starts.add(form.slice(0, end));
      const words = form.slice(0, ends.at(-1));
      const known = this.#forms.get(words);
      const found = { order, tail: form.slice(words.length) };
      if (known === undefined) this.#forms.set(words, [found]);
      else known.push(found);
    });
  }

  get isEmpty(): boolean {
    return this.#forms.size === 0;
  }

  /** The places of terms, in the order of the text. They do not overlap. */
  find(text: string): TermPlace[] {
    const places: TermPlace[] = [];
    const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
    let free = 0;
    words.forEach(({ start }, at) => {
      if (start < free) return;
      const end = this.#endAt(text, start, words, at);
      if (end === undefined) return;
      free = end;
      places.push({ text: text.slice(start, end).replace(/\s+/gu, ' '), start, end });
    });
    return places;
  }

  /** Where the term ends that begins with a word; undefined if none begins there. */
  #endAt(text: string, start: number, words: readonly { readonly end: number }[], from: number): number | undefined {
    let best: { readonly order: number; readonly end: number } | undefined;
    for (let at = from; at < words.length; at += 1) {
      const { end: wordEnd } = words[at]!;
      const read = text.slice(start, wordEnd).replace(/\s+/gu, ' ');
      for (const ending of ENDINGS) {
        const forms = read.endsWith(ending) ? this.#forms.get(read.slice(0, read.length - ending.length)) : undefined;
        for (const { order, tail } of forms ?? []) {
          if (best !== undefined && best.order < order) continue;
          const end = ending === '' ? endBehind(text, wordEnd, tail) : tail === '' ? wordEnd : undefined;
          if (end !== undefined) best = { order, end };
        }
      }
      if (!this.#starts.has(read)) break;
    }
    return best?.end;
  }
}

/** Where a form ends whose last word ends at `wordEnd`; undefined if the text goes on in another way. */
function endBehind(text: string, wordEnd: number, tail: string): number | undefined {
  if (!text.startsWith(tail, wordEnd)) return undefined;
  const from = wordEnd + tail.length;
  return ENDINGS_BEHIND.filter((ending) => text.startsWith(ending, from))
    .map((ending) => from + ending.length)
    .find((end) => !STARTS_WITH_WORD.test(text.slice(end, end + 2)));
}
