import { CHUNK_CHANGES, type Chunk, type StructureHead } from './structure.ts';

/** The half-open range of chunks that a page needs. */
export function chunkRange(head: StructureHead, offset: number, limit: number): { first: number; end: number } {
  const stop = Math.min(offset + limit, head.totalChanges);
  if (offset >= stop) return { first: 0, end: 0 };
  return { first: Math.floor(offset / CHUNK_CHANGES), end: Math.ceil(stop / CHUNK_CHANGES) };
}

/** The chunks outside a page's range that hold large entries of the page. */
export function homesOf(chunks: readonly Chunk[], first: number): number[] {
  const outside = chunks.flatMap(({ homes }) => [...homes.values()]).filter((number) => number < first);
  return [...new Set(outside)].sort((x, y) => x - y);
}

/**
 * The JSON text of a page: at most `limit` changes from `offset` on. `chunks` are the chunks of `chunkRange` in order,
 * and `homes` the result of `homesOf`. Pieces are joined as text, and none is parsed.
 */
export function assemblePage(
  head: StructureHead,
  chunks: readonly Chunk[],
  offset: number,
  limit: number,
  homes: readonly Chunk[] = [],
): string {
  const stop = Math.min(offset + limit, head.totalChanges);
  const { first } = chunkRange(head, offset, limit);
  const changes: string[] = [];
  const shown = new Set<number>();
  let least = Infinity;
  let most = -Infinity;
  let before: readonly number[] = [];
  let after: readonly number[] = [];
  for (let position = offset; position < stop; position++) {
    const chunk = chunks[Math.floor(position / CHUNK_CHANGES) - first]!;
    const place = position % CHUNK_CHANGES;
    const needs = chunk.changes[place]!;
    changes.push(chunk.texts[place]!);
    for (const number of needs.touched) shown.add(number);
    const low = needs.touched[0] ?? Infinity;
    const high = needs.touched.at(-1) ?? -Infinity;
    if (low < least) [least, before] = [low, needs.before];
    if (high > most) [most, after] = [high, needs.after];
  }
  for (const number of [...before, ...after]) shown.add(number);

  const alignment: string[] = [];
  const source: string[] = [];
  const revised: string[] = [];
  for (const number of [...shown].sort((x, y) => x - y)) {
    const entry = [...chunks, ...homes].find((chunk) => chunk.entries.has(number))?.entries.get(number);
    if (entry === undefined) throw new Error(`alignment entry ${number} is missing from its chunk`);
    alignment.push(entry.alignment);
    // Consecutive entries of a split or merged paragraph name the same block of the other side.
    if (entry.source !== '' && entry.source !== source.at(-1)) source.push(entry.source);
    if (entry.revised !== '' && entry.revised !== revised.at(-1)) revised.push(entry.revised);
  }
  const next = offset < stop && stop < head.totalChanges ? `,"nextOffset":${stop}` : '';
  return (
    `{${head.opening},"source":{"blockCount":${head.sourceBlocks},"blocks":[${source.join()}]}` +
    `,"revised":{"blockCount":${head.revisedBlocks},"blocks":[${revised.join()}]}` +
    `,"alignment":[${alignment.join()}],"changes":[${changes.join()}]` +
    `,"totalChanges":${head.totalChanges},"offset":${offset},"limit":${limit}${next}}`
  );
}
