import type { AlignedBlocks, NeededEntries, PageParts } from '../../engine/changes/page-source.ts';
import type { StructuredPage } from '../../../shared/change/page.ts';
import { packChunk } from './pack-chunk.ts';
import { CHUNK_CHANGES, type Chunk, type EntryTexts, type Structure, type StructureHead } from './structure.ts';

/**
 * Splits the structured changes of a comparison into the stored pieces, one chunk after the other: there may be half a
 * million changes. `firstChunk` is the first one before packing; it is undefined without changes.
 */
export function splitStructure(
  parts: PageParts,
  comparisonId: string,
): Structure & { readonly firstChunk: Chunk | undefined } {
  const head = headOf(parts.changes(0, 0), comparisonId);
  /** The chunks that hold large entries. */
  const homeOf = new Map<number, number>();
  const chunks: Uint8Array[] = [];
  let firstChunk: Chunk | undefined;
  for (let from = 0; from < head.totalChanges; from += CHUNK_CHANGES) {
    const texts = parts.changes(from, CHUNK_CHANGES).changes.map((change) => JSON.stringify(change));
    const changes = texts.map((_, at) => parts.needed(from + at));
    const sorted = numbersIn(changes);
    const homes = new Map(sorted.flatMap((number) => (homeOf.has(number) ? [[number, homeOf.get(number)!]] : [])));
    const entries = new Map<number, EntryTexts>();
    for (const number of sorted) {
      if (homes.has(number)) continue;
      const entry = textsOf(parts.entry(number));
      entries.set(number, entry);
      if (isLarge(entry)) homeOf.set(number, chunks.length);
    }
    const chunk = { changes, texts, entries, homes };
    firstChunk ??= chunk;
    chunks.push(packChunk(chunk));
  }
  return { head, chunks, firstChunk };
}

/** The entries that any of the changes needs, ascending. */
function numbersIn(changes: readonly NeededEntries[]): number[] {
  const numbers = new Set<number>();
  for (const { touched, before, after } of changes)
    for (const list of [touched, before, after]) for (const number of list) numbers.add(number);
  return [...numbers].sort((x, y) => x - y);
}

/** An entry of at least this length (UTF-16 units) is stored once, however many chunks need it. */
const LARGE_ENTRY = 16_384;

function isLarge({ alignment, source, revised }: EntryTexts): boolean {
  return alignment.length + source.length + revised.length >= LARGE_ENTRY;
}

function textsOf({ alignment, source, revised }: AlignedBlocks): EntryTexts {
  return { alignment: JSON.stringify(alignment), source: textOf(source), revised: textOf(revised) };
}

function textOf(block: AlignedBlocks['source']): string {
  return block === undefined ? '' : JSON.stringify(block);
}

function headOf(page: StructuredPage, comparisonId: string): StructureHead {
  const { schemaVersion, format, originalFormat, revisedFormat, engine, fallback, attributeMode, summary } = page;
  const { uncompared, groups, references } = page;
  const opening = {
    schemaVersion,
    comparisonId,
    format,
    ...(originalFormat && revisedFormat && { originalFormat, revisedFormat }),
    engine,
    fallback,
    attributeMode,
    summary,
    ...(uncompared && { uncompared }),
    ...(groups && { groups }),
    ...(references && { references }),
  };
  return {
    opening: JSON.stringify(opening).slice(1, -1),
    sourceBlocks: page.source?.blockCount ?? 0,
    revisedBlocks: page.revised?.blockCount ?? 0,
    totalChanges: page.totalChanges,
  };
}
