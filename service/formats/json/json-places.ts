/**
 * Pairs the lines of two JSON documents that hold the same value. Members are paired by name. Items of arrays are
 * paired by an identifying key or, without one, by content.
 *
 *     [{"id": 7, "fee": 10}, {"id": 8, "fee": 20}]
 *     [{"id": 8, "fee": 25}]                         item 7 is deleted, the fee of item 8 differs
 */
import { alikeItems, type ItemPair } from './alike-items.ts';
import { JsonContents, type StringNumbering } from './json-contents.ts';
import type { JsonArray, JsonObject, JsonValue } from './parse-json.ts';

/** Places of the values of one side, by line. */
export interface LinePlaces {
  /**
   * Equal numbers on both sides mean the same place. Arrays and objects have two, for their first and last lines. -1
   * is unknown.
   */
  readonly place: Int32Array;
  /** The innermost aligned array item around the line; 0 for none. Lines of different items never match. */
  readonly item: Int32Array;
  /** For the first line of an array or object its last line, and for any other line the line itself. */
  readonly end: Int32Array;
}

/** Names that usually identify, the surest first. Other names follow in code point order. */
const KEY_NAMES = ['id', '_id', '@id', '$id', 'uuid', 'guid', 'key', 'code', 'slug', 'name', 'path', 'url', 'title'];
/** Minimum share of the shorter array's keys that the other array must have, so that the key identifies. */
const SHARED_KEYS_MIN = 0.5;

const NO_MEMBERS: ReadonlyMap<string, JsonValue> = new Map();

/** A value of one side or of both, and the item around it. */
interface Pending {
  readonly x: JsonValue | undefined;
  readonly y: JsonValue | undefined;
  readonly item: number;
}

/**
 * Places of the lines of both sides, given as the values of their lines, with containers twice. Linear.
 *
 * @param numbering makes an empty one, with room for this many strings
 */
export function placeLines(
  original: readonly JsonValue[],
  revised: readonly JsonValue[],
  numbering: (expected: number) => StringNumbering,
): { original: LinePlaces; revised: LinePlaces } {
  const [source, target] = [new SidePlacing(original), new SidePlacing(revised)];
  let contents: readonly [JsonContents, JsonContents] | undefined;
  const contentsOfBoth = () =>
    (contents ??= JsonContents.ofBoth(original, revised, numbering(original.length + revised.length)));
  let count = 0;
  const stack: Pending[] = [{ x: original[0], y: revised[0], item: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { x, y, item } = next;
    if (x !== undefined) source.put(x, count, item);
    if (y !== undefined) target.put(y, count, item);
    count += 2;
    if (x?.kind === 'object' || y?.kind === 'object') {
      const [a, b] = [membersOf(x), membersOf(y)];
      for (const [name, member] of a) stack.push({ x: member, y: b.get(name), item });
      for (const [name, member] of b) if (!a.has(name)) stack.push({ x: undefined, y: member, item });
    }
    if (x?.kind === 'array' && y?.kind === 'array') {
      for (const [a, b] of itemsByKey(x, y) ?? alikeItems(x, y, contentsOfBoth)) {
        stack.push({ x: a, y: b, item: count });
        count += 2;
      }
    }
  }
  return { original: source.end(), revised: target.end() };
}

class SidePlacing {
  readonly #values: readonly JsonValue[];
  readonly #place: Int32Array;
  readonly #item: Int32Array;
  readonly #end: Int32Array;

  constructor(values: readonly JsonValue[]) {
    this.#values = values;
    this.#end = Int32Array.from(values, (_, line) => line);
    this.#place = new Int32Array(values.length).fill(-1);
    this.#item = new Int32Array(values.length);
  }

  put({ line }: JsonValue, place: number, item: number): void {
    this.#place[line] = place;
    this.#item[line] = item;
  }

  /** The places of all lines. Places of last lines follow the places of first lines. */
  end(): LinePlaces {
    for (let at = 0; at < this.#values.length; at += 1) {
      const { line } = this.#values[at]!;
      if (line !== at) this.#end[line] = at;
      if (line === at || this.#place[line] === -1) continue;
      this.#place[at] = this.#place[line]! + 1;
      this.#item[at] = this.#item[line]!;
    }
    return { place: this.#place, item: this.#item, end: this.#end };
  }
}

function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return value?.kind === 'object' ? value.members : NO_MEMBERS;
}

/** Items of two arrays with equal keys, and items of one array only. Null if no key identifies them. */
function itemsByKey(x: JsonArray, y: JsonArray): readonly ItemPair[] | null {
  const [a, b] = [objectsOf(x), objectsOf(y)];
  if (a === null || b === null) return null;
  const names = namesOf(a[0]!).filter((name) => b[0]!.members.has(name));
  for (const name of names) {
    const left = byKey(a, name);
    const right = left && byKey(b, name);
    if (!left || !right) continue;
    let shared = 0;
    for (const key of left.keys()) if (right.has(key)) shared += 1;
    if (shared === 0 || shared < SHARED_KEYS_MIN * Math.min(left.size, right.size)) continue;
    return [...new Set([...left.keys(), ...right.keys()])].map((key) => [left.get(key), right.get(key)]);
  }
  return null;
}

/** The items if all are objects and there is at least one. */
function objectsOf({ items }: JsonArray): readonly JsonObject[] | null {
  return items.length > 0 && items.every((item) => item.kind === 'object') ? items : null;
}

function namesOf({ members }: JsonObject): string[] {
  const rank = (name: string): number => {
    const at = KEY_NAMES.indexOf(name.toLowerCase());
    return at === -1 ? KEY_NAMES.length : at;
  };
  return [...members.keys()].sort((x, y) => rank(x) - rank(y) || (x < y ? -1 : 1));
}

/** The objects by a member that all have with unique scalars; null if there is no such member. */
function byKey(objects: readonly JsonObject[], name: string): Map<string, JsonObject> | null {
  const found = new Map<string, JsonObject>();
  for (const object of objects) {
    const key = object.members.get(name);
    if (key?.kind !== 'scalar' || found.has(key.text)) return null;
    found.set(key.text, object);
  }
  return found;
}
