/**
 * Aligns slides: each is one item with all that it shows. So an inserted slide takes nothing from the slides beside it,
 * and a moved one moves whole. The blocks of two slides that are a pair are aligned among themselves.
 */
import { beginsSlide } from '../../../shared/document/slides.ts';
import { append } from '../../../shared/iterables.ts';
import { diffSequences } from '../diff/diff-sequences.ts';
import { renumberPair } from '../tokens/interner.ts';
import { NO_KEY } from '../tokens/content-keys.ts';
import type { Vocabulary } from '../tokens/vocabulary.ts';
import { alignItems, type Aligned, type AlignOptions } from './align-items.ts';
import { joinBags, unlikeAny, type Feature, type FeaturedBlocks } from './feature.ts';

/** A slide: a half-open range of the blocks of one side. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Aligns the blocks of two documents. Slides pair with slides, where both documents consist of them. */
export function alignWithSlides(
  a: FeaturedBlocks,
  b: FeaturedBlocks,
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const [ofA, ofB] = [slidesIn(a), slidesIn(b)];
  if (ofA.length === 0 || ofB.length === 0) return alignItems(a.features, b.features, vocabulary, options);
  const [x, y] = [itemsOf(a, ofA, vocabulary), itemsOf(b, ofB, vocabulary)];
  return alignedSlides(x, y, vocabulary, options).flatMap((row): Aligned[] => {
    if (row.a === undefined) return indicesOf(ofB[row.b]!).map((at) => ({ b: at }));
    if (row.b === undefined) return indicesOf(ofA[row.a]!).map((at) => ({ a: at }));
    return alignedPair(a, b, ofA[row.a]!, ofB[row.b]!, vocabulary, options);
  });
}

/** A slide as an item of the alignment. */
interface SlideItem {
  /** Key of its heading among the texts. */
  readonly title: number;
  readonly feature: Feature;
}

function itemsOf({ features }: FeaturedBlocks, slides: readonly Range[], vocabulary: Vocabulary): SlideItem[] {
  return slides.map(({ from, to }) => ({
    title: features[from]!.textKey,
    feature: featureOfSlide(features.slice(from, to), vocabulary),
  }));
}

/**
 * Pairs slides: first those with equal content, or with one title that each document has once, as far as they are in one
 * order; and between them those that are alike. Such a slide elsewhere is a moved one, which pairs with no other.
 */
function alignedSlides(
  a: readonly SlideItem[],
  b: readonly SlideItem[],
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const { pairs, moved } = anchorsOf(a, b);
  const own = (items: readonly SlideItem[], list: 'a' | 'b'): Feature[] =>
    items.map(({ feature }, at) =>
      moved[list].has(at) ? unlikeAny(feature, `slide|${list}${at}`, vocabulary) : feature,
    );
  const [x, y] = [own(a, 'a'), own(b, 'b')];
  const rows: Aligned[] = [];
  let [aFrom, bFrom] = [0, 0];
  for (const [i, j] of [...pairs, [a.length, b.length] as const]) {
    const between = alignItems(x.slice(aFrom, i), y.slice(bFrom, j), vocabulary, {
      ...options,
      findSplits: false,
      pairLeftovers: false,
    });
    append(rows, shifted(between, aFrom, bFrom));
    if (i < a.length) rows.push({ a: i, b: j });
    [aFrom, bFrom] = [i + 1, j + 1];
  }
  return rows;
}

/** The slides that are the same on both sides: in one order, and moved. Most slides stay, however short they are. */
interface Anchors {
  readonly pairs: readonly (readonly [a: number, b: number])[];
  readonly moved: { readonly a: ReadonlySet<number>; readonly b: ReadonlySet<number> };
}

function anchorsOf(a: readonly SlideItem[], b: readonly SlideItem[]): Anchors {
  const [onceInA, onceInB] = [onceIn(a), onceIn(b)];
  const keysOf = (items: readonly SlideItem[]): number[] =>
    items.map(({ title, feature }) => (onceInA.has(title) && onceInB.has(title) ? title : feature.formKey));
  const [inA, inB] = [keysOf(a), keysOf(b)];
  const local = renumberPair(inA, inB);
  const runs = diffSequences(local.a, local.b, local.size);
  const pairs = runs.flatMap(({ aStart, bStart, length }) =>
    Array.from({ length }, (_, at) => [aStart + at, bStart + at] as const),
  );
  const leftIn = (keys: readonly number[], paired: readonly number[]): Map<number, number> => {
    const stay = new Set(paired);
    return new Map(keys.flatMap((key, at) => (stay.has(at) ? [] : [[at, key]])));
  };
  const [leftA, leftB] = [
    leftIn(
      inA,
      pairs.map(([i]) => i),
    ),
    leftIn(
      inB,
      pairs.map(([, j]) => j),
    ),
  ];
  const elsewhere = (own: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): Set<number> => {
    const keys = new Set(other.values());
    return new Set([...own].flatMap(([at, key]) => (keys.has(key) ? [at] : [])));
  };
  return { pairs, moved: { a: elsewhere(leftA, leftB), b: elsewhere(leftB, leftA) } };
}

/** The headings of two slides are a pair. */
function alignedPair(
  a: FeaturedBlocks,
  b: FeaturedBlocks,
  x: Range,
  y: Range,
  vocabulary: Vocabulary,
  options: AlignOptions,
): Aligned[] {
  const [aFrom, bFrom] = [x.from + 1, y.from + 1];
  const rest = alignItems(a.features.slice(aFrom, x.to), b.features.slice(bFrom, y.to), vocabulary, options);
  return [{ a: x.from, b: y.from }, ...shifted(rest, aFrom, bFrom)];
}

function shifted(rows: readonly Aligned[], aFrom: number, bFrom: number): Aligned[] {
  return rows.map((row): Aligned => {
    if (row.a === undefined) return { ...row, b: row.b + bFrom };
    if (row.b === undefined) return { ...row, a: row.a + aFrom };
    return { a: row.a + aFrom, b: row.b + bFrom };
  });
}

function onceIn(items: readonly SlideItem[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { title } of items) counts.set(title, (counts.get(title) ?? 0) + 1);
  return new Set([...counts].flatMap(([title, count]) => (title !== NO_KEY && count === 1 ? [title] : [])));
}

function indicesOf({ from, to }: Range): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** The slides of a document; empty if something stands before the first one. */
function slidesIn({ blocks }: FeaturedBlocks): Range[] {
  if (blocks[0] === undefined || !beginsSlide(blocks[0])) return [];
  const starts = blocks.flatMap((block, at) => (beginsSlide(block) ? [at] : []));
  return starts.map((from, at) => ({ from, to: starts[at + 1] ?? blocks.length }));
}

function featureOfSlide(own: readonly Feature[], { keys }: Vocabulary): Feature {
  const kind = keys.ofText('slide');
  const join = (keyOf: (feature: Feature) => number): number =>
    own.reduce((key, feature) => keys.ofPair(key, keyOf(feature)), kind);
  return {
    family: kind,
    type: 'slide',
    formKey: join(({ formKey }) => formKey),
    textKey: join(({ textKey }) => textKey),
    placeKey: NO_KEY,
    splittable: false,
    continues: false,
    get length() {
      return own.reduce((sum, { length }) => sum + length, 0);
    },
    bag: () => joinBags(own.map((feature) => feature.bag())),
  };
}
