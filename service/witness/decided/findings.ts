/** What the readers of one file found, and what the check says of it. */
import { CHECKED_PLACES_MAX, type CheckedPlace, type LastCheck } from '../../../shared/api/last-check.ts';
import type { FoundPlace } from './find-places.ts';
import { unread } from './place-words.ts';

/** Collects the places of one file. */
export class Findings {
  readonly #found: FoundPlace[] = [];

  /** Adds places of the text. */
  add(places: readonly FoundPlace[]): void {
    for (const place of places) this.#found.push(place);
  }

  /** Adds a place of the file as a whole. */
  addWhole(place: CheckedPlace): void {
    this.#found.push({ place, offset: 0 });
  }

  /** Does one step of the check. Its failure is a place: what could not be read is not checked. */
  async attempt(failure: string, step: () => void | Promise<void>): Promise<void> {
    try {
      await step();
    } catch (fault) {
      const reason = fault instanceof Error ? fault.message.split('\n')[0]! : String(fault);
      this.addWhole(unread(`${failure}: ${reason.replace(/\.$/u, '')}.`));
    }
  }

  /** Changes with content that a reader found in the text. */
  changesLeft(): ReadonlySet<string> {
    return new Set(this.#found.flatMap(({ place }) => (place.kind === 'left' ? (place.changeId ?? []) : [])));
  }

  /** The places in the order of the document. What several readers found is there once. */
  result(): LastCheck {
    const seen = new Set<string>();
    const places = this.#found
      .sort((a, b) => a.offset - b.offset)
      .map(({ place }) => place)
      .filter(({ message }) => !seen.has(message) && seen.add(message));
    const more = places.length - CHECKED_PLACES_MAX;
    return { exact: places.length === 0, places: places.slice(0, CHECKED_PLACES_MAX), ...(more > 0 && { more }) };
  }
}
