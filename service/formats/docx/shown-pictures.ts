import type { Part } from '../../ooxml/package.ts';

/** Maximum data of repeated pictures on one side, beyond the first place of each. A logo on every page stays far below it. A file of 200 KB that refers to one picture a thousand times exceeds it. */
export const REPEATED_PICTURES_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The pictures shown so far. Every place of a picture repeats its data. The file size bounds the first place of each
 * picture, and this class bounds the others.
 */
export class ShownPictures {
  #room = REPEATED_PICTURES_MAX_BYTES;
  readonly #urls = new Map<Part, string>();

  /** The picture as an address with its data; null for a repetition beyond the limit. */
  show(part: Part, type: string): string | null {
    const { buffer, byteOffset, byteLength } = part.bytes;
    const known = this.#urls.get(part);
    if (known !== undefined) {
      if (byteLength > this.#room) return null;
      this.#room -= byteLength;
      return known;
    }
    const url = `data:${type};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
    this.#urls.set(part, url);
    return url;
  }
}
