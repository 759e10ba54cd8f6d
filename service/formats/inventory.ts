import type { InventoryItem, UncomparedKind } from '../../shared/change/uncompared.ts';
import { sha256 } from '../sha256.ts';

/** Maximum length of the words that name a place, in UTF-16 units. */
const PLACE_LENGTH = 40;
/** Length of the text that is kept to name a place. It may contain much white space. */
const TAIL_LENGTH = 400;

/** What a reader saw and did not put into the model. It remembers the text that was read last, in order to name places. */
export class Inventory {
  readonly #items: InventoryItem[] = [];
  #tail = '';
  /** Place after the tail. A thousand pictures may follow one text. */
  #place: string | undefined;

  /** All items so far, in reading order. */
  get items(): readonly InventoryItem[] {
    return this.#items;
  }

  /** Notes that this text was read. */
  read(text: string): void {
    this.#tail = (this.#tail + text.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
    this.#place = undefined;
  }

  /** Forgets the text that was read: the next one is elsewhere. */
  protected forget(): void {
    this.#tail = '';
    this.#place = undefined;
  }

  /** Adds an item. `content`: what a reader sees of it. `image` and `isAltered`: see `InventoryItem`. */
  add(
    kind: UncomparedKind,
    content: Uint8Array | string,
    label = '',
    where = this.place,
    image?: string,
    isAltered = false,
  ): void {
    const named = { kind, where, ...(label !== '' && { label }) };
    const ofImage = image === undefined ? {} : { image, ...(isAltered && ({ isAltered } as const)) };
    this.#items.push({ ...named, sha256: sha256(content), count: 1, ...ofImage });
  }

  /** The current place for a person. */
  get place(): string {
    return (this.#place ??= placeAfter(this.#tail));
  }
}

function placeAfter(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  const last = words.length <= PLACE_LENGTH ? words : words.slice(-PLACE_LENGTH).replace(/^\S*\s/u, '');
  return last === '' ? 'at the start' : `after “${last}”`;
}
