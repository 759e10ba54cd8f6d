/**
 * The structured changes of a comparison as they are stored: pieces of JSON text. Any page can be assembled from them
 * without parsing, and without reading other chunks than its own.
 */
import type { NeededEntries } from '../../engine/changes/page-source.ts';

/** Number of changes in one chunk. A page of the maximum size touches at most six chunks. */
export const CHUNK_CHANGES = 100;

/** The common part of every page of a comparison. */
export interface StructureHead {
  /** JSON text of the members from `schemaVersion` to `uncompared`, without the braces. */
  readonly opening: string;
  /** Number of blocks on each side. */
  readonly sourceBlocks: number;
  readonly revisedBlocks: number;
  readonly totalChanges: number;
}

/** A whole comparison in pieces. Chunk `k` has the changes from `k * CHUNK_CHANGES` on. */
export interface Structure {
  readonly head: StructureHead;
  /** Compressed chunks, see `packChunk`. */
  readonly chunks: readonly Uint8Array[];
}

/** JSON texts of an alignment entry and of the blocks that it pairs. The empty string means no block on that side. */
export interface EntryTexts {
  readonly alignment: string;
  readonly source: string;
  readonly revised: string;
}

/** A chunk in memory. `texts` are the JSON texts of `changes`, in the same order. */
export interface Chunk {
  readonly changes: readonly NeededEntries[];
  readonly texts: readonly string[];
  readonly entries: ReadonlyMap<number, EntryTexts>;
  /** Large entries that an earlier chunk holds, with the number of that chunk. Each is stored once. */
  readonly homes: ReadonlyMap<number, number>;
}
