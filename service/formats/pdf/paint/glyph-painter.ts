import type { DrawnLetters } from './drawn-letters.ts';
import type { PlacedGlyph } from './glyph.ts';
import type { FontEncoding } from './font-encodings.ts';
import type { PdfGlyph } from './glyph-ink.ts';
import { glyphText, saysNothing, UNSPELLED } from './glyph-text.ts';
import { MarkedContent } from './marked-content.ts';
import { multiply } from './matrix.ts';
import { numberOf } from './operands.ts';
import type { PaintStack } from './paint-state.ts';
import { explainPrivate } from './private-letters.ts';

/** Text render modes without ink (ISO 32000-2, table 104): 3 paints nothing, 7 only clips. */
const INVISIBLE = 3;
const CLIP_ONLY = 7;

/** Scripts of India and South East Asia, which reorder and merge glyphs (Unicode, chapters 12 and 16). */
const CLUSTERED = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]$/u;
/** Glyphs of one cluster follow each other this closely (em): rounding, but no word space. */
const CLUSTER_GAP = 0.15;

/** Distance (em) from the middle of a CJK glyph to its baseline: half an em minus a descender of 0.12. */
const CENTRE_TO_BASELINE = 0.38;

/** The characters of a glyph. If pdf.js knows none, it returns the code itself, or the same in the private use area. */
function unicodeOf({ unicode, originalCharCode: code }: PdfGlyph, encoding: FontEncoding | null): string {
  if (typeof unicode !== 'string') return '';
  if (encoding === null || typeof code !== 'number') return unicode;
  if (unicode === String.fromCharCode(code)) return encoding[code] ?? unicode;
  const shifted = unicode.length === 1 ? unicode.charCodeAt(0) - PRIVATE_START : -1;
  return encoding[shifted] ?? unicode;
}

/** Symbol fonts also have their characters at this place of Unicode plus their code. */
const PRIVATE_START = 0xf000;

/** Letters that are this much wider or narrower than their font has them look so. */
const SEEN_STRETCH = 0.05;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Places the glyphs of text-showing operators on the page. */
export class GlyphPainter {
  readonly glyphs: PlacedGlyph[] = [];
  /** Whether the cap was hit: later glyphs are missing. */
  truncated = false;
  /** Number of texts that are lost, because their font cannot be read. */
  lost = 0;
  readonly marked = new MarkedContent(this.glyphs);
  readonly #stack: PaintStack;
  readonly #maxGlyphs: number;
  readonly #letters: DrawnLetters;

  constructor(stack: PaintStack, maxGlyphs: number, letters: DrawnLetters) {
    this.#stack = stack;
    this.#maxGlyphs = maxGlyphs;
    this.#letters = letters;
  }

  /** Paints the operand of a text-showing operator: glyphs, and numbers that move the pen. */
  show(items: unknown): void {
    if (!Array.isArray(items)) return;
    if (this.#stack.state.font?.unreadable === true) this.lost += 1;
    for (const item of items as unknown[]) {
      if (typeof item === 'number') this.#kern(item);
      else if (typeof item === 'object' && item !== null) this.#showGlyph(item as PdfGlyph);
    }
  }

  #kern(thousandths: number): void {
    const { state } = this.#stack;
    const shift = (-thousandths / 1000) * state.fontSize;
    if (state.font?.vertical === true) this.#stack.advance(0, shift);
    else this.#stack.advance(shift * state.horizontalScale, 0);
  }

  #showGlyph(glyph: PdfGlyph): void {
    const stack = this.#stack;
    const { state } = stack;
    const { font, fontSize } = state;
    if (!font) return;
    const scale = fontSize * font.matrix[0];
    const spacing = (glyph.isSpace === true ? state.wordSpacing : 0) + state.charSpacing;
    const metric = font.vertical && Array.isArray(glyph.vmetric) ? (glyph.vmetric as unknown[]) : null;
    const spelled = explainPrivate(glyphText(unicodeOf(glyph, font.encoding)), font.style.name);
    const drawn = saysNothing(spelled) ? this.#inkOf(glyph) : null;
    const text = drawn === null || this.marked.hasReplacement ? spelled : UNSPELLED;
    if (metric) {
      // In vertical writing the advance points down the page, and the origin is centred above the glyph.
      const advance = numberOf(metric[0]) * scale;
      const middle = CENTRE_TO_BASELINE * fontSize;
      if (this.#isKept(text)) this.#place(glyph, text, drawn, { x: -middle, y: state.rise }, { x: 0, y: advance });
      stack.advance(0, advance - spacing);
      return;
    }
    const width = numberOf(glyph.width) * scale * state.horizontalScale;
    if (text === '' && !this.marked.hasReplacement) this.#widenLast(width);
    if (this.#isKept(text)) this.#place(glyph, text, drawn, { x: 0, y: state.rise }, { x: width, y: 0 });
    stack.advance(width + spacing * state.horizontalScale, 0);
  }

  /** A glyph without a text is kept only inside marked content that has replacement text. */
  #isKept(text: string): boolean {
    return text !== '' || this.marked.hasReplacement;
  }

  /** Adds the width of a glyph without a text to the letter before it, if its script merges glyphs. */
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

  /** Digest of what a glyph without a text draws. Null: nothing, or a part of the letter before it. */
  #inkOf(glyph: PdfGlyph): string | null {
    const { renderMode, font } = this.#stack.state;
    if (renderMode === INVISIBLE || renderMode === CLIP_ONLY || CLUSTERED.test(this.glyphs.at(-1)?.text ?? ''))
      return null;
    return font?.ink?.of(glyph) ?? null;
  }

  /** Adds a glyph to the page. `origin` and `advance` are in text space. */
  #place(glyph: PdfGlyph, text: string, drawn: string | null, origin: Point, advance: Point): void {
    if (this.glyphs.length >= this.#maxGlyphs) {
      this.truncated = true;
      return;
    }
    const { state } = this.#stack;
    const [a, b, c, d, e, f] = multiply(this.#stack.textMatrix, state.ctm);
    const vertical = advance.y !== 0;
    const along: readonly [number, number] = vertical ? [c * advance.y, d * advance.y] : [a * advance.x, b * advance.x];
    // A glyph without width still has the direction of its font.
    const [dx, dy] = along[0] === 0 && along[1] === 0 ? [a * state.fontSize, b * state.fontSize] : along;
    const size = Math.abs(state.fontSize) * (state.font?.emScale ?? 1) * Math.hypot(c, d);
    const x = a * origin.x + c * origin.y + e;
    const y = b * origin.x + d * origin.y + f;
    if (!Number.isFinite(x + y + size + dx + dy) || size <= 0) return;
    const font = state.font!;
    const stretch = vertical ? 1 : (state.horizontalScale * Math.hypot(a, b)) / Math.hypot(c, d);
    const placed: PlacedGlyph = {
      text,
      x,
      y,
      width: Math.hypot(along[0], along[1]),
      size,
      angle: wholeDegrees(dx, dy),
      font: font.style,
      mcid: this.marked.mcid,
      invisible: state.renderMode === INVISIBLE || state.renderMode === CLIP_ONLY,
      artifact: this.marked.isArtifact,
      color: onPaper(state.fillColor, state.fillAlpha * state.groupAlpha),
      ...(Math.abs(stretch - 1) > SEEN_STRETCH && { stretch }),
      ...(drawn !== null && { drawn }),
    };
    this.glyphs.push(placed);
    this.#letters.add(font, glyph, placed);
  }
}

/** A colour as white paper shows it through an opacity. */
function onPaper(color: string | null, alpha: number): string | null {
  if (alpha === 1 || color === null || !/^#[\da-f]{6}$/i.test(color)) return color;
  const channels = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16);
    return Math.round(255 - (255 - channel) * alpha)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** Direction of a vector in y-down space, clockwise from the right, 0 to 359. */
function wholeDegrees(dx: number, dy: number): number {
  const degrees = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
  return (degrees + 360) % 360;
}
