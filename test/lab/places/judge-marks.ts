/** Judges marks by the words that poppler finds under them. */
import { execFileSync } from 'node:child_process';
import type { MarkedPage, PageMark, Quad } from '../../../shared/api/page-marks.ts';
import type { SideText } from '../../../service/pipeline/page-marks/side-text.ts';

/** A word of poppler. Coordinates are points from the upper left corner of the shown page. */
interface PopplerWord {
  readonly text: string;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Words by page, from 0. */
export type PopplerPages = readonly (readonly PopplerWord[])[];

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

const WORD = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g;

/** The words of a PDF with their boxes. */
export function wordsOfPdf(file: string): PopplerPages {
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
 * part of its text. Pages that poppler shows turned are left out.
 */
export function judgeMarks(
  marks: readonly PageMark[],
  side: SideText,
  words: PopplerPages,
  pages: readonly MarkedPage[],
): Verdict[] {
  const byChange = new Map<string, PageMark[]>();
  for (const mark of marks) byChange.set(mark.changeId, [...(byChange.get(mark.changeId) ?? []), mark]);
  return [...byChange].flatMap(([changeId, own]): Verdict[] => {
    if (own.some(({ page }) => pages[page - 1]!.rotation !== 0)) return [];
    const parts = side.ranges
      .filter((range) => range.changeId === changeId)
      .map(({ start, end }) => side.text.slice(start, end));
    const text = comparable(parts.join(''));
    let touched = '';
    for (const { page, quads } of own) {
      for (const quad of quads) {
        const { box } = pages[page - 1]!;
        const area = areaOf(quad, box);
        for (const word of words[page - 1] ?? []) {
          const cover = coverOf(word, area);
          if (cover.ofArea < TOUCHED && cover.ofWord < TOUCHED) continue;
          touched += comparable(word.text);
          if (cover.ofWord >= COVERED && !holds(text, comparable(word.text)))
            return [
              {
                changeId,
                isRight: false,
                message: `"${word.text}" is under the marks of "${parts.join('').slice(0, 80)}"`,
              },
            ];
        }
      }
    }
    for (const word of parts.join('').split(/\s+/)) {
      const wanted = comparable(word);
      if (wanted !== '' && !holds(touched, wanted))
        return [{ changeId, isRight: false, message: `"${word}" is not under its marks: "${touched.slice(0, 80)}"` }];
    }
    return [{ changeId, isRight: true, message: '' }];
  });
}

function areaOf(quad: Quad, [left, , , top]: readonly number[]): PopplerWord {
  const xs = [0, 2, 4, 6].map((at) => quad[at]! - left!);
  const ys = [1, 3, 5, 7].map((at) => top! - quad[at]!);
  return { text: '', x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
}

/** Poppler gives some right-to-left words in the order of the paper. */
function holds(text: string, word: string): boolean {
  return text.includes(word) || text.includes([...word].reverse().join(''));
}

/** The common part of a word's width and of an area's, if the area contains the middle of the word. */
function coverOf(word: PopplerWord, area: PopplerWord): { ofWord: number; ofArea: number } {
  const middle = (word.y0 + word.y1) / 2;
  const common = Math.max(0, Math.min(word.x1, area.x1) - Math.max(word.x0, area.x0));
  if (middle < area.y0 || middle > area.y1 || common === 0) return { ofWord: 0, ofArea: 0 };
  return { ofWord: common / Math.max(0.1, word.x1 - word.x0), ofArea: common / Math.max(0.1, area.x1 - area.x0) };
}

/** Letters and digits alone: producers differ in hyphens, quotes and ligatures. */
function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
