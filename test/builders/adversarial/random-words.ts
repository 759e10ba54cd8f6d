/** Random words from a seed: equal seeds make equal words on every machine. */

/** A generator of numbers in [0, 1): mulberry32, small and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'an ber cor del en fir gan hol im jur ket lan mor nis or par quo rel sta tem ur ven wis yel zon'.split(' ');

/** One to three syllables: some 16,000 different words. */
export function word(random: () => number): string {
  const parts = 1 + Math.floor(random() * 3);
  let text = '';
  for (let part = 0; part < parts; part += 1) text += SYLLABLES[Math.floor(random() * SYLLABLES.length)]!;
  return text;
}

/** This many words. */
export function words(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => word(random));
}

/** Eight to fifteen words and a full stop. */
export function sentence(random: () => number): string {
  return `${words(8 + Math.floor(random() * 8), random).join(' ')}.`;
}

/** This many sentences. */
export function sentences(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => sentence(random));
}

/** The sentence with another first word. */
export function withOtherWord(text: string, random: () => number): string {
  return text.replace(/\S+/u, word(random));
}

/** The items in an order of their own (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
