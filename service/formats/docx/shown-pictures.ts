import { PICTURES_MAX_BYTES } from '../../../shared/limits.ts';
import type { Part } from '../../ooxml/package.ts';

/** The pictures that a document has shown so far. A picture may stand in many places, and its data stand in each of them. */
export class ShownPictures {
  #room = PICTURES_MAX_BYTES;
  readonly #urls = new Map<Part, string>();

  /** The picture as an address with its data; null when there is no room for them any more. */
  show(part: Part, type: string): string | null {
    const { buffer, byteOffset, byteLength } = part.bytes;
    if (byteLength > this.#room) return null;
    this.#room -= byteLength;
    let url = this.#urls.get(part);
    if (url === undefined) {
      url = `data:${type};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
      this.#urls.set(part, url);
    }
    return url;
  }
}
