/** The last page of a marked PDF: what the marks mean, which changes have none, and which pages were not compared. */
import type { MarkedPage, PageMark, UnplacedChange } from '../../../shared/api/page-marks.ts';
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { unitsOf } from '../../../shared/fragment/units.ts';
import { color, drawMarks, type Verdict } from './draw-marks.ts';

/** Size of the closing page in points: A4. */
export const CLOSING_SIZE = { width: 595, height: 842 } as const;

const MARGIN = 56;
const LINE = 20;
/** Numbers of changes, or of pages of a side, that are written out. */
const LISTED_MAX = 300;
/** Characters on a line of the list. */
const LINE_MAX = 88;

const SAMPLES: readonly { text: string; kind: PageMark['kind']; shape?: 'caret'; verdict?: Verdict }[] = [
  { text: 'Inserted text', kind: 'insert' },
  { text: 'Deleted text', kind: 'delete' },
  { text: 'Moved text', kind: 'move' },
  { text: 'Changed formatting, link or paragraph', kind: 'format' },
  { text: 'Here the other side has text', kind: 'insert', shape: 'caret' },
  { text: 'Accepted change', kind: 'insert', verdict: 'accepted' },
  { text: 'Rejected change', kind: 'insert', verdict: 'rejected' },
];

/** The changes as a person counts them: both ends of a move are one. */
export interface CountedChanges {
  readonly total: number;
  /** The number of a change, from 1, in document order. */
  readonly numberOf: (changeId: string) => number;
}

/** The changes of a merged document, counted. */
export function countedChanges(blocks: readonly Block[]): CountedChanges {
  const units = unitsOf(blocks);
  const numbers = new Map(units.all.flatMap(({ changeIds }, at) => changeIds.map((id) => [id, at + 1] as const)));
  return { total: units.all.length, numberOf: (changeId) => numbers.get(changeId) ?? 0 };
}

/** The warning of an export whose pages lack some changes. */
export function unplacedWarning(unplaced: readonly UnplacedChange[], changes: CountedChanges): string | null {
  const { length } = numbersOf(unplaced, changes);
  if (length === 0) return null;
  return length === 1
    ? '1 change is not marked, or not completely: its text is not found on the pages. The last page names it.'
    : `${length} changes are not marked, or not completely: their text is not found on the pages. The last page names them.`;
}

/** What the closing page tells of. */
export interface ClosingFacts {
  readonly changes: CountedChanges;
  readonly unplaced: readonly UnplacedChange[];
  readonly pages: Readonly<Record<Side, readonly MarkedPage[]>>;
}

/** Operators that draw the page. The font `F` is Helvetica. */
export function drawClosingPage({ changes, unplaced, pages }: ClosingFacts): string {
  let top = CLOSING_SIZE.height - MARGIN;
  let content = '';
  const write = (text: string, size: number, from: number = MARGIN): void => {
    content += label(text, from, top, size);
    top -= LINE;
  };
  write('About the marks', 16);
  top -= LINE / 2;
  for (const { text, kind, shape, verdict } of SAMPLES) {
    const width = shape === 'caret' ? 1.2 : text.length * 5.6;
    const [low, high] = [top - 4, top + 10];
    const quad = [MARGIN, high, MARGIN + width, high, MARGIN + width, low, MARGIN, low];
    const sample: PageMark = { changeId: '', side: 'original', page: 1, kind, shape: shape ?? 'text', quads: [quad] };
    content += drawMarks([sample], () => verdict ?? null);
    write(text, 11, MARGIN + (shape === 'caret' ? 6 : 2));
  }
  top -= LINE / 2;
  const { total } = changes;
  write(total === 1 ? 'The comparison has 1 change.' : `The comparison has ${total} changes.`, 11);
  const numbers = numbersOf(unplaced, changes);
  if (numbers.length === 0) {
    write('Every change is marked.', 11);
  } else {
    write('These changes are not marked, or not completely. Their text is not found on the pages:', 11);
    for (const line of linesOf(numbers)) write(line, 11);
  }
  for (const side of BOTH_SIDES) {
    const unread = pages[side].flatMap(({ withoutText }, at) => (withoutText === 'differs' ? [at + 1] : []));
    if (unread.length === 0) continue;
    write(`Not compared, because they have no text, and different: these pages of the ${side}:`, 11);
    for (const line of linesOf(unread)) write(line, 11);
  }
  return content;
}

/** Numbers of the changes, in order. */
function numbersOf(unplaced: readonly UnplacedChange[], { numberOf }: CountedChanges): number[] {
  return [...new Set(unplaced.map(({ changeId }) => numberOf(changeId)))].sort((a, b) => a - b);
}

function linesOf(numbers: readonly number[]): string[] {
  const words = numbers.slice(0, LISTED_MAX).map(String);
  const more = numbers.length - words.length;
  const lines = [''];
  words.forEach((word, at) => {
    const part = at < words.length - 1 || more > 0 ? `${word}, ` : word;
    if (lines.at(-1)!.length + part.length > LINE_MAX) lines.push('');
    lines.push(lines.pop()! + part);
  });
  if (more > 0) lines.push(`and ${more} more.`);
  return lines.map((line) => line.trim());
}

/** A line of ASCII text in Helvetica. */
export function label(text: string, x: number, y: number, size: number): string {
  const safe = text.replace(/[^ -~]/g, '?').replace(/[\\()]/g, (sign) => `\\${sign}`);
  return `q ${color('#333333', 'rg')} BT /F ${size} Tf ${x} ${y} Td (${safe}) Tj ET Q\n`;
}
