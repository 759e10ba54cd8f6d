/**
 * Lets another comparison of the same documents decide which characters are the same. The revisions of a redline then
 * cover the same words as its changes, and each revision belongs to one change.
 */
import { PICTURE, type Side } from '../../../shared/document/model.ts';
import type { Include } from '../../../shared/api/include.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';

/** The subject of a change: text, a whole block, the boundary before a block, or properties. */
export type RangeKind = 'text' | 'block' | 'boundary' | 'format';

/** A half-open range of one side that a change concerns, counted in characters without white space. */
export interface ChangeRange {
  readonly changeId: string;
  readonly kind: RangeKind;
  readonly side: Side;
  readonly start: number;
  readonly end: number;
  /** Pairs the two ends of a moved block. */
  readonly moveId?: string;
}

/** The result of another comparison, in characters that are not white space: UTF-16 units of NFC. */
export interface Guide {
  readonly texts: Readonly<Record<Side, string>>;
  /** For each unit of the original its partner in the revised text; -1 for deleted units. Ascending within a block. */
  readonly partners: Int32Array;
  /** The first unit of each rewritten block in the original → the first unit of its revised block. */
  readonly rewritten: ReadonlyMap<number, number>;
  /** White space of both sides beside changed text: the unit behind it in the original → the one in the revised text. */
  readonly spaces: ReadonlyMap<number, number>;
  /** White space of one side beside other text: the unit behind it → the change of the white space. */
  readonly spaceChanges: Readonly<Record<Side, ReadonlyMap<number, string>>>;
  /** The ranges of the changes, from the inside out. */
  readonly ranges: readonly ChangeRange[];
  /** Which content besides body and notes the texts have. With `pictures`, each picture is a unit. */
  readonly include: readonly Include[];
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

/** The attributes by which a picture names its data. The DOCX reader reads the same pictures. */
const PICTURES: Readonly<Record<string, readonly string[]>> = {
  'a:blip': ['r:embed', 'r:link'],
  'v:imagedata': ['r:id'],
};

/** The sign that the DOCX reader writes for a reference to a note. */
const NOTE_SIGN = '*';

/** The character that a guide has for a thing; undefined if it has none. `hasPictures`: the guide has pictures. */
export function signOf({ name, attributes }: XmlElement, hasPictures: boolean): string | undefined {
  if (name === 'w:footnoteReference' || name === 'w:endnoteReference') return NOTE_SIGN;
  return hasPictures && PICTURES[name]?.some((attribute) => attributes.get(attribute)) ? PICTURE : undefined;
}

/** Text without white space, as guides count it. */
export function withoutSpace(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}

/** Minimum length of runs that are found in another order (text boxes). */
const DISPLACED_RUN = 12;

/** For each position of `b` its position in `a`; -1 if `a` does not have it. One more entry is for the end. */
export function placesIn(a: string, b: string): Int32Array {
  // The readers of one document mostly agree.
  if (a === b) return Int32Array.from({ length: b.length + 1 }, (_, at) => at);
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

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}
