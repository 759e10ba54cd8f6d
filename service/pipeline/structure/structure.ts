/**
 * The structured changes of a comparison as they are kept: pieces of JSON text from which any page is put together
 * without parsing, and without reading more than the page's own chunks.
 */

/** Changes in one chunk; a page of the largest limit touches six chunks at most. */
export const CHUNK_CHANGES = 100;

/** What every page of a comparison has in common. */
export interface StructureHead {
  /** JSON text of the members from `schemaVersion` to `summary`, without the braces. */
  readonly opening: string;
  /** Blocks of each whole side. */
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

/**
 * The numbers of the alignment entries that a change needs: those it touches, and those that are the context of a page
 * which begins or ends with it (the nearest entry with a source block, and the nearest with a revised block).
 */
export interface ChangeEntries {
  readonly touched: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** JSON texts of an alignment entry and of the blocks it pairs; the empty string: that side has none. */
export interface EntryTexts {
  readonly alignment: string;
  readonly source: string;
  readonly revised: string;
}

/** A chunk in memory. `texts` are the changes' JSON texts, in parallel with `changes`. */
export interface Chunk {
  readonly changes: readonly ChangeEntries[];
  readonly texts: readonly string[];
  readonly entries: ReadonlyMap<number, EntryTexts>;
  /** Large entries that an earlier chunk has already, with the number of that chunk: each is kept once. */
  readonly homes: ReadonlyMap<number, number>;
}
