/**
 * Aligns the items of two arrays without a key. Equal items are paired, and items in order with the most members in
 * common. Otherwise lines of one item would be compared with lines of another, brackets included.
 *
 *     [[7, 8], [9, 10]]
 *     [[7, 8], [1, 2], [9, 11]]     an item is inserted, and 10 is now 11
 */
import type { JsonContents } from './json-contents.ts';
import type { JsonArray, JsonContainer, JsonValue } from './parse-json.ts';

/** Maximum number of compared pairs between equal items: 32 per item. Longer stretches are compared as text. */
const PAIRS_MAX = 1_024;

/** Weights of an equal member, of a member with an equal name only, and of two items of one kind. */
const [SAME_MEMBER, SAME_NAME, SAME_KIND] = [4, 2, 1];

/** An item of one array or of both. */
export type ItemPair = readonly [JsonValue | undefined, JsonValue | undefined];

/** The paired arrays and objects of both arrays. Empty if there are too many candidates. */
export function alikeItems(
  x: JsonArray,
  y: JsonArray,
  contentsOfBoth: () => readonly [JsonContents, JsonContents],
): readonly ItemPair[] {
  const [a, b] = [x.items.filter(isContainer), y.items.filter(isContainer)];
  if (a.length === 0 && b.length === 0) return [];
  const [inX, inY] = contentsOfBoth();
  const pairs: ItemPair[] = [];
  let start = 0;
  const isSame = (i: number, j: number): boolean => inX.of(a[i]!) === inY.of(b[j]!);
  while (start < a.length && start < b.length && isSame(start, start)) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && isSame(aEnd - 1, bEnd - 1)) [aEnd, bEnd] = [aEnd - 1, bEnd - 1];
  if ((aEnd - start) * (bEnd - start) > PAIRS_MAX) return [];
  for (let k = 0; k < start; k += 1) pairs.push([a[k], b[k]]);
  const [left, right] = [a.slice(start, aEnd), b.slice(start, bEnd)];
  // The pairs do not depend on which document is the original. Single items need no order.
  const inOrder = Math.max(left.length, right.length) < 2 || compareLists(left, right, inX, inY) <= 0;
  if (inOrder) pairs.push(...mostAlike(left, right, inX, inY));
  else for (const [item, other] of mostAlike(right, left, inY, inX)) pairs.push([other, item]);
  for (let k = 0; aEnd + k < a.length; k += 1) pairs.push([a[aEnd + k], b[bEnd + k]]);
  return pairs;
}

/** All items. Those with the most in common are paired in order. Equal ones among the rest were moved. */
function mostAlike(
  a: readonly JsonContainer[],
  b: readonly JsonContainer[],
  inX: JsonContents,
  inY: JsonContents,
): ItemPair[] {
  const width = b.length + 1;
  const score = new Float64Array(a.length * b.length);
  const best = new Float64Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const own = (score[i * b.length + j] = inCommon(a[i]!, b[j]!, inX, inY));
      const after = best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!, own > 0 ? own + after : 0);
    }
  }
  const pairs: ItemPair[] = [];
  const [left, right] = [new Set(a), new Set(b)];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const own = score[i * b.length + j]!;
    if (own > 0 && best[i * width + j] === own + best[(i + 1) * width + j + 1]!) {
      pairs.push([a[i], b[j]]);
      left.delete(a[i]!);
      right.delete(b[j]!);
      i += 1;
      j += 1;
    } else if (best[i * width + j] === best[(i + 1) * width + j]) i += 1;
    else j += 1;
  }
  const waiting = new Map([...right].map((item) => [inY.of(item), item]));
  for (const item of left) {
    const moved = waiting.get(inX.of(item));
    pairs.push([item, moved]);
    if (moved === undefined) continue;
    waiting.delete(inX.of(item));
    right.delete(moved);
  }
  for (const item of right) pairs.push([undefined, item]);
  return pairs;
}

/**
 * The common share of two items, relative to the larger one; 0 for different kinds. With `within`, differing members
 * are compared by their own members, one level deep.
 */
function inCommon(x: JsonContainer, y: JsonContainer, inX: JsonContents, inY: JsonContents, within = true): number {
  if (x.kind === 'object' && y.kind === 'object') {
    let sum = SAME_KIND;
    for (const [name, member] of x.members) {
      const other = y.members.get(name);
      if (other === undefined) continue;
      if (inX.of(member) === inY.of(other)) sum += SAME_MEMBER;
      else if (!within || !isContainer(member) || !isContainer(other)) sum += SAME_NAME;
      // No share exceeds the share of equal members, so equal members stay the best match.
      else sum += SAME_NAME + ((SAME_MEMBER - SAME_NAME) * inCommon(member, other, inX, inY, false)) / SAME_MEMBER;
    }
    return sum / (1 + Math.max(x.members.size, y.members.size));
  }
  if (x.kind !== 'array' || y.kind !== 'array') return 0;
  const [a, b] = [inX.sharedItemsOf(x, inY), inY.sharedItemsOf(y, inX)];
  let sum = SAME_KIND;
  if (a.length > 0 && b.length > 0) {
    const counts = inX.zeroed();
    for (let at = 0; at < a.length; at += 1) counts[a[at]!]! += 1;
    for (let at = 0; at < b.length; at += 1) {
      if (counts[b[at]!]! === 0) continue;
      counts[b[at]!]! -= 1;
      sum += SAME_MEMBER;
    }
    for (let at = 0; at < a.length; at += 1) counts[a[at]!] = 0;
  }
  return sum / (1 + Math.max(x.items.length, y.items.length));
}

/** Orders lists of values by content only: by length, then by the first two values that differ. */
function compareLists(a: readonly JsonValue[], b: readonly JsonValue[], inX: JsonContents, inY: JsonContents): number {
  let [p, q] = [a, b];
  while (p.length === q.length) {
    const others = q;
    const at = p.findIndex((item, index) => inX.of(item) !== inY.of(others[index]!));
    if (at === -1) return 0;
    const [x, y] = [p[at]!, q[at]!];
    if (x.kind === 'scalar' && y.kind === 'scalar') return x.text < y.text ? -1 : 1;
    if (x.kind === 'array' && y.kind === 'array') [p, q] = [x.items, y.items];
    else if (x.kind === 'object' && y.kind === 'object') {
      const [names, otherNames] = [[...x.members.keys()].sort(), [...y.members.keys()].sort()];
      const [own, other] = [JSON.stringify(names), JSON.stringify(otherNames)];
      if (own !== other) return own < other ? -1 : 1;
      [p, q] = [names.map((name) => x.members.get(name)!), names.map((name) => y.members.get(name)!)];
    } else return x.kind < y.kind ? -1 : 1;
  }
  return p.length - q.length;
}

function isContainer(value: JsonValue): value is JsonContainer {
  return value.kind !== 'scalar';
}
