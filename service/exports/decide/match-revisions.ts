/** Finds the changes of a fragment that the revisions of a redline show, by side and place in the text. */
import type { Side } from '../../../shared/document/model.ts';
import type { Verdicts } from '../../../shared/fragment/decisions.ts';
import { placesIn, type ChangeRange, type Guide } from '../../redline/text/guide.ts';
import type { RevisionRange } from '../../pipeline/ranges/revision-ranges.ts';

/** The fate of a revision: a side; `open` while its changes are undecided; `lost` if no decision can be found. */
export type RevisionFate = Side | 'open' | 'lost';

/** Finds the decision on each revision of one document. */
export class RevisionMatcher {
  readonly #sides: Readonly<Record<Side, SideIndex>>;

  /** `texts` are the texts of the redline. They may differ from the fragment's texts if the readers differ. */
  constructor({ texts, ranges }: Guide, verdicts: Verdicts, redlineTexts: Readonly<Record<Side, string>>) {
    const of = (side: Side): SideIndex =>
      new SideIndex(
        ranges.filter((range) => range.side === side),
        verdicts,
        placesIn(texts[side], redlineTexts[side]),
      );
    this.#sides = { original: of('original'), revised: of('revised') };
  }

  /** The fate of a revision. */
  fateOf({ kind, side, start, end }: RevisionRange): RevisionFate {
    const index = this.#sides[side];
    if (kind === 'format') return index.format(start, end);
    if (kind === 'block') return index.block(start, end);
    return start === end ? index.at(start, kind === 'boundary') : index.within(start, end);
  }

  /** Whether the text of a revision is in a block of one side. */
  isBlock(range: RevisionRange | undefined): boolean {
    return range !== undefined && this.#sides[range.side].isBlock(range.start, range.end);
  }

  /** The move that a one-sided row belongs to; undefined if there is none. */
  moveOf({ side, start, end }: RevisionRange): string | undefined {
    return this.#sides[side].moveOf(start, end);
  }

  /** The decision on most of the characters of a revision; null if none of them has a decision. */
  mostOf({ side, start, end }: RevisionRange): Side | null {
    return this.#sides[side].most(start, end);
  }
}

/** The decision at a place. `undefined`: there is no change. */
type Verdict = Side | 'open';

class SideIndex {
  readonly #places: Int32Array;
  readonly #verdicts: Verdicts;
  /** The innermost change of each character, as an index of `#ranges`. */
  readonly #owners: { readonly text: Int32Array; readonly format: Int32Array };
  readonly #ranges: readonly ChangeRange[];
  /** The ends of moves. */
  readonly #moved: readonly ChangeRange[];
  readonly #starts = new Map<number, ChangeRange[]>();
  readonly #ends = new Map<number, ChangeRange[]>();

  constructor(ranges: readonly ChangeRange[], verdicts: Verdicts, places: Int32Array) {
    this.#ranges = ranges;
    this.#moved = ranges.filter(({ moveId }) => moveId !== undefined);
    this.#verdicts = verdicts;
    this.#places = places;
    const length = places.at(-1)! + 1;
    this.#owners = { text: new Int32Array(length).fill(-1), format: new Int32Array(length).fill(-1) };
    // Ranges are ordered from the inside out, so the first one keeps a character.
    for (const [number, range] of ranges.entries()) {
      const owners = this.#owners[range.kind === 'format' ? 'format' : 'text'];
      for (let at = range.start; at < range.end; at += 1) if (owners[at] === -1) owners[at] = number;
      if (range.kind === 'format') continue;
      listAt(this.#starts, range.start).push(range);
      listAt(this.#ends, range.end).push(range);
    }
  }

  /** The decision on the text between two places. */
  within(start: number, end: number): RevisionFate {
    return this.#unanimous(this.#owners.text, start, end);
  }

  /** The decision on a row or a cell. Edits inside a moved one have decisions of their own. */
  block(start: number, end: number): RevisionFate {
    const moved = this.#movedBlock(start, end);
    return moved === undefined
      ? start === end
        ? this.at(start, false)
        : this.within(start, end)
      : this.#verdictOf(moved);
  }

  /** The decision on the properties of the text between two places. It includes a changed link. */
  format(start: number, end: number): RevisionFate {
    const fate = this.#unanimous(this.#owners.format, start, end);
    return fate === 'lost' ? this.#unanimous(this.#owners.text, start, end) : fate;
  }

  /** The decision at a place between two characters: on a paragraph's end, or on white space. */
  at(place: number, isBoundary: boolean): RevisionFate {
    const before = place === 0 ? -1 : this.#places[place - 1]!;
    const at = this.#places[place] === -1 && before !== -1 ? before + 1 : this.#places[place]!;
    if (at === -1) return 'lost';
    const ending = this.#ends.get(at) ?? [];
    const starting = this.#starts.get(at) ?? [];
    const empty = starting.filter((range) => range.end === at);
    const boundary = (range: ChangeRange): boolean => range.kind === 'boundary';
    const block = (range: ChangeRange): boolean => range.kind === 'block';
    const chosen = isBoundary
      ? (ending.find(block) ?? empty.find(boundary) ?? starting.find(block) ?? empty[0])
      : (empty.find((range) => !boundary(range)) ?? ending[0] ?? starting[0]);
    if (chosen !== undefined) return this.#verdictOf(chosen);
    const inside = this.#owners.text[at] ?? -1;
    return inside === -1 ? 'lost' : this.#verdictOf(this.#ranges[inside]!);
  }

  /** Whether a block has the text between two places as a whole. */
  isBlock(start: number, end: number): boolean {
    for (let place = start; place < end; place += 1) {
      const owner = this.#owners.text[this.#places[place] ?? -1] ?? -1;
      if (owner !== -1) return this.#ranges[owner]!.kind === 'block';
    }
    return false;
  }

  /** The move of a block that has the text between two places. */
  moveOf(start: number, end: number): string | undefined {
    return this.#movedBlock(start, end)?.moveId;
  }

  #movedBlock(start: number, end: number): ChangeRange | undefined {
    const places = this.#places.subarray(start, end).filter((place) => place !== -1);
    const [first, last] = [places.at(0), places.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    return this.#moved.find((range) => range.start <= first && last < range.end);
  }

  /** The decision on most of the text between two places; for a tie, the revised side. */
  most(start: number, end: number): Side | null {
    const counts = { original: 0, revised: 0 };
    for (let place = start; place < end; place += 1) {
      const owner = this.#owners.text[this.#places[place] ?? -1] ?? -1;
      const verdict = owner === -1 ? 'open' : this.#verdictOf(this.#ranges[owner]!);
      if (verdict !== 'open') counts[verdict] += 1;
    }
    if (counts.original === 0 && counts.revised === 0) return null;
    return counts.original > counts.revised ? 'original' : 'revised';
  }

  #unanimous(owners: Int32Array, start: number, end: number): RevisionFate {
    let found: Verdict | undefined;
    for (let place = start; place < end; place += 1) {
      const owner = owners[this.#places[place] ?? -1] ?? -1;
      if (owner === -1) continue;
      const verdict = this.#verdictOf(this.#ranges[owner]!);
      if (found !== undefined && verdict !== found) return 'lost';
      found = verdict;
    }
    return found ?? 'lost';
  }

  #verdictOf({ changeId }: ChangeRange): Verdict {
    return this.#verdicts.sideOf(changeId) ?? 'open';
  }
}

function listAt(lists: Map<number, ChangeRange[]>, key: number): ChangeRange[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}
