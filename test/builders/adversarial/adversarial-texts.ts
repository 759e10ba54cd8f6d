/** Adversarial plain texts: the order and the repetition of their words and lines make comparisons slow. */
import type { AdversarialInput, GeneratedTexts } from './adversarial-input.ts';
import { sentence, sentences, shuffled, withOtherWord, word, words } from './random-words.ts';

/** The kinds, for `ADVERSARIAL`. */
export const TEXTS: readonly AdversarialInput[] = [
  { name: 'one word repeated', format: 'txt', size: 20_000, quickSize: 3_000, besidePeers: true, make: oneWord },
  { name: 'random words', format: 'txt', size: 100_000, quickSize: 3_000, besidePeers: true, make: randomWords },
  {
    name: 'two words alternating',
    format: 'txt',
    size: 100_000,
    quickSize: 3_000,
    besidePeers: true,
    make: alternatingWords,
  },
  { name: 'changes in one line', format: 'txt', size: 50_000, quickSize: 2_000, make: changedGaps },
  { name: 'words of one line rotated', format: 'txt', size: 100_000, quickSize: 3_000, make: rotatedWords },
  { name: 'words of one line reversed', format: 'txt', size: 100_000, quickSize: 3_000, make: reversedWords },
  { name: 'words of one line shuffled', format: 'txt', size: 100_000, quickSize: 3_000, make: shuffledWords },
  { name: 'words unique only in parts', format: 'txt', size: 100_000, quickSize: 3_000, make: nestedAnchors },
  { name: 'words of a Thue-Morse sequence', format: 'txt', size: 100_000, quickSize: 3_000, make: thueMorse },
  { name: 'words of a square-free sequence', format: 'txt', size: 100_000, quickSize: 3_000, make: squareFree },
  { name: 'words, every tenth white space another', format: 'txt', size: 100_000, quickSize: 3_000, make: otherSpaces },
  { name: 'words of 50 paragraphs without order', format: 'txt', size: 100_000, quickSize: 5_000, make: disorder },
  { name: 'words broken into other lines', format: 'txt', size: 100_000, quickSize: 3_000, make: otherLineBreaks },
  { name: 'words on a line each, joined into one', format: 'txt', size: 100_000, quickSize: 3_000, make: joinedLines },
  { name: 'short lines beside one of all words', format: 'txt', size: 10_000, quickSize: 500, make: linesBesideHuge },
  { name: 'lines reversed', format: 'txt', size: 10_000, quickSize: 500, make: reversedLines },
  { name: 'lines shuffled and edited', format: 'txt', size: 10_000, quickSize: 500, make: shuffledLines },
  { name: 'lines of which all are edited', format: 'txt', size: 10_000, quickSize: 500, make: editedLines },
  { name: 'lines of ten different ones', format: 'txt', size: 8_000, quickSize: 2_000, make: fewLines },
  { name: 'blank lines put between all lines', format: 'txt', size: 20_000, quickSize: 1_000, make: spacedLines },
  { name: 'Chinese characters', format: 'txt', size: 100_000, quickSize: 3_000, make: chinese },
  { name: 'Thai words', format: 'txt', size: 100_000, quickSize: 3_000, make: thaiWords },
  { name: 'combining marks and emoji', format: 'txt', size: 50_000, quickSize: 2_000, make: graphemes },
  { name: 'marks of two classes on one letter', format: 'txt', size: 100_000, quickSize: 2_000, make: manyMarks },
  { name: 'dots between letters', format: 'txt', size: 100_000, quickSize: 3_000, make: dottedLetters },
];

function oneWord(size: number): GeneratedTexts {
  const all = (count: number): string[] => Array.from({ length: count }, () => 'word');
  return {
    original: all(size).join(' '),
    revised: [...all(Math.floor(size * 0.6)), 'other', ...all(Math.floor(size * 0.3))].join(' '),
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

// The words between changes are too long to be absorbed.
function changedGaps(size: number): GeneratedTexts {
  const write = (changed: string): string =>
    Array.from({ length: size }, (_, index) => `untouched${index % 5_000} ${changed}${index % 100}`).join(' ');
  return { original: write('old'), revised: write('new') };
}

function rotatedWords(size: number, random: () => number): GeneratedTexts {
  const all = words(size, random);
  return { original: all.join(' '), revised: [...all.slice(size >> 1), ...all.slice(0, size >> 1)].join(' ') };
}

function reversedWords(size: number, random: () => number): GeneratedTexts {
  const all = words(size, random);
  return { original: all.join(' '), revised: all.toReversed().join(' ') };
}

function shuffledWords(size: number, random: () => number): GeneratedTexts {
  const all = Array.from({ length: size }, (_, index) => `w${index}`);
  return { original: all.join(' '), revised: shuffled(all, random).join(' ') };
}

// Every word occurs twice in the whole and once in each half: anchors within anchors.
function nestedAnchors(size: number, random: () => number): GeneratedTexts {
  const write = (): string[] => {
    const all: string[] = [];
    for (let at = 0; at < size; at += 1) {
      const level = Math.clz32(at + 1);
      all.push(`w${level}x${at % (1 << Math.max(0, 31 - level))}`);
    }
    return all;
  };
  const all = write();
  return { original: all.join(' '), revised: all.map((text) => (random() < 0.3 ? word(random) : text)).join(' ') };
}

function thueMorse(size: number, random: () => number): GeneratedTexts {
  const isOdd = (at: number): boolean => {
    let bits = 0;
    for (let rest = at; rest > 0; rest &= rest - 1) bits += 1;
    return bits % 2 === 1;
  };
  const all = Array.from({ length: size }, (_, at) => (isOdd(at) ? 'either' : 'other'));
  return { original: all.join(' '), revised: all.slice(Math.floor(random() * (size >> 1))).join(' ') };
}

// The ternary sequence of runs between the zeros of Thue and Morse: no stretch of it follows itself.
function squareFree(size: number, random: () => number): GeneratedTexts {
  const parity = (at: number): number => {
    let bits = 0;
    for (let rest = at; rest > 0; rest &= rest - 1) bits += 1;
    return bits % 2;
  };
  const names = ['first', 'second', 'third'];
  const all = Array.from({ length: size }, (_, at) => names[parity(at + 1) - parity(at) + 1]!);
  return { original: all.join(' '), revised: all.filter(() => random() > 0.1).join(' ') };
}

function otherSpaces(size: number, random: () => number): GeneratedTexts {
  const all = words(size, random);
  return {
    original: all.join(' '),
    revised: all.map((text, index) => text + (index % 10 === 0 ? '  ' : ' ')).join(''),
  };
}

// Each text is short enough for a shortest script. No script of it is much shorter than both its sides.
function disorder(size: number, random: () => number): GeneratedTexts {
  const few = words(40, random);
  const paragraphs = Array.from({ length: 50 }, () =>
    Array.from({ length: Math.round(size / 50) }, () => few[Math.floor(random() * few.length)]!),
  );
  const write = (each: readonly (readonly string[])[]): string => each.map((own) => own.join(' ')).join('\n\n');
  return { original: write(paragraphs), revised: write(paragraphs.map((own) => shuffled(own, random))) };
}

function otherLineBreaks(size: number, random: () => number): GeneratedTexts {
  const all = words(size, random);
  const breakAt = (width: number): string =>
    all.map((text, index) => text + (index % width === width - 1 ? '\n' : ' ')).join('');
  return { original: breakAt(10), revised: breakAt(13) };
}

function joinedLines(size: number, random: () => number): GeneratedTexts {
  const all = words(size, random);
  return { original: all.join('\n'), revised: all.join(' ') };
}

function linesBesideHuge(size: number, random: () => number): GeneratedTexts {
  const lines = sentences(size, random);
  return {
    original: lines.map((line) => withOtherWord(line, random)).join('\n'),
    revised: `${lines.join(' ')}\n${sentence(random)}\n${sentence(random)}`,
  };
}

function reversedLines(size: number, random: () => number): GeneratedTexts {
  const lines = sentences(size, random);
  return { original: lines.join('\n'), revised: lines.toReversed().join('\n') };
}

function shuffledLines(size: number, random: () => number): GeneratedTexts {
  const lines = sentences(size, random);
  return {
    original: lines.join('\n'),
    revised: shuffled(lines, random)
      .map((line) => (random() < 0.3 ? withOtherWord(line, random) : line))
      .join('\n'),
  };
}

function editedLines(size: number, random: () => number): GeneratedTexts {
  const lines = sentences(size, random);
  return { original: lines.join('\n'), revised: lines.map((line) => withOtherWord(line, random)).join('\n') };
}

function fewLines(size: number, random: () => number): GeneratedTexts {
  const ten = sentences(10, random);
  const pick = (): string => Array.from({ length: size }, () => ten[Math.floor(random() * 10)]!).join('\n');
  return { original: pick(), revised: pick() };
}

function spacedLines(size: number, random: () => number): GeneratedTexts {
  const lines = words(size, random);
  return { original: lines.join('\n'), revised: lines.join('\n\n') };
}

function chinese(size: number, random: () => number): GeneratedTexts {
  const characters = Array.from({ length: size }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 3_000)));
  return {
    original: characters.join(''),
    revised: characters.map((each) => (random() < 0.02 ? '新' : each)).join(''),
  };
}

// Names between spaces, 20 to a line: each is a separate run. One in twenty differs.
function thaiWords(size: number, random: () => number): GeneratedTexts {
  const syllables = ['ภาษา', 'ไทย', 'ประเทศ', 'กรุงเทพ', 'สวัสดี', 'ครับ', 'หนังสือ', 'มา', 'ที่', 'นี่', 'กิน', 'ข้าว'];
  const one = (): string => syllables[Math.floor(random() * syllables.length)]!;
  const word = (): string => one() + one() + one();
  const words = Array.from({ length: size }, word);
  const lines = (all: readonly string[]): string =>
    all.map((each, index) => each + (index % 20 === 19 ? '\n' : ' ')).join('');
  return { original: lines(words), revised: lines(words.map((each) => (random() < 0.05 ? word() : each))) };
}

// Reordering moves each past all marks of the other class before it.
function manyMarks(size: number): GeneratedTexts {
  const marks = '\u0301\u0316'.repeat(size >> 1);
  return { original: `a${marks} old`, revised: `a${marks} new` };
}

function graphemes(size: number, random: () => number): GeneratedTexts {
  const parts = ['e\u0301', 'n\u0303\u0323', '👩🏽‍⚕️', '👨‍👩‍👧', '🇩🇪', ' '];
  const all = Array.from({ length: size }, () => parts[Math.floor(random() * parts.length)]!);
  return { original: all.join(''), revised: all.map((each) => (random() < 0.05 ? '🇫🇷' : each)).join('') };
}

function dottedLetters(size: number, random: () => number): GeneratedTexts {
  const letters = Array.from({ length: size }, () => 'abc'[Math.floor(random() * 3)]!);
  return {
    original: letters.join('.'),
    revised: letters.map((letter) => (random() < 0.02 ? 'x' : letter)).join('.'),
  };
}
