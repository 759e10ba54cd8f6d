import { PAGE_CLIP, PLAIN_PEN, type Clip, type Pen } from './drawing.ts';
import { IDENTITY, multiply, type Matrix } from './matrix.ts';
import type { PaintFont } from './paint-fonts.ts';

/** The part of the graphics and text state (ISO 32000-2, 8.4 and 9.3) that reading and the inventory need. */
export interface PaintState {
  ctm: Matrix;
  font: PaintFont | null;
  fontSize: number;
  charSpacing: number;
  wordSpacing: number;
  horizontalScale: number;
  leading: number;
  rise: number;
  renderMode: number;
  fillColor: string | null;
  /** Opacity of fills, and of the groups around them, from 0 to 1. */
  fillAlpha: number;
  groupAlpha: number;
  pen: Pen;
  clip: Clip;
  /** pdf.js id of the annotation whose appearance is painted; null on the page itself. */
  annotation: string | null;
}

/** The state at the start of a page. */
function initialState(ctm: Matrix): PaintState {
  return {
    ctm,
    font: null,
    fontSize: 0,
    charSpacing: 0,
    wordSpacing: 0,
    horizontalScale: 1,
    leading: 0,
    rise: 0,
    renderMode: 0,
    fillColor: '#000000',
    fillAlpha: 1,
    groupAlpha: 1,
    pen: PLAIN_PEN,
    clip: PAGE_CLIP,
    annotation: null,
  };
}

/** `q` and `Q` nested deeper than this are an attack. ISO 32000-1 (Annex C) requires only 28 levels. */
const MAX_SAVED_STATES = 10_000;

/** The current state with its stack, and the two matrices of a text object. */
export class PaintStack {
  state: PaintState;
  textMatrix: Matrix = IDENTITY;
  #lineMatrix: Matrix = IDENTITY;
  readonly #saved: PaintState[] = [];

  constructor(ctm: Matrix) {
    this.state = initialState(ctm);
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push({ ...this.state });
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  transform(matrix: Matrix | null): void {
    if (matrix) this.state.ctm = multiply(matrix, this.state.ctm);
  }

  beginText(): void {
    this.setTextMatrix(IDENTITY);
  }

  setTextMatrix(matrix: Matrix | null): void {
    if (!matrix) return;
    this.textMatrix = matrix;
    this.#lineMatrix = matrix;
  }

  moveText(x: number, y: number): void {
    this.setTextMatrix(multiply([1, 0, 0, 1, x, y], this.#lineMatrix));
  }

  nextLine(): void {
    this.moveText(0, -this.state.leading);
  }

  /** Moves the pen, in unscaled text space. */
  advance(x: number, y: number): void {
    this.textMatrix = multiply([1, 0, 0, 1, x, y], this.textMatrix);
  }
}
