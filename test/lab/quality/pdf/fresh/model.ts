/** Random documents, as a reader of their pages would describe them. */
import type { Random } from './random.ts';
import { SCRIPTS, type Script } from './scripts.ts';

/** A run of text. */
export interface FreshRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly href?: string;
}

/** A list item, and the list below it. */
export interface FreshItem {
  readonly runs: readonly FreshRun[];
  readonly inner: FreshList | null;
}

/** Markers of the items of a list. */
export type Numbering = 'bullet' | 'decimal' | 'alpha' | 'roman';

/** A list. */
export interface FreshList {
  readonly kind: 'list';
  readonly numbering: Numbering;
  readonly items: readonly FreshItem[];
}

/** A block of a document. Cells hold plain text. `headed`: the first row names the columns. */
export type FreshBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote'; readonly runs: readonly FreshRun[] }
  | FreshList
  | { readonly kind: 'table'; readonly headed: boolean; readonly rows: readonly (readonly string[])[] };

/** A document in one script. */
export interface FreshDocument {
  readonly script: Script;
  readonly title: string;
  readonly blocks: readonly FreshBlock[];
}

/** The largest column count of the document's tables; 0 without tables. */
export function widestTable({ blocks }: FreshDocument): number {
  return Math.max(0, ...blocks.map((block) => (block.kind === 'table' ? block.rows[0]!.length : 0)));
}

/** Sections of a document, for a few pages. */
const MOST_SECTIONS = 6;

/**
 * Makes a random document.
 *
 * @param canSet whether this machine has a font for a language. Without a font, the PDF lacks its letters.
 */
export function makeDocument(random: Random, canSet: (language: string) => boolean): FreshDocument {
  const picked = random.chance(0.6) ? SCRIPTS[0]! : random.pick(SCRIPTS);
  const script = canSet(picked.language) ? picked : SCRIPTS[0]!;
  const title = headingText(script, random);
  const blocks: FreshBlock[] = [{ kind: 'heading', level: 1, text: title }];
  const numbered = random.chance(0.5);
  const sections = random.int(2, MOST_SECTIONS);
  for (let section = 1; section <= sections; section++) {
    const label = numbered ? `${section}. ` : '';
    blocks.push({ kind: 'heading', level: 2, text: label + headingText(script, random) });
    for (let count = random.int(2, 6); count > 0; count--) blocks.push(...makeBlocks(script, random));
    if (random.chance(0.4)) {
      blocks.push({ kind: 'heading', level: 3, text: (numbered ? `${section}.1 ` : '') + headingText(script, random) });
      for (let count = random.int(1, 3); count > 0; count--) blocks.push(...makeBlocks(script, random));
    }
  }
  return { script, title, blocks };
}

function makeBlocks(script: Script, random: Random): FreshBlock[] {
  const paragraph = makeParagraph(script, random);
  const kind = random.int(0, 9);
  if (kind < 6) return [paragraph];
  if (kind < 7) return [{ kind: 'quote', runs: [{ text: makeText(script, random, 2, 3) }] }, paragraph];
  // Two consecutive lists or tables would look like one on the page.
  if (kind < 9) return [makeList(script, random, 0), paragraph];
  return [makeTable(script, random), paragraph];
}

/** Makes a paragraph of random sentences. */
export function makeParagraph(script: Script, random: Random): FreshBlock & { readonly kind: 'paragraph' } {
  const runs: FreshRun[] = [];
  for (let count = random.int(1, 6); count > 0; count--) {
    const text = sentence(script, random) + (count > 1 ? script.space : '');
    const look = random.int(0, 19);
    if (look === 0) runs.push({ text: text.trimEnd(), bold: true }, { text: script.space });
    else if (look === 1) runs.push({ text: text.trimEnd(), italic: true }, { text: script.space });
    else if (look === 2)
      runs.push({ text: text.trimEnd(), href: `https://example.com/s${random.int(1, 99)}` }, { text: script.space });
    else runs.push({ text });
  }
  return { kind: 'paragraph', runs: trimEnd(runs) };
}

function trimEnd(runs: FreshRun[]): FreshRun[] {
  while (runs.at(-1)?.text.trim() === '') runs.pop();
  return runs;
}

function makeList(script: Script, random: Random, depth: number): FreshList {
  const numbering = random.pick<Numbering>(['bullet', 'bullet', 'decimal', 'alpha', 'roman']);
  const items = Array.from({ length: random.int(2, 5) }, (): FreshItem => {
    const text = random.chance(0.5) ? sentence(script, random) : makeText(script, random, 1, 3);
    return { runs: [{ text }], inner: depth < 1 && random.chance(0.2) ? makeList(script, random, depth + 1) : null };
  });
  return { kind: 'list', numbering, items };
}

function makeTable(script: Script, random: Random): FreshBlock {
  const columns = random.int(2, 4);
  const numeric = Array.from({ length: columns }, (_, column) => column > 0 && random.chance(0.5));
  const name = (): string => words(script, random, 1, 2);
  const cell = (column: number): string =>
    numeric[column] === true
      ? `${random.int(1, 9)},${random.int(100, 999)}.${random.int(10, 99)}`
      : words(script, random, 1, columns > 2 ? 3 : 5);
  const rows = Array.from({ length: random.int(3, 12) }, () =>
    Array.from({ length: columns }, (_, column) => cell(column)),
  );
  return { kind: 'table', headed: true, rows: [Array.from({ length: columns }, name), ...rows] };
}

/** Makes a text of several sentences. */
export function makeText(script: Script, random: Random, least: number, most: number): string {
  return Array.from({ length: random.int(least, most) }, () => sentence(script, random)).join(script.space);
}

function sentence(script: Script, random: Random): string {
  const text = words(script, random, 5, 22);
  return capital(random.chance(0.1) ? `${text} ${random.pick(script.asides)}` : text) + script.stop;
}

function headingText(script: Script, random: Random): string {
  return capital(words(script, random, 1, 4));
}

/** Words that begin with a letter. A sentence that begins with "3.2" reads as a numbered clause. */
function words(script: Script, random: Random, least: number, most: number): string {
  const picked = Array.from({ length: random.int(least, most) }, () => random.pick(script.words));
  while (!/^\p{L}[\p{L}\p{M}]/u.test(picked[0]!)) picked[0] = random.pick(script.words);
  return picked.join(script.space);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
