/** A pair of long PDFs with changes on some pages. The same numbers give the same pair. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

const WORDS =
  'party shall agreement notice term fee service data loss claim event cost delay rights law court signed written days month year payment supplier customer order goods price tax audit record access breach cure remedy limit cover policy risk insurance'.split(
    ' ',
  );
const LINES = 44;
const WORDS_A_LINE = 13;

/** The two sides. Every tenth page has one changed word, and every fiftieth one has a new line. */
export async function longPair(pages: number): Promise<readonly [Uint8Array, Uint8Array]> {
  const next = numbers(7);
  const lines = Array.from({ length: pages }, () =>
    Array.from({ length: LINES }, () =>
      Array.from({ length: WORDS_A_LINE }, () => WORDS[next() % WORDS.length]!).join(' '),
    ),
  );
  const revised = lines.map((page, at) => {
    if (at % 10 !== 0) return page;
    const changed = page.map((line, number) => (number === 12 ? line.replace(/^\S+ \S+/u, 'exactly seventeen') : line));
    return at % 50 === 0 ? [...changed, 'This line is new and it closes the page.'] : changed;
  });
  return [await written(lines), await written(revised)];
}

async function written(pages: readonly (readonly string[])[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  pages.forEach((lines, at) => {
    const page = document.addPage([595, 842]);
    lines.forEach((text, line) => page.drawText(text, { x: 60, y: 780 - 16 * line, size: 10, font }));
    page.drawText(String(at + 1), { x: 290, y: 30, size: 9, font });
  });
  return await document.save();
}

/** Numbers of a linear congruential generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 8;
  };
}
