/** Finds words that a print lacks. Paper divides words at other places than the document does. */
import { LINE_END, ReaderHabits, tokensOf } from './compare-tokens.ts';
import { withoutLineEnds, type DecidedText } from './decided-text.ts';
import { findPlaces, type FoundPlace } from './find-places.ts';
import type { PlaceWords } from './place-words.ts';

/** The words of printed lines. */
export function printedWords(lines: readonly string[]): string[] {
  return tokensOf([lines.join('\n')]).filter((token) => token !== LINE_END);
}

/**
 * The places where printed words are not the shown ones. A word that is only divided otherwise is no place: its letters
 * are on paper as often as in the text.
 */
export function placesOnPaper(shown: DecidedText, printed: readonly string[], words: PlaceWords): FoundPlace[] {
  const expected = withoutLineEnds(shown);
  const [ofText, onPaper] = [expected.tokens.join(''), printed.join('')];
  const places = findPlaces(expected, printed, new ReaderHabits(), words, { isLoose: true });
  return places.filter(({ place: { kind, text } }) => {
    if (kind !== 'missing' || text.endsWith(SHORTENED)) return true;
    const letters = text.replaceAll(' ', '');
    if (PAGE_NUMBERS.test(letters)) return false;
    return occurrences(onPaper, letters) < occurrences(ofText, letters);
  });
}

/** Signs of fields for page numbers, as the comparison reads them. Pages have the numbers instead. */
const PAGE_NUMBERS = /^#+$/u;

/** The end of a quoted text that is longer than what is quoted. */
const SHORTENED = '…';

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
