import type { NeededEntries } from '../../engine/changes/page-source.ts';
import { packText, unpackBytes } from './pack-text.ts';
import type { Chunk, EntryTexts } from './structure.ts';

/** The first line of a chunk. It says which other lines are needed. */
interface ChunkIndex {
  readonly changes: readonly NeededEntries[];
  readonly entries: readonly number[];
  readonly homes: readonly (readonly [entry: number, chunk: number])[];
}

/**
 * A chunk as compressed bytes. It consists of lines of JSON text: the index, then one line a change, then three lines
 * an entry. JSON text has no raw line feed, so the lines need no other separator.
 */
export function packChunk(chunk: Chunk): Uint8Array {
  const index: ChunkIndex = { changes: chunk.changes, entries: [...chunk.entries.keys()], homes: [...chunk.homes] };
  const lines = [JSON.stringify(index), ...chunk.texts];
  for (const entry of chunk.entries.values()) lines.push(entry.alignment, entry.source, entry.revised);
  return packText(lines.join('\n'));
}

/** Reads a chunk that `packChunk` wrote. Decompression runs away from the calling thread. */
export async function unpackChunk(bytes: Uint8Array): Promise<Chunk> {
  const [first, ...lines] = new TextDecoder().decode(await unpackBytes(bytes)).split('\n');
  const index = JSON.parse(first!) as ChunkIndex;
  const entries = new Map<number, EntryTexts>();
  let at = index.changes.length;
  for (const number of index.entries) {
    entries.set(number, { alignment: lines[at]!, source: lines[at + 1]!, revised: lines[at + 2]! });
    at += 3;
  }
  const texts = lines.slice(0, index.changes.length);
  return { changes: index.changes, texts, entries, homes: new Map(index.homes) };
}
