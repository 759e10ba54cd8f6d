import type { AlignmentEntry, PageBlock, StructuredPage } from '../../../shared/change/page.ts';
import { packChunk } from './pack-chunk.ts';
import {
  CHUNK_CHANGES,
  type ChangeEntries,
  type Chunk,
  type EntryTexts,
  type Structure,
  type StructureHead,
} from './structure.ts';

/** The source of pages: `page(offset, limit)` of a finished comparison. */
export type PageOf = (offset: number, limit: number) => StructuredPage;

type Side = 'source' | 'revised';
const SIDES = ['source', 'revised'] as const;

/**
 * Splits the structured changes of a comparison into the stored pieces. `firstChunk` is the first one before packing;
 * it is undefined without changes.
 */
export function splitStructure(pageOf: PageOf, comparisonId: string): Structure & { firstChunk: Chunk | undefined } {
  // All changes in one page, so that a block with many changes is written once.
  const page = pageOf(0, Number.MAX_SAFE_INTEGER);
  const head = headOf(page, comparisonId);
  const entries = new Map(entriesOf(page));
  const ofChange = new Map<string, number[]>();
  for (const { id, changeIds } of page.alignment ?? []) {
    for (const changeId of changeIds ?? []) {
      const numbers = ofChange.get(changeId);
      if (numbers === undefined) ofChange.set(changeId, [entryNumber(id)]);
      else numbers.push(entryNumber(id));
    }
  }
  const texts = page.changes.map((change) => JSON.stringify(change));
  const touched = page.changes.map(({ id }) => ofChange.get(id) ?? []);

  const contexts = contextsOf(touched, entries, pageOf);
  const homeOf = new Map<number, number>();
  const chunks: Uint8Array[] = [];
  let firstChunk: Chunk | undefined;
  for (let from = 0; from < texts.length; from += CHUNK_CHANGES) {
    const changes = contexts.slice(from, from + CHUNK_CHANGES);
    const needed = new Set(changes.flatMap((change) => [...change.touched, ...change.before, ...change.after]));
    const sorted = [...needed].sort((x, y) => x - y);
    const elsewhere = sorted.filter((number) => homeOf.has(number));
    const own = sorted.filter((number) => !homeOf.has(number));
    for (const number of own) if (isLarge(entries.get(number)!)) homeOf.set(number, chunks.length);
    const chunk = {
      changes,
      texts: texts.slice(from, from + CHUNK_CHANGES),
      entries: new Map(own.map((number) => [number, entries.get(number)!])),
      homes: new Map(elsewhere.map((number) => [number, homeOf.get(number)!])),
    };
    firstChunk ??= chunk;
    chunks.push(packChunk(chunk));
  }
  return { head, chunks, firstChunk };
}

/** An entry of at least this length (UTF-16 units) is stored once, however many chunks need it. */
const LARGE_ENTRY = 16_384;

function isLarge({ alignment, source, revised }: EntryTexts): boolean {
  return alignment.length + source.length + revised.length >= LARGE_ENTRY;
}

function headOf(page: StructuredPage, comparisonId: string): StructureHead {
  const { schemaVersion, format, originalFormat, revisedFormat, engine, fallback, attributeMode, summary } = page;
  const { uncompared, groups, references } = page;
  const opening = {
    ...{ schemaVersion, comparisonId, format },
    ...(originalFormat && revisedFormat && { originalFormat, revisedFormat }),
    ...{ engine, fallback, attributeMode, summary },
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

/** `aln_12` is entry 12. */
function entryNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('_') + 1));
}

function* entriesOf(page: StructuredPage): Generator<[number, EntryTexts]> {
  const blockTexts = (blocks: readonly PageBlock[] | undefined): Map<string, string> =>
    new Map((blocks ?? []).map((block) => [block.id, JSON.stringify(block)]));
  const source = blockTexts(page.source?.blocks);
  const revised = blockTexts(page.revised?.blocks);
  const textOf = (blocks: Map<string, string>, id: string | undefined): string =>
    id === undefined ? '' : (blocks.get(id) ?? '');
  for (const entry of page.alignment ?? []) {
    yield [
      entryNumber(entry.id),
      {
        alignment: JSON.stringify(entry satisfies AlignmentEntry),
        source: textOf(source, entry.sourceBlockId),
        revised: textOf(revised, entry.revisedBlockId),
      },
    ];
  }
}

/**
 * The entries that each change needs. Usually another change also touches the context of a change. If not, a page of
 * that change alone contains it. Such a page is requested once for each gap between touched entries. So the total cost
 * stays linear for any run of insertions. Entries of such a page are added to `entries`.
 */
function contextsOf(
  touched: readonly (readonly number[])[],
  entries: Map<number, EntryTexts>,
  pageOf: PageOf,
): ChangeEntries[] {
  const known = [...new Set(touched.flat())].sort((x, y) => x - y);
  const placeOf = new Map(known.map((number, place) => [number, place]));
  const onPageOf = (position: number): number[] => {
    const found = [...entriesOf(pageOf(position, 1))];
    for (const [number, entry] of found) entries.set(number, entry);
    return found.map(([number]) => number);
  };
  const nearest = (step: 1 | -1): ((position: number, from: number, side: Side) => number | null) => {
    const within = { source: nearestWithin('source', step), revised: nearestWithin('revised', step) };
    const beyond = new Map<string, number | null>();
    return (position, from, side) => {
      const place = placeOf.get(from)!;
      const found = within[side][place]!;
      if (found.number !== null) return found.number;
      const gap = `${side} ${found.edge}`;
      let number = beyond.get(gap);
      if (number === undefined) {
        const candidates = onPageOf(position).filter((candidate) => (candidate - from) * step > 0);
        if (step < 0) candidates.reverse();
        number = candidates.find((candidate) => entries.get(candidate)![side] !== '') ?? null;
        beyond.set(gap, number);
      }
      return number;
    };
  };
  /** For every known entry, the nearest one of its unbroken run, and the end of that run. */
  function nearestWithin(side: Side, step: 1 | -1): { number: number | null; edge: number }[] {
    const result: { number: number | null; edge: number }[] = [];
    for (let place = step < 0 ? 0 : known.length - 1; place >= 0 && place < known.length; place -= step) {
      const number = known[place]!;
      const neighbour = known[place + step];
      if (neighbour !== number + step) result[place] = { number: null, edge: number };
      else if (entries.get(neighbour)![side] !== '') result[place] = { number: neighbour, edge: number };
      else result[place] = result[place + step]!;
    }
    return result;
  }

  const before = nearest(-1);
  const after = nearest(1);
  return touched.map((numbers, position) => {
    const around = (find: typeof before, from: number | undefined): number[] => {
      if (from === undefined) return [];
      return [...new Set(SIDES.flatMap((side) => find(position, from, side) ?? []))].sort((x, y) => x - y);
    };
    return { touched: numbers, before: around(before, numbers[0]), after: around(after, numbers.at(-1)) };
  });
}
