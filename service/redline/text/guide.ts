/**
 * Lets another comparison of the same documents decide which characters are the same. The revisions of a redline then
 * cover the same words as its changes.
 */
import type { Side } from '../../../shared/document/model.ts';
import { alignItems, type Aligned, type AlignOptions } from '../../engine/align/align-items.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import type { Vocabulary } from '../../engine/tokens/vocabulary.ts';
import { innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { ParagraphText } from './paragraph-text.ts';
import type { TextFeature } from './text-feature.ts';

/** The result of another comparison, in characters that are not white space: UTF-16 units of NFC. */
export interface Guide {
  readonly texts: Readonly<Record<Side, string>>;
  /** For each unit of the original its partner in the revised text; -1 for deleted units. Ascending within a block. */
  readonly partners: Int32Array;
  /** The first unit of each rewritten block in the original → the first unit of its revised block. */
  readonly rewritten: ReadonlyMap<number, number>;
}

/** The size of a vocabulary of UTF-16 units. */
const UNITS = 0x1_0000;
/** Elements without text of a document, or with the same text again. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set([
  'w:instrText',
  'w:delInstrText',
  'mc:Fallback',
  'w:sectPr',
  'w:tblPr',
]);
const SPACE = /\s/u;

/** Text without white space, as guides count it. */
export function withoutSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}

/** Minimum length of runs that are found in another order (text boxes). */
const DISPLACED_RUN = 12;

/** For each position of `b` its position in `a`; -1 if `a` does not have it. One more entry is for the end. */
export function placesIn(a: string, b: string): Int32Array {
  const places = placesInOrder(a, b);
  findDisplaced(a, b, places);
  return places;
}

/** As `placesIn`, but displaced text counts as different. */
export function placesInOrder(a: string, b: string): Int32Array {
  const places = new Int32Array(b.length + 1).fill(-1);
  for (const { aStart, bStart, length } of diffSequences(unitsOf(a), unitsOf(b), UNITS)) {
    for (let at = 0; at < length; at += 1) places[bStart + at] = aStart + at;
  }
  places[b.length] = a.length;
  return places;
}

/** Compares the unmatched rest of both texts again, and finds displaced text. */
function findDisplaced(a: string, b: string, places: Int32Array): void {
  const taken = new Uint8Array(a.length);
  for (const place of places.subarray(0, b.length)) if (place !== -1) taken[place] = 1;
  const aLeft = range(0, a.length).filter((at) => taken[at] === 0);
  const bLeft = range(0, b.length).filter((at) => places[at] === -1);
  const textOf = (text: string, left: readonly number[]): Int32Array =>
    Int32Array.from(left, (at) => text.charCodeAt(at));
  for (const { aStart, bStart, length } of diffSequences(textOf(a, aLeft), textOf(b, bLeft), UNITS)) {
    if (length < DISPLACED_RUN) continue;
    for (let at = 0; at < length; at += 1) places[bLeft[bStart + at]!] = aLeft[aStart + at]!;
  }
}

function unitsOf(text: string): Int32Array {
  return Int32Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

/** Answers from a guide for paragraphs and for lists of blocks. */
export class GuidedMatcher {
  readonly #partners: Int32Array;
  readonly #rewritten: ReadonlyMap<number, number>;
  readonly #sides: Readonly<Record<Side, TextPlaces>>;

  /** `trees` are the parts with text of either document, with revisions accepted, in the order of the guide's texts. */
  constructor({ texts, partners, rewritten }: Guide, trees: Readonly<Record<Side, readonly XmlElement[]>>) {
    this.#partners = partners;
    this.#rewritten = rewritten;
    this.#sides = {
      original: new TextPlaces(texts.original, trees.original),
      revised: new TextPlaces(texts.revised, trees.revised),
    };
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
    let last = -1;
    own.forEach((place, i) => {
      const j = isKnown(place) ? unitAt.get(this.#partners[place]!) : undefined;
      if (j === undefined || j <= last || a.text[i] !== b.text[j]) return;
      partner[i] = last = j;
    });
    keepPairsOfSurrogates(a.text, b.text, partner);
    matchBetween(a.text, b.text, own, other, partner);
    return partner;
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
    const shared = aPlaces.map((places) => {
      const counts = new Map<number, number>();
      for (const place of places) {
        const j = owner.get(this.#rewritten.get(place) ?? this.#partners[place]!);
        if (j !== undefined) counts.set(j, (counts.get(j) ?? 0) + 1);
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

/** Maps the text of paragraphs to places in the guide's text. */
class TextPlaces {
  readonly #starts = new Map<XmlElement, number>();
  readonly #places: Int32Array;

  constructor(guideText: string, trees: readonly XmlElement[]) {
    const parts: string[] = [];
    let length = 0;
    const visit = (node: XmlElement): void => {
      if (WITHOUT_TEXT.has(node.name)) return;
      if (node.name === 'w:t') {
        const text = innerText(node);
        const counted = withoutSpace(text);
        if (text === text.normalize('NFC')) this.#starts.set(node, length);
        parts.push(counted);
        length += counted.length;
        return;
      }
      for (const child of node.children) if (isElement(child)) visit(child);
    };
    for (const tree of trees) visit(tree);
    this.#places = placesIn(guideText, parts.join(''));
  }

  /**
   * The place of each unit of a text. It is -1 for white space, for things, and for text that the guide does not have.
   */
  of({ text, pieces }: ParagraphText): Int32Array {
    const places = new Int32Array(text.length).fill(-1);
    let source: XmlElement | undefined;
    let at = -1;
    for (const piece of pieces) {
      if (piece.kind !== 'text') continue;
      if (piece.node !== source) at = this.#starts.get(piece.node!) ?? -1;
      source = piece.node;
      if (at === -1) continue;
      for (let unit = piece.start; unit < piece.end; unit += 1) {
        if (!SPACE.test(text[unit]!)) places[unit] = this.#places[at++]!;
      }
    }
    return places;
  }
}

function isKnown(place: number): boolean {
  return place !== -1;
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
