/** Texts that both sides have once and whole, in another order. Their words are no words of other texts. */
import { heaviestChain } from '../../engine/diff/heaviest-chain.ts';
import type { Side } from './leaves.ts';
import type { Word } from './words-of-blocks.ts';

/** Words of a printed label before a text, at most. */
const LABEL_WORDS_MAX = 3;
/** A text of fewer words is found by its words. */
const WORDS_MIN = 2;

/** The words of these texts, on both sides. */
export function textsOutOfOrder(own: Side, lead: Side): Set<Word> {
  const [printed, stated] = [textsOf(own), textsOf(lead)];
  const places = new Map<string, number[]>();
  stated.forEach((words, at) => {
    if (words.length >= WORDS_MIN) add(places, keyOf(words), at);
  });
  const found = new Map<number, number[]>();
  printed.forEach((words, at) => {
    for (let skipped = 0; skipped <= LABEL_WORDS_MAX && words.length - skipped >= WORDS_MIN; skipped += 1) {
      const own = places.get(keyOf(words.slice(skipped)));
      if (own === undefined) continue;
      if (own.length === 1) found.set(own[0]!, [...(found.get(own[0]!) ?? []), at]);
      break;
    }
  });
  const links = [...found].flatMap(([j, at]) =>
    at.length === 1 ? [{ i: at[0]!, j, gain: keyOf(stated[j]!).length }] : [],
  );
  const inOrder = new Set(heaviestChain([...links], 0, stated.length).map(({ j }) => j));
  const apart = links.filter(({ j }) => !inOrder.has(j));
  return new Set(apart.flatMap(({ i, j }) => [...printed[i]!, ...stated[j]!]));
}

function textsOf({ leaves, words }: Side): Word[][] {
  const texts: Word[][] = leaves.map(() => []);
  for (const word of words) texts[word.block]!.push(word);
  return texts;
}

function keyOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function add(places: Map<string, number[]>, key: string, at: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [at]);
  else known.push(at);
}
