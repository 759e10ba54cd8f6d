/** Which differences of two revisions either side made, by the redline of each from their common base. Pure. */
import type { Block } from '../../../shared/document/model.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { changeRanges } from '../ranges/change-ranges.ts';
import type { ChangeRange, Guide } from '../../redline/text/guide.ts';

/** The redlines of a merge, as merged blocks. */
export interface ThreeRedlines {
  readonly baseToOurs: readonly Block[];
  readonly baseToTheirs: readonly Block[];
  readonly oursToTheirs: readonly Block[];
}

/** Decisions about the redline from ours to theirs. */
export interface ThreeWayDecisions {
  /** Changes that only theirs made. */
  readonly accept: readonly string[];
  /** Changes that only ours made. */
  readonly reject: readonly string[];
  /** Changes at places that both sides changed, or that cannot be distinguished. */
  readonly conflicts: readonly string[];
}

/**
 * Decides every change of `oursToTheirs`. Places are counted in characters without white space. Between two common
 * characters all changes are decided together: what ours has there and what theirs has. A side made them if its own
 * redline changes something there and the other one nothing. All else is a conflict.
 */
export function decideThreeWay({ baseToOurs, baseToTheirs, oursToTheirs }: ThreeRedlines): ThreeWayDecisions {
  const redline = changeRanges(oursToTheirs);
  const ours = new Touched(changeRanges(baseToOurs));
  const theirs = new Touched(changeRanges(baseToTheirs));
  const regions = new Regions(redline);
  const isSound = ours.text === redline.texts.original && theirs.text === redline.texts.revised;

  const made = new Map<string, { ours: boolean; theirs: boolean }>();
  for (const range of redline.ranges) {
    const { original, revised } = range.kind === 'format' ? regions.exactly(range) : regions.around(range);
    const by = made.get(range.changeId) ?? { ours: false, theirs: false };
    const isFormat = range.kind === 'format';
    by.ours ||= isFormat ? ours.hasFormat(original) : ours.has(original);
    by.theirs ||= isFormat ? theirs.hasFormat(revised) : theirs.has(revised);
    made.set(range.changeId, by);
  }
  const decided: Record<'accept' | 'reject' | 'conflicts', string[]> = { accept: [], reject: [], conflicts: [] };
  for (const id of changeIdsOf(oursToTheirs)) {
    const by = isSound ? made.get(id) : undefined;
    if (by === undefined || by.ours === by.theirs) decided.conflicts.push(id);
    else decided[by.theirs ? 'accept' : 'reject'].push(id);
  }
  return decided;
}

/** A part of one side, both ends included as places between characters. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What one side's redline from the base touches, in places of that side. Sums make every question one subtraction. */
class Touched {
  readonly text: string;
  /** Number of changed characters before each place. */
  readonly #characters: Int32Array;
  /** Number of places up to each place where something was removed, split or joined. */
  readonly #places: Int32Array;
  readonly #formats: Int32Array;

  constructor({ texts, partners, ranges }: Guide) {
    this.text = texts.revised;
    const { length } = texts.revised;
    const isKept = new Uint8Array(length);
    const isCut = new Uint8Array(length + 1);
    const placeOf = placesInRevised(partners, length);
    for (let at = 0; at < partners.length; at += 1) {
      if (partners[at]! >= 0) isKept[partners[at]!] = 1;
      else isCut[placeOf[at]!] = 1;
    }
    const isFormatted = new Uint8Array(length + 1);
    for (const { kind, side, start, end } of ranges) {
      const place = (at: number): number => (side === 'revised' ? at : (placeOf[at] ?? length));
      if (kind === 'format') isFormatted.fill(1, start, Math.max(end, start + 1));
      else if (kind === 'boundary' || start === end) isCut[place(start)] = 1;
      else if (kind === 'text') {
        // A link with another destination keeps its characters.
        if (side === 'revised') isKept.fill(0, start, end);
      }
    }
    this.#characters = sums(isKept.map((kept) => 1 - kept));
    this.#places = sums(isCut);
    this.#formats = sums(isFormatted);
  }

  has({ start, end }: Span): boolean {
    return (
      this.#characters[end]! > this.#characters[start]! ||
      this.#places[end + 1]! > this.#places[start]! ||
      this.hasFormat({ start, end })
    );
  }

  hasFormat({ start, end }: Span): boolean {
    return this.#formats[Math.max(end, start)]! > this.#formats[start]!;
  }
}

/** The places of a redline between its common characters. */
class Regions {
  readonly #lengths: { readonly original: number; readonly revised: number };
  /** For each character of a side, its partner on the other; -1 for none. */
  readonly #partners: { readonly original: Int32Array; readonly revised: Int32Array };
  readonly #starts: { readonly original: Int32Array; readonly revised: Int32Array };
  readonly #ends: { readonly original: Int32Array; readonly revised: Int32Array };

  constructor({ texts, partners }: Guide) {
    this.#lengths = { original: texts.original.length, revised: texts.revised.length };
    const backwards = new Int32Array(texts.revised.length).fill(-1);
    for (let at = 0; at < partners.length; at += 1) if (partners[at]! >= 0) backwards[partners[at]!] = at;
    this.#partners = { original: partners, revised: backwards };
    this.#starts = { original: lastCommon(partners), revised: lastCommon(backwards) };
    this.#ends = { original: nextCommon(partners), revised: nextCommon(backwards) };
  }

  /** All that both sides have between the common characters around a range. */
  around({ side, start, end }: ChangeRange): { readonly original: Span; readonly revised: Span } {
    const other = side === 'original' ? 'revised' : 'original';
    const [before, after] = [this.#starts[side][start]!, this.#ends[side][end]!];
    const partners = this.#partners[side];
    const own = { start: before + 1, end: after };
    const its = {
      start: before < 0 ? 0 : partners[before]! + 1,
      end: after >= this.#lengths[side] ? this.#lengths[other] : partners[after]!,
    };
    // A block that moved has its common characters elsewhere.
    const span = { start: Math.min(its.start, its.end), end: Math.max(its.start, its.end) };
    return side === 'original' ? { original: own, revised: span } : { original: span, revised: own };
  }

  /** The range itself, and the same characters of the other side. */
  exactly(range: ChangeRange): { readonly original: Span; readonly revised: Span } {
    const { side, start, end } = range;
    const partners = this.#partners[side];
    const [first, last] = [partners[start] ?? -1, partners[end - 1] ?? -1];
    if (start === end || first < 0 || last < 0) return this.around(range);
    const its = { start: Math.min(first, last), end: Math.max(first, last) + 1 };
    return side === 'original'
      ? { original: { start, end }, revised: its }
      : { original: its, revised: { start, end } };
  }
}

/** For each character of the original, and its end, the place of the revised text where it is or was. */
function placesInRevised(partners: Int32Array, length: number): Int32Array {
  const places = new Int32Array(partners.length + 1).fill(length);
  let place = 0;
  for (let at = 0; at < partners.length; at += 1) {
    if (partners[at]! >= 0) place = partners[at]! + 1;
    places[at] = partners[at]! >= 0 ? partners[at]! : place;
  }
  return places;
}

/** For each place, the last common character before it; -1 for none. */
export function lastCommon(partners: Int32Array): Int32Array {
  const found = new Int32Array(partners.length + 1).fill(-1);
  for (let at = 0; at < partners.length; at += 1) found[at + 1] = partners[at]! >= 0 ? at : found[at]!;
  return found;
}

/** For each place, the next common character from it on; the length for none. */
export function nextCommon(partners: Int32Array): Int32Array {
  const found = new Int32Array(partners.length + 1).fill(partners.length);
  for (let at = partners.length - 1; at >= 0; at -= 1) found[at] = partners[at]! >= 0 ? at : found[at + 1]!;
  return found;
}

/** Sums of all values before each place. */
function sums(values: Uint8Array): Int32Array {
  const total = new Int32Array(values.length + 1);
  for (let at = 0; at < values.length; at += 1) total[at + 1] = total[at]! + values[at]!;
  return total;
}
