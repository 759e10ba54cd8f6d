import type { DrawnLetter } from '../paint/drawn-letters.ts';
import type { LetterShape } from '../paint/letter-shape.ts';
import type { PagePlaces } from './page-places.ts';

/** A letter of a font as a document draws it, with the first word that has it. */
export interface PlacedLetter {
  readonly font: string;
  readonly text: string;
  readonly shape: LetterShape;
  readonly page: number;
  readonly word: string;
}

/** Collects the letters of a document, each way of drawing one once. */
export class LetterPlaces {
  readonly found: PlacedLetter[] = [];
  readonly #known = new Set<string>();

  /** Adds the letters of a page. `placesOf` is called if one of them is new. */
  add(page: number, letters: readonly DrawnLetter[], placesOf: () => PagePlaces): void {
    let places: PagePlaces | null = null;
    for (const { font, text, shape, x, y } of letters) {
      const key = `${font} ${text} ${shape.rows.join(' ')}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      places ??= placesOf();
      this.found.push({ font, text, shape, page, word: places.wordAt(x, y) });
    }
  }
}
