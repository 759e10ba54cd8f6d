/** Indexes the changes of a merged document: their types, and the leaves that they touch. */
import type { ChangeType } from '../../../shared/change/change.ts';
import { isCarried, type TextBlock } from '../../../shared/document/model.ts';
import { paragraphBoundary } from '../../../shared/document/paragraph-boundary.ts';
import { nameOfChange, placeOfChange } from '../merge/change-ids.ts';
import { IntList } from './int-list.ts';
import type { Leaves } from './leaves.ts';

/** Types as numbers: there may be a hundred thousand changes. */
const CODES: Readonly<Record<ChangeType, number>> = {
  insert: 0,
  delete: 1,
  replace: 2,
  format: 3,
  link: 4,
  block_insert: 5,
  block_delete: 6,
};
const TYPES = Object.keys(CODES) as ChangeType[];

/** Position of a change in the order of the fragment, from 0. Its id is derived from it. */
type Place = number;

/** Holds a few numbers for each change: there may be a hundred thousand. */
export class ChangeIndex {
  /** Code of the type by place; -1: no leaf names the change. */
  readonly #types = new IntList();
  /** Number of the first leaf that the change touches, by place. */
  readonly #first = new IntList();
  /** Numbers of further leaves, ascending, by place. */
  readonly #more = new Map<Place, number[]>();
  /**
   * Places of the changes that touch a leaf, leaf after leaf. The places of leaf `n` begin at the `#ends` entry of
   * the leaf before it.
   */
  readonly #touching = new IntList();
  readonly #ends = new IntList();
  /** Places of all changes in order. */
  readonly #places = new IntList();

  constructor(leaves: Leaves) {
    this.#ends.push(0);
    for (let leaf = 1; leaf <= leaves.count; leaf += 1) {
      this.#index(leaf, leaves);
      this.#ends.push(this.#touching.length);
    }
    for (let place = 0; place < this.#types.length; place += 1)
      if (this.#types.at(place) !== -1) this.#places.push(place);
  }

  get count(): number {
    return this.#places.length;
  }

  /** Ids of the changes from `offset` on, at most `limit`, in document order. */
  ids(offset: number, limit: number): string[] {
    const ids: string[] = [];
    for (let at = offset; at < Math.min(this.count, offset + limit); at += 1)
      ids.push(nameOfChange(this.#places.at(at)));
    return ids;
  }

  typeOf(id: string): ChangeType {
    return TYPES[this.#types.at(placeOfChange(id))]!;
  }

  /** Number of the first leaf that a change touches. */
  firstLeafOf(id: string): number {
    return this.#first.at(placeOfChange(id));
  }

  /** Numbers of all leaves that a change touches, ascending. */
  leavesOf(id: string): readonly number[] {
    const place = placeOfChange(id);
    return [this.#first.at(place), ...(this.#more.get(place) ?? [])];
  }

  /** Ids of the changes that touch a leaf, in document order; undefined if there are none. */
  idsAt(leaf: number): string[] | undefined {
    const places: Place[] = [];
    for (let at = this.#ends.at(leaf - 1); at < this.#ends.at(leaf); at += 1) places.push(this.#touching.at(at));
    return places.length === 0 ? undefined : places.sort((x, y) => x - y).map(nameOfChange);
  }

  /** Number of changes of each type. */
  countsByType(): ReadonlyMap<ChangeType, number> {
    const counts = new Int32Array(TYPES.length);
    for (let at = 0; at < this.count; at += 1) counts[this.#types.at(this.#places.at(at))]! += 1;
    return new Map(TYPES.map((type) => [type, counts[CODES[type]]!]));
  }

  #index(leaf: number, leaves: Leaves): void {
    const enclosing = leaves.enclosing(leaf);
    if (enclosing.length > 0) for (const { changeId } of enclosing) this.#note(changeId, CODES.format, leaf);
    const onlyIn = leaves.onlyIn(leaf);
    if (onlyIn !== undefined) {
      this.#note(onlyIn.changeId, onlyIn.side === 'original' ? CODES.block_delete : CODES.block_insert, leaf);
    }
    const block = leaves.block(leaf);
    if (block.original?.changeId != null) {
      const boundary = paragraphBoundary(block);
      this.#note(
        block.original.changeId,
        boundary === null ? CODES.format : boundary === 'revised' ? CODES.insert : CODES.delete,
        leaf,
      );
    }
    if (block.kind === 'text') this.#text(leaf, block);
  }

  #text(leaf: number, { boundary, runs }: TextBlock): void {
    if (boundary !== undefined && boundary.changeId !== null)
      this.#note(boundary.changeId, boundary.side === 'original' ? CODES.delete : CODES.insert, leaf);
    for (const run of runs) {
      if (isCarried(run)) continue;
      const { edit, format, link } = run;
      if (edit !== undefined && edit.changeId !== null) {
        if (edit.changeId !== boundary?.changeId) this.#edit(edit.changeId, edit.side === 'original', leaf);
        continue;
      }
      if (format !== undefined) this.#note(format.changeId, CODES.format, leaf);
      if (link !== undefined) this.#note(link.changeId, CODES.link, leaf);
    }
  }

  /** An edit that both removes and adds text is a replacement. */
  #edit(id: string, onOriginal: boolean, leaf: number): void {
    const place = this.#note(id, onOriginal ? CODES.delete : CODES.insert, leaf);
    if (this.#types.at(place) === (onOriginal ? CODES.insert : CODES.delete)) this.#types.set(place, CODES.replace);
  }

  #note(id: string, type: number, leaf: number): Place {
    const place = placeOfChange(id);
    while (this.#types.length <= place) {
      this.#types.push(-1);
      this.#first.push(0);
    }
    if (this.#types.at(place) === -1) {
      this.#types.set(place, type);
      this.#first.set(place, leaf);
      this.#touching.push(place);
    } else if (this.#lastLeafOf(place) !== leaf) {
      const more = this.#more.get(place);
      if (more === undefined) this.#more.set(place, [leaf]);
      else more.push(leaf);
      this.#touching.push(place);
    }
    return place;
  }

  #lastLeafOf(place: Place): number {
    return this.#more.get(place)?.at(-1) ?? this.#first.at(place);
  }
}
