/** Draws marks with the operators of PDF, in the colours and signs of the redline on paper. */
import type { PageMark, Quad } from '../../../shared/api/page-marks.ts';
import { written } from './page-matrix.ts';

/** The decision about a change. */
export type Verdict = 'accepted' | 'rejected' | null;

/** Names of the graphics states that a page with marks has. */
export const MULTIPLY = 'DiffsvcMultiply';
export const QUIET = 'DiffsvcQuiet';

/** The light colours of the redline: ink of the sign, and ground. */
const COLORS: Readonly<Record<PageMark['kind'], { readonly ink: string; readonly soft: string }>> = {
  insert: { ink: '#0a6b37', soft: '#e3f5e9' },
  delete: { ink: '#a8271c', soft: '#fdebe9' },
  move: { ink: '#6231b0', soft: '#f1eafd' },
  format: { ink: '#7a5200', soft: '#fdf3d9' },
};
/** Height of a line above the lower edge of its mark, as a share of the mark's height. */
const STRIKE_AT = 0.42;

/** Operators that draw marks. They expect the user space of the marked page. */
export function drawMarks(marks: readonly PageMark[], verdictOf: (changeId: string) => Verdict): string {
  return marks
    .map((mark) => mark.quads.map((quad) => drawMark(mark, quad, verdictOf(mark.changeId))).join(''))
    .join('');
}

function drawMark({ kind, shape }: PageMark, quad: Quad, verdict: Verdict): string {
  const { ink, soft } = COLORS[kind];
  if (shape === 'caret') return `q /${verdict === null ? MULTIPLY : QUIET} gs ${color(ink, 'rg')} ${area(quad)} f Q\n`;
  if (verdict !== null) {
    const dash = verdict === 'rejected' ? '[1 1.5] 0 d ' : '';
    return `q /${QUIET} gs ${color(ink, 'RG')} 0.75 w ${dash}${line(quad, 0.02)} Q\n`;
  }
  const ground = `q /${MULTIPLY} gs ${color(soft, 'rg')} ${area(quad)} f Q\n`;
  return `${ground}q ${color(ink, 'RG')} ${SIGNS[kind](quad)} Q\n`;
}

/** Each kind has a sign besides its colour. */
const SIGNS: Readonly<Record<PageMark['kind'], (quad: Quad) => string>> = {
  insert: (quad) => `1.2 w ${line(quad, 0.04)}`,
  delete: (quad) => `1 w ${line(quad, STRIKE_AT)}`,
  move: (quad) => `0.7 w ${line(quad, 0.03)} ${line(quad, 0.14)}`,
  format: (quad) => `1.2 w [1.2 1.2] 0 d ${line(quad, 0.04)}`,
};

/** A line along the text, at this share of the height above its lower edge. */
function line(quad: Quad, share: number): string {
  const [x1, y1, x2, y2, x3, y3, x4, y4] = quad as [number, number, number, number, number, number, number, number];
  const between = (from: number, to: number): string => written(from + (to - from) * share);
  return `${between(x4, x1)} ${between(y4, y1)} m ${between(x3, x2)} ${between(y3, y2)} l S`;
}

function area(quad: Quad): string {
  const [first, ...others] = [0, 2, 4, 6].map((at) => `${written(quad[at]!)} ${written(quad[at + 1]!)}`);
  return `${first} m ${others.map((point) => `${point} l`).join(' ')} h`;
}

/** A colour of six hexadecimal digits with its operator: `rg` for areas, `RG` for lines. */
export function color(hex: string, operator: 'rg' | 'RG'): string {
  const parts = [1, 3, 5].map((at) => written(parseInt(hex.slice(at, at + 2), 16) / 255));
  return `${parts.join(' ')} ${operator}`;
}
