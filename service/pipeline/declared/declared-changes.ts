/** Finds who declared each change: the author whose revisions in the revised file cover all of it. Pure. */
import type { StructuredPage } from '../../../shared/change/page.ts';
import type { Block } from '../../../shared/document/model.ts';
import { changeRanges } from '../ranges/change-ranges.ts';
import type { ChangeRange } from '../../redline/text/guide.ts';
import { placesIn } from '../../redline/text/guide.ts';
import { keyOf, type Declaration } from './declaration.ts';
import type { DeclaredRange, Declarations } from './declarations.ts';

/**
 * The declaration of each declared change, by change id. Revisions that the original has too declare nothing new. A
 * change counts only if revisions of one author cover all of it. The latest date of these revisions is its date.
 */
export function declaredChanges(
  blocks: readonly Block[],
  original: Declarations | undefined,
  revised: Declarations,
): ReadonlyMap<string, Declaration> {
  const known = new Set(original?.ranges.map(keyOf));
  const own = revised.ranges.filter((range) => !known.has(keyOf(range)));
  const found = new Map<string, Declaration>();
  if (own.length === 0) return found;
  const { ranges, texts, partners } = changeRanges(blocks);
  const cover = new Cover(texts, partners, revised.texts, own);
  for (const [changeId, own] of Map.groupBy(ranges, (range) => range.changeId)) {
    const covering = cover.ofAll(own);
    if (covering === null || new Set(covering.map(({ author }) => author)).size !== 1) continue;
    const dates = covering.flatMap(({ date }) => date ?? []).sort();
    const date = dates.at(-1);
    found.set(changeId, { author: covering[0]!.author, ...(date !== undefined && { date }) });
  }
  return found;
}

/** A page that says who declared its changes. */
export function withDeclared(page: StructuredPage, declared: ReadonlyMap<string, Declaration>): StructuredPage {
  return {
    ...page,
    changes: page.changes.map((change) => {
      const declaredBy = declared.get(change.id);
      return declaredBy === undefined ? change : { ...change, declaredBy };
    }),
  };
}

/** The revisions of the revised file at their places in the texts of the fragment. */
class Cover {
  readonly #texts: Declarations['texts'];
  readonly #deletedTexts: string;
  /** For each place of the original, the ends of the gap between common characters, in the revised text. */
  readonly #gapStarts: Int32Array;
  readonly #gapEnds: Int32Array;
  /** For each place of the revised text, the ends of the declared insertions around it. */
  readonly #insertionStarts: Int32Array;
  readonly #insertionEnds: Int32Array;
  /** The insertion that each character of the revised text belongs to, and its format revision; -1 for none. */
  readonly #inserted: Int32Array;
  readonly #formatted: Int32Array;
  readonly #insertions: DeclaredRange[] = [];
  readonly #formats: DeclaredRange[] = [];
  readonly #deletions: DeclaredRange[] = [];
  readonly #boundaries: DeclaredRange[] = [];

  constructor(
    texts: Declarations['texts'],
    partners: Int32Array,
    fileTexts: Declarations['texts'],
    ranges: readonly DeclaredRange[],
  ) {
    this.#texts = texts;
    this.#deletedTexts = fileTexts.original;
    const places = placesOf(texts.revised, fileTexts.revised);
    const { length } = texts.revised;
    this.#inserted = new Int32Array(length).fill(-1);
    this.#formatted = new Int32Array(length).fill(-1);
    for (const range of ranges) {
      const place = places.at(range.place);
      if (range.kind === 'boundary') this.#boundaries.push({ ...range, place });
      else if (range.side === 'original') this.#deletions.push({ ...range, place });
      else {
        const [list, owners] =
          range.kind === 'format' ? [this.#formats, this.#formatted] : [this.#insertions, this.#inserted];
        for (let at = range.start; at < range.end; at += 1) {
          const own = places.exact(at);
          if (own !== -1) owners[own] = list.length;
        }
        list.push({ ...range, place, start: place, end: places.at(range.end) });
      }
    }
    for (const list of [this.#deletions, this.#boundaries]) list.sort((a, b) => a.place - b.place);
    this.#gapStarts = new Int32Array(partners.length + 1);
    for (let at = 0; at < partners.length; at += 1)
      this.#gapStarts[at + 1] = partners[at]! < 0 ? this.#gapStarts[at]! : partners[at]! + 1;
    this.#gapEnds = new Int32Array(partners.length + 1).fill(length);
    for (let at = partners.length - 1; at >= 0; at -= 1)
      this.#gapEnds[at] = partners[at]! < 0 ? this.#gapEnds[at + 1]! : partners[at]!;
    this.#insertionStarts = Int32Array.from({ length: length + 1 }, (_, at) => at);
    this.#insertionEnds = Int32Array.from({ length: length + 1 }, (_, at) => at);
    for (let at = 0; at < length; at += 1)
      if (this.#inserted[at] !== -1) this.#insertionStarts[at + 1] = this.#insertionStarts[at]!;
    for (let at = length - 1; at >= 0; at -= 1)
      if (this.#inserted[at] !== -1) this.#insertionEnds[at] = this.#insertionEnds[at + 1]!;
  }

  /** The revisions that cover all ranges of a change; null if something of it is not covered. */
  ofAll(ranges: readonly ChangeRange[]): DeclaredRange[] | null {
    const found = ranges.map((range) => this.#of(range));
    if (found.every((covering) => covering !== null)) return found.flat();
    const [old, fresh] = ['original', 'revised'].map((side) => ranges.find((range) => range.side === side));
    const isReplaced = ranges.length === 2 && ranges.every(({ kind }) => kind === 'text');
    return isReplaced && old && fresh ? this.#rewritten(old, fresh) : null;
  }

  #of({ kind, side, start, end }: ChangeRange): DeclaredRange[] | null {
    if (kind === 'format') {
      // A paragraph that joins another one takes its properties.
      const joins = between(this.#boundaries, start, end);
      return coveringOf(this.#formatted, this.#formats, start, end) ?? (joins.length > 0 ? joins : null);
    }
    if (side === 'revised')
      return start === end ? this.#at(start, start, side) : coveringOf(this.#inserted, this.#insertions, start, end);
    const { from, to } = this.#gap(start, end);
    return start === end ? this.#at(from, to, side) : this.#deleted(this.#texts.original.slice(start, end), from, to);
  }

  /** The revisions without text at a place: paragraph marks, rows, white space. */
  #at(from: number, to: number, side: ChangeRange['side']): DeclaredRange[] | null {
    const marks = between(this.#boundaries, from, to).filter((range) => range.side === side);
    if (marks.length > 0) return marks;
    const texts =
      side === 'original'
        ? between(this.#deletions, from, to)
        : this.#insertions.filter((range) => range.start <= from && range.end >= to);
    return texts.length > 0 ? texts : null;
  }

  /** The deletions between two places whose texts together have the deleted text. */
  #deleted(text: string, from: number, to: number): DeclaredRange[] | null {
    const here = between(this.#deletions, from, to);
    const pieces = here.map((range) => this.#deletedTexts.slice(range.start, range.end));
    const at = pieces.join('').indexOf(text);
    if (at < 0) return null;
    let place = 0;
    return here.filter((_, index) => {
      const start = place;
      place += pieces[index]!.length;
      return start < at + text.length && place > at;
    });
  }

  /**
   * The revisions that make one text of another. A comparison replaces whole words, so a part of them may be on both
   * sides. Without the revisions, the new text must be the old one.
   */
  #rewritten(old: ChangeRange, fresh: ChangeRange): DeclaredRange[] | null {
    const wanted = this.#texts.original.slice(old.start, old.end);
    const used: DeclaredRange[] = [];
    let text = '';
    let [before, after] = [0, 0];
    for (let at = fresh.start; at <= fresh.end; at += 1) {
      for (const deletion of between(this.#deletions, at, at)) {
        const piece = this.#deletedTexts.slice(deletion.start, deletion.end);
        text += piece;
        used.push(deletion);
        if (at === fresh.start) before += piece.length;
        if (at === fresh.end) after += piece.length;
      }
      if (at === fresh.end) break;
      const number = this.#inserted[at]!;
      if (number === -1) text += this.#texts.revised[at]!;
      else used.push(this.#insertions[number]!);
    }
    // Deletions at either end may belong to a neighbour.
    const start = text.indexOf(wanted, Math.max(0, text.length - after - wanted.length));
    const isIt = start >= 0 && start <= before;
    return isIt && used.length > 0 ? used : null;
  }

  /** The places of the revised text where a part of the original would be. */
  #gap(start: number, end: number): { from: number; to: number } {
    const [first, last] = [this.#gapStarts[start]!, this.#gapEnds[end]!];
    // A block that moved has its neighbours elsewhere.
    const [from, to] = [Math.min(first, last), Math.max(first, last)];
    // The file may declare as inserted what the comparison found on both sides.
    return { from: this.#insertionStarts[from]!, to: this.#insertionEnds[to]! };
  }
}

/** The ranges of a list in order whose places are between two places, both included. */
function between(sorted: readonly DeclaredRange[], from: number, to: number): DeclaredRange[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.place < from) low = middle + 1;
    else high = middle;
  }
  const found: DeclaredRange[] = [];
  for (let at = low; at < sorted.length && sorted[at]!.place <= to; at += 1) found.push(sorted[at]!);
  return found;
}

function coveringOf(
  owners: Int32Array,
  ranges: readonly DeclaredRange[],
  start: number,
  end: number,
): DeclaredRange[] | null {
  const numbers = new Set(owners.subarray(start, end));
  return numbers.size === 0 || numbers.has(-1) ? null : [...numbers].map((number) => ranges[number]!);
}

/** Places of the file's text in the fragment's text. Two readers may see different characters. */
function placesOf(fragment: string, file: string): { exact: (at: number) => number; at: (at: number) => number } {
  if (fragment === file) return { exact: (at) => at, at: (at) => at };
  const exact = placesIn(fragment, file);
  const next = new Int32Array(exact);
  for (let at = next.length - 2; at >= 0; at -= 1) if (next[at] === -1) next[at] = next[at + 1]!;
  return { exact: (at) => exact[at]!, at: (at) => next[at]! };
}
