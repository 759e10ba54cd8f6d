/** Answers from a guide for paragraphs and for lists of blocks. */
import type { Side } from '../../../shared/document/model.ts';
import { alignItems, type Aligned, type AlignOptions } from '../../engine/align/align-items.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { withoutSpace, type ChangeRange, type Guide } from './guide.ts';
import type { ParagraphText } from './paragraph-text.ts';
import type { TextFeature } from './text-feature.ts';
import { gapsOf, isKnown, TextPlaces } from './text-places.ts';

const SPACE = /\s/u;

/** A guide together with both documents. */
export class GuidedMatcher {
  readonly #guide: Guide;
  readonly #sides: Readonly<Record<Side, TextPlaces>>;
  readonly #changes = new Interner();
  /** For each unit of a side the number of its innermost change; -1 for none. */
  readonly #owners: Readonly<Record<Side, Int32Array>>;
  /** The texts at both ends of each moved block, without white space. */
  readonly moves: readonly Readonly<Record<Side, string>>[];
  readonly #movedTexts: ReadonlySet<string>;

  /** `trees` are the parts with text of either document, with revisions accepted, in the order of the guide's texts. */
  constructor(guide: Guide, trees: Readonly<Record<Side, readonly XmlElement[]>>) {
    this.#guide = guide;
    const hasPictures = guide.include.includes('pictures');
    const of = (side: Side): TextPlaces => new TextPlaces(guide.texts[side], trees[side], hasPictures);
    this.#sides = { original: of('original'), revised: of('revised') };
    const owners = (side: Side): Int32Array =>
      ownersOf(guide.ranges, side, guide.texts[side].length, ({ kind, changeId }) =>
        kind === 'format' ? -1 : this.#changes.intern(changeId),
      );
    this.#owners = { original: owners('original'), revised: owners('revised') };
    this.moves = movesOf(guide);
    this.#movedTexts = new Set(this.moves.flatMap(({ original, revised }) => [original, revised]));
  }

  /** For each unit of a text the number of the change that has it; -1 if none is known. */
  changesOf(text: ParagraphText, side: Side): Int32Array {
    const places = this.#sides[side].of(text);
    const gaps = gapsOf(places);
    const [owners, spaces] = [this.#owners[side], this.#guide.spaceChanges[side]];
    const changes = gaps.map((gap, unit) => {
      if (gap === -1) return -1;
      if (isKnown(places[unit]!)) return owners[gap]!;
      const own = spaces.get(gap);
      if (own !== undefined) return this.#changes.intern(own);
      const before = gap === 0 ? -1 : owners[gap - 1]!;
      return before === (owners[gap] ?? -1) ? before : -1;
    });
    for (const { kind, node, start, end } of text.pieces) {
      // A reference to a comment has the decision on the comment.
      const isReference = node?.name === 'w:commentReference';
      const own = isReference ? this.#changes.intern(`comment of the ${side} at ${start}`) : changes[start]!;
      if (kind !== 'text') changes.fill(own, start, end);
    }
    return changes;
  }

  /**
   * Partner in `b` of each unit of `a`, ascending, -1 for none; null if the guide has neither text. White space and
   * things follow their neighbours.
   */
  partners(a: ParagraphText, b: ParagraphText): Int32Array | null {
    const own = this.#sides.original.of(a);
    const other = this.#sides.revised.of(b);
    if (!own.some(isKnown) && !other.some(isKnown)) return null;
    const unitAt = new Map<number, number>();
    other.forEach((place, j) => {
      if (isKnown(place)) unitAt.set(place, j);
    });
    const partner = new Int32Array(a.text.length).fill(-1);
    const [gaps, otherGaps] = [gapsOf(own), gapsOf(other)];
    let last = -1;
    own.forEach((place, i) => {
      const j = isKnown(place)
        ? unitAt.get(this.#guide.partners[place]!)
        : SPACE.test(a.text[i]!)
          ? this.#spaceOf(gaps[i]!, a.text[i]!, b, other, otherGaps, last)
          : undefined;
      if (j === undefined || j <= last || a.text[i] !== b.text[j]) return;
      partner[i] = last = j;
      // A thing is two units, of which the first has its place.
      if (isThing(a.text, i) && a.text[i + 1] === b.text[j + 1]) partner[i + 1] = last = j + 1;
    });
    keepPairsOfSurrogates(a.text, b.text, partner);
    matchBetween(a.text, b.text, own, other, partner);
    return partner;
  }

  /** The white space of `b` that the guide pairs with one of `a`, behind `last`; undefined for none. */
  #spaceOf(
    gap: number,
    space: string,
    b: ParagraphText,
    places: Int32Array,
    gaps: Int32Array,
    last: number,
  ): number | undefined {
    const wanted = this.#guide.spaces.get(gap);
    if (wanted === undefined) return undefined;
    // The gap of the last matched unit is at most the wanted one, so that few units are passed.
    for (let j = last + 1; j < gaps.length && gaps[j]! <= wanted; j += 1)
      if (gaps[j] === wanted && !isKnown(places[j]!) && b.text[j] === space) return j;
    return undefined;
  }

  /** Whether a paragraph is one end of a move. */
  isMoved({ text, pieces }: ParagraphText): boolean {
    const parts = pieces.map(({ kind, start, end }) => (kind === 'text' ? text.slice(start, end) : ''));
    return this.#movedTexts.has(withoutSpace(parts.join('')));
  }

  /** As `alignItems`. Items in the guide are paired by their common characters, or as a rewritten block. */
  align(
    a: readonly TextFeature[],
    b: readonly TextFeature[],
    vocabulary: Vocabulary,
    options: AlignOptions,
  ): readonly Aligned[] {
    const aPlaces = a.map(({ texts }) => placesOf(texts, this.#sides.original));
    const bPlaces = b.map(({ texts }) => placesOf(texts, this.#sides.revised));
    const owner = new Map<number, number>();
    bPlaces.forEach((places, j) => {
      for (const place of places) owner.set(place, j);
    });
    const shared = aPlaces.map((places, i) => {
      const counts = new Map<number, number>();
      for (const place of places) {
        const j = owner.get(this.#guide.rewritten.get(place) ?? this.#guide.partners[place]!);
        // A paragraph and a table may have the same text.
        if (j !== undefined && a[i]!.family === b[j]!.family) counts.set(j, (counts.get(j) ?? 0) + 1);
      }
      return counts;
    });
    const aligned: Aligned[] = [];
    let [i, j] = [0, 0];
    const gap = (iEnd: number, jEnd: number): void => {
      const rows = alignItems(a.slice(i, iEnd), b.slice(j, jEnd), vocabulary, options);
      const [iStart, jStart] = [i, j];
      for (const row of rows) {
        if (row.a === undefined || row.b === undefined) continue;
        const [x, y] = [iStart + row.a, jStart + row.b];
        // The guide has both items and treats them as different.
        if (aPlaces[x]!.length > 0 && bPlaces[y]!.length > 0) continue;
        aligned.push(...alone(i, x, j, y), { a: x, b: y });
        [i, j] = [x + 1, y + 1];
      }
      aligned.push(...alone(i, iEnd, j, jEnd));
    };
    for (const [x, y] of heaviestChain(shared)) {
      gap(x, y);
      aligned.push({ a: x, b: y });
      [i, j] = [x + 1, y + 1];
    }
    gap(a.length, b.length);
    return aligned;
  }
}

/** The texts of moves with one end on either side. */
function movesOf({ ranges, texts }: Guide): Record<Side, string>[] {
  const found = new Map<string, Partial<Record<Side, string>>>();
  for (const { moveId, side, start, end } of ranges) {
    if (moveId === undefined) continue;
    const move = found.get(moveId) ?? {};
    move[side] ??= texts[side].slice(start, end);
    found.set(moveId, move);
  }
  return [...found.values()].flatMap(({ original, revised }) =>
    original === undefined || revised === undefined ? [] : [{ original, revised }],
  );
}

/** For each unit of a side the number of the innermost range that has one; -1 for none. */
function ownersOf(
  ranges: readonly ChangeRange[],
  side: Side,
  length: number,
  numberOf: (range: ChangeRange) => number,
): Int32Array {
  const owners = new Int32Array(length).fill(-1);
  for (const range of ranges) {
    if (range.side !== side) continue;
    const number = numberOf(range);
    if (number !== -1) for (let at = range.start; at < range.end; at += 1) if (owners[at] === -1) owners[at] = number;
  }
  return owners;
}

function placesOf(texts: readonly ParagraphText[], side: TextPlaces): readonly number[] {
  return texts.flatMap((text) => [...side.of(text)].filter(isKnown));
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}

function alone(aStart: number, aEnd: number, bStart: number, bEnd: number): Aligned[] {
  return [...range(aStart, aEnd).map((a) => ({ a })), ...range(bStart, bEnd).map((b) => ({ b }))];
}

/**
 * The pairs that ascend on both sides and share the most. `shared[a]` counts the units that `a` shares with each `b`.
 */
function heaviestChain(shared: readonly ReadonlyMap<number, number>[]): [a: number, b: number][] {
  interface Link {
    readonly a: number;
    readonly b: number;
    readonly weight: number;
    readonly before: Link | null;
  }
  // The best chains by their last `b`, ascending in both `b` and weight.
  const best: Link[] = [];
  shared.forEach((counts, a) => {
    const links = [...counts].map(([b, count]): Link => {
      const before = best.findLast((link) => link.b < b) ?? null;
      return { a, b, weight: count + (before?.weight ?? 0), before };
    });
    for (const link of links) {
      const from = best.findLastIndex(({ b }) => b < link.b) + 1;
      if (from > 0 && best[from - 1]!.weight >= link.weight) continue;
      if (best[from]?.b === link.b && best[from].weight >= link.weight) continue;
      const covered = best.slice(from).filter(({ weight }) => weight <= link.weight).length;
      best.splice(from, covered, link);
    }
  });
  const chain: [number, number][] = [];
  for (let link = best.at(-1) ?? null; link !== null; link = link.before) chain.push([link.a, link.b]);
  return chain.reverse();
}

/** Whether a thing begins at a unit: a character of the private-use planes. */
function isThing(text: string, at: number): boolean {
  return text.codePointAt(at)! >= 0xf_0000;
}

/** Removes matches of half a surrogate pair. */
function keepPairsOfSurrogates(a: string, b: string, partner: Int32Array): void {
  for (let i = 0; i + 1 < a.length; i += 1) {
    if (a.codePointAt(i)! < 0x10000) continue;
    const j = partner[i]!;
    const isWhole = j !== -1 && partner[i + 1] === j + 1 && b.codePointAt(j)! >= 0x10000;
    if (!isWhole) partner[i] = partner[i + 1] = -1;
    i += 1;
  }
}

/** Matches the gaps: white space at either end, and things in order. */
function matchBetween(a: string, b: string, own: Int32Array, other: Int32Array, partner: Int32Array): void {
  const fits = (i: number, j: number): boolean => !isKnown(own[i]!) && !isKnown(other[j]!) && a[i] === b[j];
  let [i, j] = [0, 0];
  for (let end = 0; end <= a.length; end += 1) {
    if (end < a.length && partner[end] === -1) continue;
    const next = end < a.length ? partner[end]! : b.length;
    let [iEnd, jEnd] = [end, next];
    while (i < iEnd && j < jEnd && fits(i, j)) partner[i++] = j++;
    while (i < iEnd && j < jEnd && fits(iEnd - 1, jEnd - 1)) partner[--iEnd] = --jEnd;
    matchThings(thingsIn(a, own, i, iEnd), thingsIn(b, other, j, jEnd), partner);
    [i, j] = [end + 1, next + 1];
  }
  keepPairsOfSurrogates(a, b, partner);
}

interface Thing {
  readonly codePoint: number;
  readonly at: number;
}

function thingsIn(text: string, places: Int32Array, start: number, end: number): Thing[] {
  const things: Thing[] = [];
  for (let at = start; at < end; at += 1) {
    const codePoint = text.codePointAt(at)!;
    if (!isKnown(places[at]!) && !SPACE.test(text[at]!)) things.push({ codePoint, at });
    if (codePoint >= 0x10000) at += 1;
  }
  return things;
}

function matchThings(a: readonly Thing[], b: readonly Thing[], partner: Int32Array): void {
  const numbers = new Map<number, number>();
  const numbered = (things: readonly Thing[]): Int32Array =>
    Int32Array.from(things, ({ codePoint }) => {
      if (!numbers.has(codePoint)) numbers.set(codePoint, numbers.size);
      return numbers.get(codePoint)!;
    });
  const [x, y] = [numbered(a), numbered(b)];
  for (const { aStart, bStart, length } of diffSequences(x, y, numbers.size)) {
    for (let k = 0; k < length; k += 1) {
      const [from, to] = [a[aStart + k]!, b[bStart + k]!];
      partner[from.at] = to.at;
      if (from.codePoint >= 0x10000) partner[from.at + 1] = to.at + 1;
    }
  }
}
