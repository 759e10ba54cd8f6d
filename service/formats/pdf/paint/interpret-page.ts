import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { actualTextOf } from './actual-text.ts';
import type { GlyphFont } from './glyph.ts';
import { glyphText } from './glyph-text.ts';
import { matrixOf, multiply, type Matrix } from './matrix.ts';
import type { FontSource } from './paint-fonts.ts';
import { PaintFonts } from './paint-fonts.ts';
import { PaintStack } from './paint-state.ts';
import { PaintedShapes } from './painted-shapes.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** The operator list of a page as pdf.js returns it. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** A glyph with the direction it runs in, before the page is split into frames. */
export interface PlacedGlyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Advance along the direction. */
  readonly width: number;
  readonly size: number;
  /** Degrees clockwise on the upright page, whole, 0 to 359. */
  readonly angle: number;
  readonly font: GlyphFont;
  readonly mcid: number;
  readonly invisible: boolean;
  readonly artifact: boolean;
}

/** What one page paints. */
export interface PaintedPage {
  readonly glyphs: readonly PlacedGlyph[];
  readonly shapes: PaintedShapes;
  readonly truncated: boolean;
}

/** Bits of the text render mode (ISO 32000-2, table 104): 3 paints nothing, 7 only clips. */
const INVISIBLE = 3;
const CLIP_ONLY = 7;

/**
 * Runs the operator list of a page for what reading needs: glyphs with their place, straight lines, filled rectangles,
 * marked content.
 *
 * @param base from user space to the upright page
 * @param maxGlyphs glyphs kept at most; the rest is dropped and `truncated` says so
 */
export function interpretPage(list: OperatorList, fonts: FontSource, base: Matrix, maxGlyphs: number): PaintedPage {
  const interpreter = new Interpreter(new PaintFonts(fonts), base, maxGlyphs);
  for (let index = 0; index < list.fnArray.length; index++) {
    const args = list.argsArray[index];
    interpreter.run(list.fnArray[index]!, Array.isArray(args) ? (args as readonly unknown[]) : []);
    if (interpreter.truncated) break;
  }
  return interpreter;
}

class Interpreter implements PaintedPage {
  readonly glyphs: PlacedGlyph[] = [];
  readonly shapes = new PaintedShapes();
  truncated = false;
  readonly #fonts: PaintFonts;
  readonly #stack: PaintStack;
  readonly #maxGlyphs: number;
  /** Open marked content: its id or −1, whether it is an artifact, and what it is to be read as. */
  readonly #marked: { mcid: number; artifact: boolean; replacement: Replacement | null }[] = [];
  /** The innermost replacement text that is open. */
  #replacement: Replacement | null = null;
  #mcid = -1;
  #artifact = false;

  constructor(fonts: PaintFonts, base: Matrix, maxGlyphs: number) {
    this.#fonts = fonts;
    this.#stack = new PaintStack(base);
    this.#maxGlyphs = maxGlyphs;
  }

  run(operator: number, args: readonly unknown[]): void {
    const stack = this.#stack;
    const { state } = stack;
    switch (operator) {
      case OPS.save:
      case OPS.beginGroup: {
        stack.save();
        return;
      }
      case OPS.restore:
      case OPS.endGroup:
      case OPS.paintFormXObjectEnd:
      case OPS.endAnnotation: {
        stack.restore();
        return;
      }
      case OPS.transform: {
        stack.transform(matrixOf(args));
        return;
      }
      case OPS.paintFormXObjectBegin:
        stack.save();
        {
          stack.transform(matrixOf(args[0]));
          return;
        }
      case OPS.beginAnnotation:
        stack.save();
        stack.transform(matrixOf(args[2]));
        {
          stack.transform(matrixOf(args[3]));
          return;
        }
      case OPS.setGState: {
        this.#setGraphicsState(args[0]);
        return;
      }
      case OPS.beginText: {
        stack.beginText();
        return;
      }
      case OPS.setFont: {
        this.#setFont(args[0], args[1]);
        return;
      }
      case OPS.setCharSpacing:
        state.charSpacing = numberOf(args[0]);
        return;
      case OPS.setWordSpacing:
        state.wordSpacing = numberOf(args[0]);
        return;
      case OPS.setHScale:
        state.horizontalScale = numberOf(args[0], 100) / 100;
        return;
      case OPS.setLeading:
        state.leading = numberOf(args[0]);
        return;
      case OPS.setTextRise:
        state.rise = numberOf(args[0]);
        return;
      case OPS.setTextRenderingMode:
        state.renderMode = numberOf(args[0]);
        return;
      case OPS.setTextMatrix: {
        stack.setTextMatrix(matrixOf(args[0]) ?? matrixOf(args));
        return;
      }
      case OPS.moveText: {
        stack.moveText(numberOf(args[0]), numberOf(args[1]));
        return;
      }
      case OPS.setLeadingMoveText:
        state.leading = -numberOf(args[1]);
        {
          stack.moveText(numberOf(args[0]), numberOf(args[1]));
          return;
        }
      case OPS.nextLine: {
        stack.nextLine();
        return;
      }
      case OPS.showText:
      case OPS.showSpacedText: {
        this.#show(args[0]);
        return;
      }
      case OPS.nextLineShowText:
        stack.nextLine();
        {
          this.#show(args[0]);
          return;
        }
      case OPS.nextLineSetSpacingShowText:
        state.wordSpacing = numberOf(args[0]);
        state.charSpacing = numberOf(args[1]);
        stack.nextLine();
        {
          this.#show(args[2]);
          return;
        }
      case OPS.setFillRGBColor:
        state.fillColor = typeof args[0] === 'string' ? args[0] : null;
        return;
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        state.fillColor = null;
        return;
      case OPS.constructPath: {
        this.#paint(numberOf(args[0]), args[1]);
        return;
      }
      case OPS.beginMarkedContent:
      case OPS.beginMarkedContentProps: {
        this.#beginMarked(args);
        return;
      }
      case OPS.endMarkedContent: {
        this.#endMarked();
        return;
      }
      default:
    }
  }

  #setFont(id: unknown, size: unknown): void {
    this.#stack.state.font = this.#fonts.get(id);
    this.#stack.state.fontSize = numberOf(size);
  }

  #setGraphicsState(entries: unknown): void {
    if (!Array.isArray(entries)) return;
    for (const entry of entries as unknown[]) {
      if (!Array.isArray(entry) || entry[0] !== 'Font' || !Array.isArray(entry[1])) continue;
      const [id, size] = entry[1] as unknown[];
      this.#setFont(id, size);
    }
  }

  #beginMarked(args: readonly unknown[]): void {
    const tag = args[0];
    const name = typeof tag === 'object' && tag !== null ? (tag as { name?: unknown }).name : tag;
    this.#marked.push({ mcid: this.#mcid, artifact: this.#artifact, replacement: this.#replacement });
    const actual = typeof name === 'string' ? actualTextOf(name) : null;
    if (actual !== null) this.#replacement = { text: actual, from: this.glyphs.length };
    const properties = args[1];
    if (typeof properties === 'number') this.#mcid = properties;
    if (name === 'Artifact') this.#artifact = true;
  }

  #endMarked(): void {
    const outer = this.#marked.pop();
    const replacement = this.#replacement;
    if (replacement && replacement !== outer?.replacement) {
      const painted = this.glyphs.splice(replacement.from);
      append(this.glyphs, replaceGlyphs(painted, replacement.text));
      this.#replacement = outer?.replacement ?? null;
    }
    this.#mcid = outer?.mcid ?? -1;
    this.#artifact = outer?.artifact ?? false;
  }

  #paint(operator: number, paths: unknown): void {
    const path: unknown = Array.isArray(paths) ? paths[0] : paths;
    if (typeof path !== 'object' || path === null || !('length' in path) || this.#artifact) return;
    const stroke =
      operator === OPS.stroke ||
      operator === OPS.closeStroke ||
      operator === OPS.fillStroke ||
      operator === OPS.eoFillStroke ||
      operator === OPS.closeFillStroke ||
      operator === OPS.closeEOFillStroke;
    const fill =
      operator === OPS.fill ||
      operator === OPS.eoFill ||
      (stroke && operator !== OPS.stroke && operator !== OPS.closeStroke);
    if (!stroke && !fill) return;
    const { ctm, fillColor } = this.#stack.state;
    this.shapes.add(path as ArrayLike<number>, ctm, { stroke, fill, color: fillColor });
  }

  #show(items: unknown): void {
    if (!Array.isArray(items)) return;
    for (const item of items as unknown[]) {
      if (typeof item === 'number') this.#kern(item);
      else if (typeof item === 'object' && item !== null) this.#showGlyph(item as Readonly<Record<string, unknown>>);
    }
  }

  #kern(thousandths: number): void {
    const { state } = this.#stack;
    const shift = (-thousandths / 1000) * state.fontSize;
    if (state.font?.vertical === true) this.#stack.advance(0, shift);
    else this.#stack.advance(shift * state.horizontalScale, 0);
  }

  #showGlyph(glyph: Readonly<Record<string, unknown>>): void {
    const stack = this.#stack;
    const { state } = stack;
    const { font, fontSize } = state;
    if (!font) return;
    const scale = fontSize * font.matrix[0];
    const spacing = (glyph.isSpace === true ? state.wordSpacing : 0) + state.charSpacing;
    const metric = font.vertical && Array.isArray(glyph.vmetric) ? (glyph.vmetric as unknown[]) : null;
    const text = glyphText(typeof glyph.unicode === 'string' ? glyph.unicode : '');
    if (metric) {
      // Vertical writing: the advance points down the page, and the vertical origin is centred over the glyph.
      const advance = numberOf(metric[0]) * scale;
      const middle = CENTRE_TO_BASELINE * fontSize;
      if (this.#isKept(text)) this.#place(text, { x: -middle, y: state.rise }, { x: 0, y: advance });
      stack.advance(0, advance - spacing);
      return;
    }
    const width = numberOf(glyph.width) * scale * state.horizontalScale;
    if (text === '' && !this.#replacement) this.#widenLast(width);
    if (this.#isKept(text)) this.#place(text, { x: 0, y: state.rise }, { x: width, y: 0 });
    stack.advance(width + spacing * state.horizontalScale, 0);
  }

  /** A glyph without a character of its own behind a letter of a script that joins several glyphs to one is part of it. */
  #widenLast(width: number): void {
    const last = this.glyphs.at(-1);
    if (!last || last.angle !== 0 || !CLUSTERED.test(last.text)) return;
    const { state } = this.#stack;
    const [a, b, c, d, e, f] = multiply(this.#stack.textMatrix, state.ctm);
    const x = c * state.rise + e;
    const y = d * state.rise + f;
    const reach = CLUSTER_GAP * last.size;
    if (b !== 0 || Math.abs(y - last.y) > reach || Math.abs(x - last.x - last.width) > reach) return;
    this.glyphs[this.glyphs.length - 1] = { ...last, width: x + a * width - last.x };
  }

  /** Glyphs that stand for no character say nothing, unless their text is said elsewhere. */
  #isKept(text: string): boolean {
    return text !== '' || this.#replacement !== null;
  }

  #place(text: string, origin: { x: number; y: number }, advance: { x: number; y: number }): void {
    if (this.glyphs.length >= this.#maxGlyphs) {
      this.truncated = true;
      return;
    }
    const { state } = this.#stack;
    const matrix = multiply(this.#stack.textMatrix, state.ctm);
    const [a, b, c, d, e, f] = matrix;
    const vertical = advance.y !== 0;
    const along: readonly [number, number] = vertical ? [c * advance.y, d * advance.y] : [a * advance.x, b * advance.x];
    // A glyph without width still has the direction of its font.
    const [dx, dy] = along[0] === 0 && along[1] === 0 ? [a * state.fontSize, b * state.fontSize] : along;
    const size = Math.abs(state.fontSize) * (state.font?.emScale ?? 1) * Math.hypot(c, d);
    const x = a * origin.x + c * origin.y + e;
    const y = b * origin.x + d * origin.y + f;
    if (!Number.isFinite(x + y + size + dx + dy) || size <= 0) return;
    this.glyphs.push({
      text,
      x,
      y,
      width: Math.hypot(along[0], along[1]),
      size,
      angle: wholeDegrees(dx, dy),
      font: state.font!.style,
      mcid: this.#mcid,
      invisible: state.renderMode === INVISIBLE || state.renderMode === CLIP_ONLY,
      artifact: this.#artifact,
    });
  }
}

/** Replacement text of marked content, and the index of its first glyph. */
interface Replacement {
  readonly text: string;
  readonly from: number;
}

/** Scripts of India and of South East Asia, whose letters take several glyphs in another order (Unicode, chapters 12 and 16). */
const CLUSTERED = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]$/u;
/** Glyphs of one cluster follow each other this closely (em). */
const CLUSTER_GAP = 0.15;
/** More glyphs than this are no cluster of letters: they are read one by one. */
const MAX_CLUSTER = 12;
/** Glyphs of one cluster have one baseline, to this part of their size. */
const SAME_BASELINE = 0.5;
const SOFT_HYPHEN = '\u00ad';

/** One glyph that stands for the replacement text, or the glyphs as they are where they say it themselves or are no cluster. */
function replaceGlyphs(painted: readonly PlacedGlyph[], actual: string): PlacedGlyph[] {
  const own = painted.map((glyph) => glyph.text).join('');
  const said = painted.filter((glyph) => glyph.text !== '');
  const [first] = painted;
  const text = glyphText(actual);
  if (!first || text === '' || (own === text && said.length === painted.length)) return said;
  // A place where a word may be divided but is not: its glyph leaves no ink.
  if (text === SOFT_HYPHEN && own.trim() === '') return [];
  const upright = painted.every(
    (glyph) => glyph.angle === first.angle && Math.abs(glyph.y - first.y) <= SAME_BASELINE * first.size,
  );
  if (painted.length > MAX_CLUSTER || (painted.length > 1 && (!upright || / /.test(own.trim()) || first.angle !== 0)))
    return said;
  const x0 = minOf(painted.map((glyph) => glyph.x));
  const x1 = maxOf(painted.map((glyph) => glyph.x + (painted.length > 1 ? glyph.width : 0)));
  return [{ ...first, text, ...(painted.length > 1 ? { x: x0, width: x1 - x0 } : {}) }];
}

/** Half an em is between the sides of a CJK glyph; its baseline lies this far (em) from the middle. */
const CENTRE_TO_BASELINE = 0.38;

function numberOf(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** Direction in y-down space, clockwise from the right. */
function wholeDegrees(dx: number, dy: number): number {
  const degrees = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
  return (degrees + 360) % 360;
}
