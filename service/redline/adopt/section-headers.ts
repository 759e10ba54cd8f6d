/** Which header of the original and which of the revised each section of a result has to show, and where it has to say so. */

/** Parts that a section itself refers to, by kind and type; null on a side that has not got the section. */
export interface SectionHeaders {
  readonly a: ReadonlyMap<string, string> | null;
  readonly b: ReadonlyMap<string, string> | null;
}

/** What a section of the result shows. */
export interface ShownPart {
  /** The original's part, and the revised's; null for none. At least one of them is there. */
  readonly a: string | null;
  readonly b: string | null;
  /** The section has to refer to it, since what it would take over is something else. */
  readonly stated: boolean;
}

/** Sections by the parts that they show, by kind and type; in order. A section without a reference takes over the one before it. */
export function assignParts(sections: readonly SectionHeaders[]): ReadonlyMap<string, ShownPart>[] {
  const wanted = wantedPairs(sections);
  settleOpenSides(wanted);
  /** What the sections of either side, and all sections, showed last. */
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

/** A pair of parts; undefined on the side on which the section is not, where anything will do. */
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

/** A section of one side shows what a section of both sides shows where it can: no part is made for it alone. */
function settleOpenSides(wanted: readonly Map<string, OpenPair>[]): void {
  /** The first pair with both sides, by what it shows on one of them. */
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
