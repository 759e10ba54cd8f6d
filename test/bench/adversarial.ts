/**
 * Generated inputs that make comparisons slow: long, repetitive, deep, or without anything in common. The same size and
 * seed give the same texts.
 */
import type { PairFormat } from '../quality/input-pairs.ts';

/** Both texts of a generated input. */
export interface GeneratedTexts {
  readonly original: string;
  readonly revised: string;
}

/** One kind of generated input. `size` counts what the name says. */
export interface AdversarialInput {
  readonly name: string;
  readonly format: PairFormat;
  readonly size: number;
  readonly quickSize: number;
  readonly make: (size: number, random: () => number) => GeneratedTexts;
}

/** All kinds, each with the size of a full run and of a quick one. */
export const ADVERSARIAL: readonly AdversarialInput[] = [
  { name: 'paragraphs', format: 'html', size: 100_000, quickSize: 2_000, make: editedParagraphs },
  { name: 'table rows × 10, a column inserted', format: 'html', size: 2_000, quickSize: 200, make: widerTable },
  { name: 'lists nested deep', format: 'html', size: 300, quickSize: 100, make: nestedLists },
  { name: 'paragraphs reversed', format: 'html', size: 1_000, quickSize: 200, make: reversedParagraphs },
  { name: 'one word repeated', format: 'txt', size: 20_000, quickSize: 3_000, make: oneWord },
  { name: 'random words', format: 'txt', size: 50_000, quickSize: 3_000, make: randomWords },
  { name: 'two words alternating', format: 'txt', size: 50_000, quickSize: 3_000, make: alternatingWords },
];

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

function word(random: () => number): string {
  const parts = 1 + Math.floor(random() * 3);
  let text = '';
  for (let part = 0; part < parts; part += 1) text += SYLLABLES[Math.floor(random() * SYLLABLES.length)]!;
  return text;
}

function words(count: number, random: () => number): string[] {
  return Array.from({ length: count }, () => word(random));
}

function sentence(random: () => number): string {
  return `${words(8 + Math.floor(random() * 8), random).join(' ')}.`;
}

// One paragraph in fifty has a word changed, one in two hundred goes, one in two hundred is new.
function editedParagraphs(size: number, random: () => number): GeneratedTexts {
  const original: string[] = [];
  const revised: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const text = sentence(random);
    const fate = random();
    original.push(`<p>${text}</p>`);
    if (fate < 0.02) revised.push(`<p>${text.replace(/\S+/u, word(random))}</p>`);
    else if (fate >= 0.025) revised.push(`<p>${text}</p>`);
    if (fate > 0.995) revised.push(`<p>${sentence(random)}</p>`);
  }
  return { original: original.join('\n'), revised: revised.join('\n') };
}

function widerTable(size: number, random: () => number): GeneratedTexts {
  const rows = (from: readonly (readonly string[])[]): string =>
    `<table>${from.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;
  const cells = Array.from({ length: size }, () => words(10, random));
  const wider = cells.map((row) => [...row.slice(0, 4), word(random), ...row.slice(4)]);
  return { original: rows(cells), revised: rows(wider) };
}

function nestedLists(size: number, random: () => number): GeneratedTexts {
  const items = Array.from({ length: size }, () => sentence(random));
  const nest = (texts: readonly string[]): string =>
    `${texts.map((text) => `<ul><li>${text}`).join('')}${'</li></ul>'.repeat(texts.length)}`;
  const edited = items.map((text, index) => (index % 40 === 7 ? text.replace(/\S+/u, word(random)) : text));
  return { original: nest(items), revised: nest(edited) };
}

function reversedParagraphs(size: number, random: () => number): GeneratedTexts {
  const paragraphs = Array.from({ length: size }, () => `<p>${sentence(random)}</p>`);
  return { original: paragraphs.join('\n'), revised: paragraphs.toReversed().join('\n') };
}

function oneWord(size: number): GeneratedTexts {
  const most = Math.floor(size * 0.6);
  const rest = Math.floor(size * 0.3);
  return {
    original: Array.from({ length: size }, () => 'word').join(' '),
    revised: [
      ...Array.from({ length: most }, () => 'word'),
      'other',
      ...Array.from({ length: rest }, () => 'word'),
    ].join(' '),
  };
}

function randomWords(size: number, random: () => number): GeneratedTexts {
  return { original: words(size, random).join(' '), revised: words(size, random).join(' ') };
}

function alternatingWords(size: number, random: () => number): GeneratedTexts {
  return {
    original: Array.from({ length: size }, (_, index) => (index % 2 === 0 ? 'left' : 'right')).join(' '),
    revised: Array.from({ length: size }, () => (random() < 0.5 ? 'left' : 'right')).join(' '),
  };
}
