/** Searches every part of a package for content that the decisions remove. */
import type { Piece } from './merged-pieces.ts';
import type { SearchedPart } from './part-words.ts';
import type { Removed, RemovedContent } from './removed-strings.ts';

/** Removed content that a part still holds. */
export interface Leak {
  readonly text: string;
  readonly piece: Piece;
  readonly part: string;
}

/** What may stay: the decided text, and the packages that the content may come from without the decisions. */
export interface KeptContent {
  readonly words: readonly string[];
  /** The parts of the document that a removed string does not come from. */
  readonly parts: Readonly<Record<'original' | 'revised', readonly SearchedPart[]>>;
}

/** A value of an attribute with fewer letters may be a setting. */
const VALUE_MIN = 5;

/**
 * Finds removed strings and pictures in the parts of a file. A string that also stands in kept text is no finding. Nor
 * is one that the other document has anyway. It then did not come with the removed change.
 */
export function leaksIn(parts: readonly SearchedPart[], removed: RemovedContent, kept: KeptContent): Leak[] {
  const index = new StringIndex(removed.strings);
  const allowed = new Set<Removed>(index.find(kept.words));
  for (const side of ['original', 'revised'] as const)
    for (const part of kept.parts[side])
      for (const found of findInPart(part, index)) if (found.piece.side !== side) allowed.add(found);
  const keptDigests = {
    original: new Set(kept.parts.original.map(({ digest }) => digest)),
    revised: new Set(kept.parts.revised.map(({ digest }) => digest)),
  };
  const leaks: Leak[] = [];
  for (const part of parts) {
    const seen = new Set<string>();
    for (const found of findInPart(part, index)) {
      const text = found.words.join(' ');
      if (allowed.has(found) || seen.has(text)) continue;
      seen.add(text);
      leaks.push({ text, piece: found.piece, part: part.name });
    }
    const picture = removed.pictures.get(part.digest);
    const other = picture?.side === 'original' ? 'revised' : 'original';
    if (picture !== undefined && !keptDigests[other].has(part.digest))
      leaks.push({ text: picture.text.trim(), piece: picture, part: part.name });
  }
  return leaks;
}

function findInPart({ text, values }: SearchedPart, index: StringIndex): Removed[] {
  const inValues = index.find(values).filter(({ words }) => words.join('').length >= VALUE_MIN);
  return [...index.find(text), ...inValues];
}

/** Finds sequences of words in a long list of words. */
class StringIndex {
  readonly #byFirst = new Map<string, Removed[]>();

  constructor(strings: readonly Removed[]) {
    for (const removed of strings) {
      const first = removed.words[0]!;
      const known = this.#byFirst.get(first);
      if (known) known.push(removed);
      else this.#byFirst.set(first, [removed]);
    }
  }

  find(words: readonly string[]): Removed[] {
    const found = new Set<Removed>();
    words.forEach((word, at) => {
      for (const removed of this.#byFirst.get(word) ?? [])
        if (!found.has(removed) && removed.words.every((each, offset) => words[at + offset] === each))
          found.add(removed);
    });
    return [...found];
  }
}
