/** Inputs near the limits of one comparison, each of a kind that once took too long or too much memory. */
import { docx, wp } from '../../builders/docx.ts';

/** A pair of texts that travel as one request or as two uploads. */
export interface TextPair {
  readonly format: 'json' | 'txt' | 'markdown';
  readonly original: string;
  readonly revised: string;
}

/** A pair of files. */
export interface FilePair {
  readonly format: 'docx';
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

/** Text and JSON may have 220,000 lines. An object takes two of them. */
const MEMBERS = 219_998;
const ITEMS = 200_000;
/** 300,000 texts may be on one side only. */
const LINES = 150_000;
const EMPHASES = 200_000;
const PARAGRAPHS = 120_000;
/** Every tenth value and every fortieth paragraph differ. */
const [VALUE_EVERY, PARAGRAPH_EVERY] = [10, 40];
const LINE_UNITS = 12;
const SEED = 7;
const WORDS = 'supplier delivers goods buyer pays price notice period term law court party claim damage'.split(' ');

/** The pairs by their names, made on request: the same in every run. */
export const LARGEST: ReadonlyMap<string, () => TextPair | FilePair> = new Map<string, () => TextPair | FilePair>([
  [
    'JSON, 219,998 members, a tenth changed',
    () => ({ format: 'json', original: members(false), revised: members(true) }),
  ],
  [
    'JSON, an array of 200,000 alike items, a tenth changed',
    () => ({ format: 'json', original: items(false), revised: items(true) }),
  ],
  ['text, 150,000 random lines against 150,000 others', randomLines],
  [
    'Markdown, `*a_ ` 200,000 times',
    () => ({ format: 'markdown', original: '*a_ '.repeat(EMPHASES), revised: `${'*a_ '.repeat(EMPHASES)}b` }),
  ],
  [
    'DOCX, 120,000 paragraphs, every fortieth changed',
    () => ({ format: 'docx', original: paragraphs(false), revised: paragraphs(true) }),
  ],
]);

function members(isRevised: boolean): string {
  const written = Array.from(
    { length: MEMBERS },
    (_, at) => `"k${at}":${isRevised && at % VALUE_EVERY === 0 ? at + 1 : at}`,
  );
  return `{${written.join()}}`;
}

function items(isRevised: boolean): string {
  const written = Array.from({ length: ITEMS }, (_, at) =>
    isRevised && at % VALUE_EVERY === 0 ? '"other"' : '"alike"',
  );
  return `[${written.join()}]`;
}

function randomLines(): TextPair {
  const random = randomFrom(SEED);
  const letter = (): string => String.fromCharCode(97 + Math.floor(26 * random()));
  const line = (): string => Array.from({ length: LINE_UNITS }, letter).join('');
  const side = (): string => Array.from({ length: LINES }, line).join('\n');
  return { format: 'txt', original: side(), revised: side() };
}

function paragraphs(isRevised: boolean): Uint8Array {
  const written = Array.from({ length: PARAGRAPHS }, (_, at) => {
    const words = Array.from({ length: 6 }, (_, place) => WORDS[(at * 7 + place * 3) % WORDS.length]!);
    return wp(`${words.join(' ')} ${isRevised && at % PARAGRAPH_EVERY === 0 ? 'amended' : String(at)}`);
  });
  return docx(written.join(''));
}

/** Numbers from 0 up to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
