import { REPEATED_PICTURES_MAX_BYTES } from '../../../shared/limits.ts';
import type { Part } from '../../ooxml/package.ts';

/**
 * The pictures that a document has shown so far. A picture may stand in many places, and its data stand in each of them: the first is
 * bounded by the size of the file, the others are by nothing.
 */
export class ShownPictures {
  #room = REPEATED_PICTURES_MAX_BYTES;
  readonly #urls = new Map<Part, string>();

  /** The picture as an address with its data; null when it was shown before and there is no room for repetitions any more. */
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
