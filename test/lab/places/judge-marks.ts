/** Judges marks by the words and pictures that poppler finds under them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MarkedPage, PageMark, Quad } from '../../../shared/api/page-marks.ts';
import { NOTE, type SideText } from '../../../service/pipeline/page-marks/side-text.ts';

/** An area of poppler. Coordinates are points from the upper left corner of the shown page. */
interface PopplerArea {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

interface PopplerWord extends PopplerArea {
  readonly text: string;
}

/** Words and bitmaps by page, from 0. */
export interface PopplerPages {
  readonly words: readonly (readonly PopplerWord[])[];
  readonly pictures: readonly (readonly PopplerArea[])[];
}

/** A judgement of all marks of one change on one side. */
export interface Verdict {
  readonly changeId: string;
  readonly isRight: boolean;
  readonly message: string;
}

/** A word counts as covered if this part of its width is. */
const COVERED = 0.9;
/** A word counts as touched if this part of its width is. */
const TOUCHED = 0.1;

const WORD_END = new RegExp(`[\\s${NOTE}]+`);
/** Digits or letters of the number of a note at most. */
const NOTE_LENGTH = 5;
const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g;

/** Edges of a picture in whole points, as poppler tells them, differ by this. */
const PICTURE_TOLERANCE = 1.5;
const IMAGE = /<image top="(-?\d+)" left="(-?\d+)" width="(\d+)" height="(\d+)"/g;

/** The words and bitmaps of a PDF with their boxes. */
export function popplerPagesOf(file: string): PopplerPages {
  return { words: wordsOfPdf(file), pictures: picturesOfPdf(file) };
}

function picturesOfPdf(file: string): PopplerPages['pictures'] {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-pictures-'));
  try {
    // It writes each picture into a file, too.
    execFileSync('pdftohtml', ['-xml', '-zoom', '1', file, join(folder, 'pages')], { stdio: 'ignore' });
    return readFileSync(join(folder, 'pages.xml'), 'utf8')
      .split('<page ')
      .slice(1)
      .map((page) =>
        [...page.matchAll(IMAGE)].map(([, ...numbers]) => {
          const [top, left, width, height] = numbers.map(Number) as [number, number, number, number];
          return { x0: left, y0: top, x1: left + width, y1: top + height };
        }),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wordsOfPdf(file: string): PopplerPages['words'] {
  const xml = execFileSync('pdftotext', ['-bbox', '-cropbox', file, '-'], {
    maxBuffer: 1 << 30,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return xml
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(WORD)].map(([, x0, y0, x1, y1, text]) => ({
        ...{ x0: Number(x0), y0: Number(y0), x1: Number(x1), y1: Number(y1) },
        text: unescaped(text!),
      })),
    );
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/**
 * A change is right if every word of its text is among the letters under its marks. Every covered word must also be
 * part of its text, apart from the number of a note. The letters of a formula may have another order, if none is left
 * over. A change of pictures alone is right if poppler has a bitmap in
 * each of its marks. Pages that poppler shows turned are left out.
 */
export function judgeMarks(
  marks: readonly PageMark[],
  side: SideText,
  { words, pictures }: PopplerPages,
  pages: readonly MarkedPage[],
): Verdict[] {
  const byChange = new Map<string, PageMark[]>();
  for (const mark of marks) byChange.set(mark.changeId, [...(byChange.get(mark.changeId) ?? []), mark]);
  return [...byChange].flatMap(([changeId, own]): Verdict[] => {
    if (own.some(({ page }) => pages[page - 1]!.rotation !== 0)) return [];
    const parts = side.ranges
      .filter((range) => range.changeId === changeId)
      .map(({ start, end }) => side.text.slice(start, end));
    if (/^[\s\uFFFC]*\uFFFC[\s\uFFFC]*$/.test(parts.join(''))) {
      const missing = own.find(({ page, quads }) =>
        quads.some(
          (quad) => !(pictures[page - 1] ?? []).some((each) => isSame(each, areaOf(quad, pages[page - 1]!.box))),
        ),
      );
      const message = missing === undefined ? '' : `no bitmap is in the mark ${JSON.stringify(missing.quads)}`;
      return [{ changeId, isRight: missing === undefined, message }];
    }
    const under = wordsUnder(own, words, pages);
    const message = faultOf(parts.join(''), under);
    const isRight = message === '' || isFormulaOf(parts.join(''), under);
    return [{ changeId, isRight, message: isRight ? '' : message }];
  });
}

/** A word under a mark, and whether the mark covers it. */
interface WordUnder {
  readonly word: PopplerWord;
  readonly isCovered: boolean;
}

function wordsUnder(
  marks: readonly PageMark[],
  words: PopplerPages['words'],
  pages: readonly MarkedPage[],
): readonly WordUnder[] {
  return marks.flatMap(({ page, quads }) =>
    quads.flatMap((quad) => {
      const area = areaOf(quad, pages[page - 1]!.box);
      return (words[page - 1] ?? []).flatMap((word) => {
        const { ofArea, ofWord } = coverOf(word, area);
        return ofArea < TOUCHED && ofWord < TOUCHED ? [] : [{ word, isCovered: ofWord >= COVERED }];
      });
    }),
  );
}

/** What is wrong with the words under the marks of a text; empty: nothing. */
function faultOf(text: string, under: readonly WordUnder[]): string {
  const strange = under.find(({ word, isCovered }) => isCovered && !hasPart(text, comparable(word.text)));
  if (strange) return `"${strange.word.text}" is under the marks of "${text.slice(0, 80)}"`;
  const touched = under.map(({ word }) => comparable(word.text)).join('');
  const missing = text.split(WORD_END).find((word) => !holds(touched, comparable(word)));
  return missing === undefined ? '' : `"${missing}" is not under its marks: "${touched.slice(0, 80)}"`;
}

/** Whether the words under the marks are the letters of a formula in another order. */
function isFormulaOf(text: string, under: readonly WordUnder[]): boolean {
  const sorted = (letters: string): string => [...comparable(letters)].sort().join('');
  const words = new Set(under.map(({ word }) => word));
  return /[/^_]/.test(text) && sorted(text) === sorted([...words].map(({ text: word }) => word).join(''));
}

/** Whether a printed word is part of a text. The numbers of its notes may be part of the word. */
function hasPart(text: string, word: string): boolean {
  const letters = comparable(text);
  if (holds(letters, word)) return true;
  if (!text.includes(NOTE)) return false;
  for (let length = 1; length <= NOTE_LENGTH; length++)
    for (let from = 0; from + length <= word.length; from++)
      if (holds(letters, word.slice(0, from) + word.slice(from + length))) return true;
  return false;
}

function isSame(a: PopplerArea, b: PopplerArea): boolean {
  return (['x0', 'y0', 'x1', 'y1'] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= PICTURE_TOLERANCE);
}

function areaOf(quad: Quad, [left, , , top]: readonly number[]): PopplerArea {
  const xs = [0, 2, 4, 6].map((at) => quad[at]! - left!);
  const ys = [1, 3, 5, 7].map((at) => top! - quad[at]!);
  return { x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/** Poppler gives some right-to-left words in the order of the paper. */
function holds(text: string, word: string): boolean {
  return text.includes(word) || turnedForms(word).some((form) => text.includes(form));
}

const LAM_ALEF = /\u0644[\u0622\u0623\u0625\u0627]/g;

/** A word turned letter by letter. Poppler does not turn a ligature of lam and alef; two letters look the same there. */
function turnedForms(word: string): string[] {
  const pairs = [...word.matchAll(LAM_ALEF)].slice(0, 4).map(({ index }) => index);
  return Array.from({ length: 1 << pairs.length }, (_, choice) => {
    const units = [...word];
    pairs.forEach((at, bit) => {
      if ((choice >> bit) % 2 === 1) units.splice(at, 2, units[at + 1]!, units[at]!);
    });
    return units.reverse().join('');
  });
}

/** The common part of a word's width and of an area's, if the area contains the middle of the word. */
function coverOf(word: PopplerArea, area: PopplerArea): { ofWord: number; ofArea: number } {
  const middle = (word.y0 + word.y1) / 2;
  const common = Math.max(0, Math.min(word.x1, area.x1) - Math.max(word.x0, area.x0));
  if (middle < area.y0 || middle > area.y1 || common === 0) return { ofWord: 0, ofArea: 0 };
  return { ofWord: common / Math.max(0.1, word.x1 - word.x0), ofArea: common / Math.max(0.1, area.x1 - area.x0) };
}

/** Letters and digits alone: producers differ in hyphens, quotes, ligatures and the strokes that stretch Arabic. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\u0640/gu, '');
}
