/** Large pairs of documents: one structure many times, with a word changed in every fortieth place. */
import { docx, r, tbl, tc, tr, wp, type DocxParts } from '../../builders/docx.ts';
import { leaseOf, NUMBERING, revisedLease, STYLES, wordsBody } from '../bench/long-document.ts';

/** A pair of files of one format. */
export interface LargePair {
  readonly format: 'docx' | 'html';
  readonly original: Uint8Array;
  readonly revised: Uint8Array;
}

const WORDS = 'supplier delivers goods buyer pays price notice period term law court party claim damage'.split(' ');
const CHANGED_EVERY = 40;
const LEVELS = 9;
const SEED = 7;

/** Numbers from 0 up to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The words of a place; on the revised side every fortieth differs. */
function wordsAt(place: number, isRevised: boolean, count: number): string {
  const words = Array.from({ length: count }, (_, at) => WORDS[(place * 7 + at * 3) % WORDS.length]!);
  return `${words.join(' ')} ${isRevised && place % CHANGED_EVERY === 0 ? 'amended' : String(place)}`;
}

type Side = (isRevised: boolean) => Uint8Array;

function pairOf(format: LargePair['format'], side: Side): LargePair {
  return { format, original: side(false), revised: side(true) };
}

function table(
  rows: number,
  columns: number,
  write: (cells: readonly string[]) => string,
  isRevised: boolean,
): string[] {
  return Array.from({ length: rows }, (_, row) =>
    write(Array.from({ length: columns }, (_, column) => wordsAt(row * columns + column, isRevised, 2))),
  );
}

const docxTable =
  (rows: number, columns: number): Side =>
  (isRevised) =>
    docx(tbl(...table(rows, columns, (cells) => tr(cells.map((cell) => tc(cell))), isRevised)), { stored: true });

const htmlTable =
  (rows: number, columns: number): Side =>
  (isRevised) =>
    bytesOf(
      `<table>${table(rows, columns, (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`, isRevised).join('')}</table>`,
    );

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const LEVELS_OF_LIST = Array.from(
  { length: LEVELS },
  (_, at) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${at + 1}."/></w:lvl>`,
).join('');
const LIST = `<w:abstractNum w:abstractNumId="0">${LEVELS_OF_LIST}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;

const docxItems =
  (count: number): Side =>
  (isRevised) => {
    const items = Array.from({ length: count }, (_, at) =>
      wp(wordsAt(at, isRevised, 6), `<w:numPr><w:ilvl w:val="${at % LEVELS}"/><w:numId w:val="1"/></w:numPr>`),
    );
    return docx(items.join(''), { numbering: LIST, stored: true });
  };

const htmlItems =
  (count: number): Side =>
  (isRevised) => {
    const items = Array.from({ length: count }, (_, at) => {
      const level = at % LEVELS;
      const closes = level === LEVELS - 1 || at === count - 1 ? '</li></ul>'.repeat(level + 1) : '';
      return `<ul><li>${wordsAt(at, isRevised, 6)}${closes}`;
    });
    return bytesOf(items.join(''));
  };

const docxNotes =
  (count: number): Side =>
  (isRevised) => {
    const body = Array.from({ length: count }, (_, at) =>
      wp(`${r(wordsAt(at, isRevised, 20))}<w:r><w:footnoteReference w:id="${at + 1}"/></w:r>`),
    );
    const notes = Array.from(
      { length: count },
      (_, at) => `<w:footnote w:id="${at + 1}">${wp(wordsAt(at + 11, isRevised, 8))}</w:footnote>`,
    );
    return docx(body.join(''), { footnotes: notes.join(''), stored: true });
  };

function lease(pages: number): LargePair {
  const parts: DocxParts = { numbering: NUMBERING, styles: STYLES, stored: true };
  const blocks = leaseOf(pages, randomFrom(SEED));
  const revised = revisedLease(blocks, randomFrom(SEED + 1));
  return { format: 'docx', original: docx(wordsBody(blocks), parts), revised: docx(wordsBody(revised), parts) };
}

/** The pairs by their names. `scale`: their size as a part of the whole. */
export function largePairs(scale: number): ReadonlyMap<string, () => LargePair> {
  const of = (count: number): number => Math.max(1, Math.round(count * scale));
  return new Map([
    ['lease of 100 pages, DOCX', () => lease(of(100))],
    ['lease of 400 pages, DOCX', () => lease(of(400))],
    ['one table, 4,000 rows of 4 cells, DOCX', () => pairOf('docx', docxTable(of(4_000), 4))],
    ['one table, 4 rows of 4,000 cells, DOCX', () => pairOf('docx', docxTable(4, of(4_000)))],
    ['one table, 4,000 rows of 4 cells, HTML', () => pairOf('html', htmlTable(of(4_000), 4))],
    ['one table, 4 rows of 4,000 cells, HTML', () => pairOf('html', htmlTable(4, of(4_000)))],
    ['20,000 items, nine levels deep, DOCX', () => pairOf('docx', docxItems(of(20_000)))],
    ['20,000 items, nine levels deep, HTML', () => pairOf('html', htmlItems(of(20_000)))],
    ['3,000 footnotes, DOCX', () => pairOf('docx', docxNotes(of(3_000)))],
  ]);
}
