/**
 * Names pictures by what they look like. pdf.js skips all pictures, because decoding them costs much memory. Marked
 * content in their place says which picture is painted, and the graphics state says where:
 *
 *     /Im1 Do     paints     /Picture.<SHA-256> <<>> BDC EMC
 */
import { createHash } from 'node:crypto';
import type { FileObjects, FileStream } from './file-objects.ts';
import { findInlinePictures } from './inline-pictures.ts';

/** A painted picture: its digest, and whether it is a stencil, which takes the colour of the state. */
export interface PictureName {
  readonly sha256: string;
  readonly isStencil: boolean;
}

const NAMED = /^Picture\.([0-9a-f]{64})(S?)$/;

/** The picture that a name of marked content refers to; null for other names. */
export function pictureOf(name: string): PictureName | null {
  const found = NAMED.exec(name);
  return found && { sha256: found[1]!, isStencil: found[2] === 'S' };
}

/**
 * Entries of a picture that decide what it looks like (ISO 32000-2, table 87). Their short names are here, too (table
 * 91).
 */
const VISIBLE: Readonly<Record<string, string>> = {
  Width: 'Width',
  W: 'Width',
  Height: 'Height',
  H: 'Height',
  BitsPerComponent: 'BitsPerComponent',
  BPC: 'BitsPerComponent',
  ColorSpace: 'ColorSpace',
  CS: 'ColorSpace',
  Decode: 'Decode',
  D: 'Decode',
  ImageMask: 'ImageMask',
  IM: 'ImageMask',
  Mask: 'Mask',
  SMask: 'SMask',
  Matte: 'Matte',
  Filter: 'Filter',
  F: 'Filter',
  DecodeParms: 'DecodeParms',
  DP: 'DecodeParms',
  N: 'N',
  Alternate: 'Alternate',
};

/** Whether the stream is a picture. */
export function isPicture({ dictionary }: FileStream): boolean {
  return /\/Subtype\s*\/Image\b/.test(dictionary);
}

/** References are followed this deep: picture, mask, colour space, profile. */
const MAX_DEPTH = 5;

/** Names the pictures of one file. Its digests take the raw streams, and no object numbers. */
export class PictureNames {
  readonly #objects: FileObjects;
  readonly #digests = new Map<number, string>();

  constructor(objects: FileObjects) {
    this.#objects = objects;
  }

  /** The marked content in place of a picture. */
  markOf(picture: FileStream): string {
    return markOf(this.#digestOf(picture, 0), picture.dictionary);
  }

  /** The digests of all pictures, without those that only mask others. */
  all(): string[] {
    const pictures = [...this.#objects.streams].filter(isPicture);
    const masks = new Set(
      pictures.flatMap(({ dictionary }) => [...dictionary.matchAll(/\/S?Mask\s+(\d+)\s/g)].map(([, id]) => Number(id))),
    );
    return pictures.filter(({ id }) => !masks.has(id)).map((picture) => this.#digestOf(picture, 0));
  }

  #digestOf(stream: FileStream, depth: number): string {
    let digest = this.#digests.get(stream.id);
    if (digest === undefined) {
      digest = digestOf(this.#visible(stream.dictionary, depth), this.#objects.raw(stream));
      this.#digests.set(stream.id, digest);
    }
    return digest;
  }

  /** The entries that are visible, in alphabetical order, with digests and texts in place of references. */
  #visible(dictionary: string, depth: number): string {
    return visibleEntries(dictionary, (value) => this.#resolve(value, depth));
  }

  #resolve(value: string, depth: number): string {
    return value.replace(/\b(\d{1,10}) \d{1,5} R\b/g, (_, id: string) => {
      if (depth >= MAX_DEPTH) return 'deep';
      const stream = this.#objects.stream(Number(id));
      if (stream) return this.#digestOf(stream, depth + 1);
      return this.#resolve(tokensOf(this.#objects.text(Number(id)) ?? 'unknown').join(' '), depth + 1);
    });
  }
}

/** Inserts the mark of each picture that is written into the content itself. */
export function markInlinePictures(content: string): string {
  let [marked, done] = ['', 0];
  for (const { start, entries, data } of findInlinePictures(content)) {
    const digest = digestOf(
      visibleEntries(entries, (value) => value),
      Buffer.from(data, 'latin1'),
    );
    marked += `${content.slice(done, start)} ${markOf(digest, entries)} `;
    done = start;
  }
  return marked + content.slice(done);
}

function markOf(sha256: string, entries: string): string {
  const isStencil = /\/(?:ImageMask|IM)\s+true\b/.test(entries);
  return `/Picture.${sha256}${isStencil ? 'S' : ''} <<>> BDC EMC`;
}

function digestOf(entries: string, data: Uint8Array): string {
  return createHash('sha256').update(entries).update('\n').update(data).digest('hex');
}

function visibleEntries(dictionary: string, resolve: (value: string) => string): string {
  const tokens = tokensOf(dictionary);
  const entries: string[] = [];
  for (let at = 0; at < tokens.length;) {
    const key = VISIBLE[tokens[at++]!.slice(1)];
    const from = at;
    let open = 0;
    while (at < tokens.length) {
      const token = tokens[at]!;
      // A value ends before the next name on its own level, but a name may be the value.
      if (open === 0 && at > from && token.startsWith('/')) break;
      if (token === '<<' || token === '[') open++;
      if (token === '>>' || token === ']') open--;
      at++;
    }
    if (key !== undefined) entries.push(`${key} ${resolve(tokens.slice(from, at).join(' '))}`);
  }
  return entries.sort().join('\n');
}

const TOKEN = /<<|>>|\[|\]|\/[^\s<>()[\]/%]*|\((?:[^()\\]|\\[^])*\)|<[0-9A-Fa-f\s]*>|[^\s<>()[\]/]+/g;

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
