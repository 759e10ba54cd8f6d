/** Decides which headers of both documents each section shows, and which sections need a reference of their own. */

/** Parts that a section itself refers to, by kind and type; null on a side without the section. */
export interface SectionHeaders {
  readonly a: ReadonlyMap<string, string> | null;
  readonly b: ReadonlyMap<string, string> | null;
}

/** The parts that a section of the result shows. */
export interface ShownPart {
  /** The original's part and the revised document's part. One of them may be null. */
  readonly a: string | null;
  readonly b: string | null;
  /** The section needs the reference, because it would otherwise inherit another part. */
  readonly stated: boolean;
}

/**
 * The parts of each section in order, by kind and type. A section without a reference inherits from the section
 * before it.
 */
export function assignParts(sections: readonly SectionHeaders[]): ReadonlyMap<string, ShownPart>[] {
  const wanted = wantedPairs(sections);
  settleOpenSides(wanted);
  /** The parts last shown by the sections of either side, and by all sections. */
  const last = { a: new Map<string, string>(), b: new Map<string, string>(), all: new Map<string, string>() };
  return wanted.map((pairs, index) => {
    const { a, b } = sections[index]!;
    const chains = [last.all, ...(a === null ? [] : [last.a]), ...(b === null ? [] : [last.b])];
    const shown = new Map<string, ShownPart>();
    for (const [key, pair] of pairs) {
      const name = `${pair.a ?? ''}|${pair.b ?? ''}`;
      const stated =
        a?.has(key) === true || (a === null && b?.has(key) === true) || chains.some((chain) => chain.get(key) !== name);
      for (const chain of chains) chain.set(key, name);
      shown.set(key, { a: pair.a ?? null, b: pair.b ?? null, stated });
    }
    return shown;
  });
}

/** A pair of parts; undefined on a side without the section, where any part fits. */
interface OpenPair {
  a: string | null | undefined;
  b: string | null | undefined;
}

function wantedPairs(sections: readonly SectionHeaders[]): Map<string, OpenPair>[] {
  const chain = { a: new Map<string, string>(), b: new Map<string, string>() };
  return sections.map((section) => {
    const keys = new Set<string>();
    for (const side of ['a', 'b'] as const) {
      if (section[side] === null) continue;
      for (const [key, part] of section[side]) chain[side].set(key, part);
      for (const key of chain[side].keys()) keys.add(key);
    }
    const on = (side: 'a' | 'b', key: string): string | null | undefined =>
      section[side] === null ? undefined : (chain[side].get(key) ?? null);
    return new Map([...keys].sort().map((key) => [key, { a: on('a', key), b: on('b', key) }]));
  });
}

/** A one-sided section shows the parts of a section of both sides if possible. Then it needs no part of its own. */
function settleOpenSides(wanted: readonly Map<string, OpenPair>[]): void {
  /** The first complete pair, by its part on one side. */
  const known = new Map<string, OpenPair>();
  const nameOf = (key: string, side: 'a' | 'b', pair: OpenPair): string => JSON.stringify([key, side, pair[side]]);
  const learn = (key: string, pair: OpenPair): void => {
    for (const name of [nameOf(key, 'a', pair), nameOf(key, 'b', pair)]) if (!known.has(name)) known.set(name, pair);
  };
  const isOpen = ({ a, b }: OpenPair): boolean => a === undefined || b === undefined;
  for (const pairs of wanted) for (const [key, pair] of pairs) if (!isOpen(pair)) learn(key, pair);
  for (const pairs of wanted) {
    for (const [key, pair] of pairs) {
      if (!isOpen(pair)) continue;
      const like = known.get(nameOf(key, pair.a === undefined ? 'b' : 'a', pair));
      pair.a = pair.a === undefined ? (like?.a ?? null) : pair.a;
      pair.b = pair.b === undefined ? (like?.b ?? null) : pair.b;
      learn(key, pair);
    }
  }
}
