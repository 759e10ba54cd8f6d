import type { InventoryItem, Uncompared, UncomparedItem, UncomparedKind } from '../../../shared/change/uncompared.ts';
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { gapsOf } from '../../engine/diff/match.ts';

/** Maximum number of items of one kind that are named one by one. The rest of the kind is one item. */
const NAMED_ITEMS_MAX = 200;

/**
 * Compares what both readers left out. Items of one kind are aligned in their order by their digests, so that two
 * pictures that changed places differ. Undefined if both inventories are empty.
 */
export function compareInventories(
  original: readonly InventoryItem[],
  revised: readonly InventoryItem[],
): Uncompared | undefined {
  if (original.length + revised.length === 0) return undefined;
  const differing: UncomparedItem[] = [];
  const equal: UncomparedItem[] = [];
  for (const kind of new Set([...original, ...revised].map((item) => item.kind))) {
    const sides = [original, revised].map((items) => items.filter((item) => item.kind === kind));
    const compared = compareKind(kind, sides[0]!, sides[1]!);
    differing.push(...compared.differing.slice(0, NAMED_ITEMS_MAX));
    const rest = compared.differing.slice(NAMED_ITEMS_MAX);
    if (rest.length > 0) differing.push(joined(kind, rest, true));
    if (compared.equal.length > 0) equal.push(joined(kind, compared.equal, false));
  }
  return { differs: differing.length > 0, items: [...differing, ...equal] };
}

/** The items of one kind: pairs in a gap are paired in order. */
function compareKind(
  kind: UncomparedKind,
  original: readonly InventoryItem[],
  revised: readonly InventoryItem[],
): { differing: UncomparedItem[]; equal: UncomparedItem[] } {
  const keys = new Map<string, number>();
  const keyOf = ({ sha256, count }: InventoryItem): number => {
    const spelled = `${sha256} ${count}`;
    const key = keys.get(spelled) ?? keys.size;
    keys.set(spelled, key);
    return key;
  };
  const [a, b] = [Int32Array.from(original, keyOf), Int32Array.from(revised, keyOf)];
  const runs = diffSequences(a, b, keys.size);
  const equal = runs.flatMap(({ aStart, bStart, length }) =>
    Array.from({ length }, (_, at) => pairOf(kind, original[aStart + at], revised[bStart + at])),
  );
  const differing = gapsOf(runs, a.length, b.length).flatMap(({ aStart, aEnd, bStart, bEnd }) =>
    Array.from({ length: Math.max(aEnd - aStart, bEnd - bStart) }, (_, at) =>
      pairOf(
        kind,
        aStart + at < aEnd ? original[aStart + at] : undefined,
        bStart + at < bEnd ? revised[bStart + at] : undefined,
      ),
    ),
  );
  return { differing, equal };
}

function pairOf(
  kind: UncomparedKind,
  original: InventoryItem | undefined,
  revised: InventoryItem | undefined,
): UncomparedItem {
  return {
    kind,
    where: (revised ?? original)?.where ?? '',
    ...(original && { original: sideOf(original) }),
    ...(revised && { revised: sideOf(revised) }),
    differs: original?.sha256 !== revised?.sha256 || original?.count !== revised?.count,
  };
}

function sideOf({ label, sha256, count }: InventoryItem): NonNullable<UncomparedItem['original']> {
  return { ...(label !== undefined && label !== '' && { label }), sha256, count };
}

/** Several items of one kind as one, with the digest of the first and the number of all. */
function joined(kind: UncomparedKind, items: readonly UncomparedItem[], differs: boolean): UncomparedItem {
  const side = (name: 'original' | 'revised') => {
    const present = items.flatMap((item) => item[name] ?? []);
    const first = present[0];
    if (first === undefined) return {};
    if (present.length === 1) return { [name]: first };
    return { [name]: { sha256: first.sha256, count: present.reduce((sum, { count }) => sum + count, 0) } };
  };
  const where = items.length === 1 ? items[0]!.where : '';
  return { kind, where, ...side('original'), ...side('revised'), differs };
}
