import type { Part } from '../../../ooxml/package.ts';

/** Maximum data of repeated pictures on one side, beyond the first place of each. A logo on every page stays far below it. A file of 200 KB that refers to one picture a thousand times exceeds it. */
export const REPEATED_PICTURES_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Maximum data of pictures on one side, each counted once. A page shows so much at once. Larger files have photos; they
 * are compared by their digests, and the places beyond the limit show their description.
 */
export const SHOWN_PICTURES_MAX_BYTES = 16 * 1024 * 1024;

/** The pictures shown so far. Every place of a picture repeats its data. */
export class ShownPictures {
  #room = REPEATED_PICTURES_MAX_BYTES;
  #firstRoom = SHOWN_PICTURES_MAX_BYTES;
  readonly #urls = new Map<Part, string>();

  /** The picture as an address with its data; null beyond a limit. */
  show(part: Part, type: string): string | null {
    const { sizeBytes } = part.packed;
    const known = this.#urls.get(part);
    if (known !== undefined) {
      if (sizeBytes > this.#room) return null;
      this.#room -= sizeBytes;
      return known;
    }
    if (sizeBytes > this.#firstRoom) return null;
    this.#firstRoom -= sizeBytes;
    const { buffer, byteOffset, byteLength } = part.bytes;
    const url = `data:${type};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
    this.#urls.set(part, url);
    return url;
  }
}
