/** The places that the links and cross-references of a DOCX lead to. */
import { bookmarksIn, referencesIn, type Reference } from '../../../ooxml/references.ts';
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import type { ReferenceTarget } from '../../read-result.ts';
import { quoteOf } from './comments.ts';
import type { MarkedPlaces } from './text-marks.ts';

/** The references of a document by the name of their bookmark. */
export class DocumentReferences {
  readonly #references = new Map<string, Reference[]>();
  readonly #bookmarks = new Set<string>();

  /** `roots`: the parts with text, without revisions. */
  constructor(roots: readonly XmlElement[]) {
    for (const reference of roots.flatMap(referencesIn)) {
      const known = this.#references.get(reference.name);
      if (known === undefined) this.#references.set(reference.name, [reference]);
      else known.push(reference);
    }
    if (this.#references.size === 0) return;
    for (const root of roots) for (const name of bookmarksIn(root)) this.#bookmarks.add(name);
  }

  /** Whether something leads to a bookmark. */
  has(name: string): boolean {
    return this.#references.has(name);
  }

  /** Where the references lead. A bookmark outside of the text is left out. */
  targetsIn(places: MarkedPlaces): ReferenceTarget[] {
    return [...this.#references].flatMap(([name, references]): ReferenceTarget[] => {
      const place = places.ofBookmark(name);
      if (place === null && this.#bookmarks.has(name)) return [];
      const shown = references.map((reference) => reference.shown.trim()).find((words) => words !== '') ?? '';
      const words = place === null ? '' : places.wordsAt(place[0]);
      return [{ name, shown, place, quote: quoteOf(words.slice(place?.[1])), block: quoteOf(words) }];
    });
  }
}
