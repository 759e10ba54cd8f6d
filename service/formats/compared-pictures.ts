/**
 * Makes carried images into compared pictures. An image run gets the text of a picture, and an image block becomes a
 * paragraph of its picture. The engine and the fragment then treat it as a word.
 */
import { bytesOfBase64 } from './bytes.ts';
import type { InventoryItem } from '../../shared/change/uncompared.ts';
import {
  PICTURE,
  PLAIN_ATTRIBUTES,
  type Block,
  type Document,
  type Image,
  type Run,
} from '../../shared/document/model.ts';
import { sha256 } from '../sha256.ts';

const DATA_URL = /^data:[^,]*?(;base64)?,/i;

/** Both documents with their images as compared pictures. */
export function withComparedPictures(original: Document, revised: Document): [original: Document, revised: Document] {
  const of = (document: Document, change: (image: Image) => Image): Document => ({
    ...document,
    blocks: document.blocks.map((block) => mapped(block, change)),
  });
  const sides = [of(original, withDigest), of(revised, withDigest)] as const;
  // A picture that is too large to be repeated is not shown everywhere. Then it is shown nowhere, or the place of the
  // limit would be a difference.
  const hidden = new Set<string | undefined>();
  for (const { blocks } of sides) for (const { src, sha256 } of picturesOf(blocks)) if (src === '') hidden.add(sha256);
  const shown = (image: Image): Image => (hidden.has(image.sha256) ? { ...image, src: '' } : image);
  return hidden.size === 0 ? [...sides] : [of(sides[0], shown), of(sides[1], shown)];
}

/**
 * What a reader left out of a document whose pictures are compared. A picture with an altered look is left out, and so
 * is the same picture of the other side. `other`: the inventory of that side.
 */
export function withoutCompared(
  inventory: readonly InventoryItem[],
  { blocks }: Document,
  other: readonly InventoryItem[],
): InventoryItem[] {
  const altered = new Set([...inventory, ...other].flatMap(({ image, isAltered }) => (isAltered ? [image] : [])));
  const counts = new Map<string | undefined, number>();
  for (const { sha256 } of picturesOf(blocks)) counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
  return inventory.filter(({ image }) => {
    const count = image === undefined || altered.has(image) ? 0 : (counts.get(image) ?? 0);
    if (count > 0) counts.set(image, count - 1);
    return count === 0;
  });
}

/** The compared pictures of blocks, those in tables included. */
function* picturesOf(blocks: readonly Block[]): Generator<Image, void, undefined> {
  for (const block of blocks) {
    if (block.kind === 'text') for (const { image } of block.runs) if (image) yield image;
    if (block.kind === 'table')
      for (const { cells } of block.rows) for (const cell of cells) yield* picturesOf(cell.blocks);
  }
}

/** The block with its images as compared pictures. The block itself if it has none. Recurses over nested tables. */
function mapped(block: Block, of: (image: Image) => Image): Block {
  switch (block.kind) {
    case 'text': {
      if (!block.runs.some(({ image }) => image !== undefined)) return block;
      const runs = block.runs.map((run): Run => (run.image ? { ...run, text: PICTURE, image: of(run.image) } : run));
      return { ...block, runs };
    }
    case 'table': {
      const rows = block.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map((inner) => mapped(inner, of)) })),
      }));
      return { ...block, rows };
    }
    case 'image': {
      const run = { text: PICTURE, marks: 0, href: block.href ?? null, image: of(block.image) };
      return { kind: 'text', type: 'p', attributes: PLAIN_ATTRIBUTES, path: block.path, runs: [run] };
    }
    case 'rule':
      return block;
  }
}

/** The image with the digest of the data in its address, or else of the address. */
export function withDigest(image: Image): Image {
  if (image.sha256 !== undefined) return image;
  const [start, isBase64] = DATA_URL.exec(image.src) ?? [];
  if (start === undefined) return { ...image, sha256: sha256(image.src) };
  const data = image.src.slice(start.length);
  return { ...image, sha256: sha256(isBase64 === undefined ? percentDecoded(data) : bytesOfBase64(data)) };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
