import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pictureOf } from '../amend/picture-names.ts';
import type { Pen, PaintedDrawings } from './drawing.ts';
import type { GlyphPainter } from './glyph-painter.ts';
import { matrixOf } from './matrix.ts';
import { numberOf } from './operands.ts';
import type { ObjectSource } from './object-source.ts';
import type { PaintFonts } from './paint-fonts.ts';
import type { PaintStack } from './paint-state.ts';
import type { PaintedShapes } from './painted-shapes.ts';
import { spellPattern } from './spell-pattern.ts';

/** The parts of a page that its operators change. */
export interface Canvas {
  readonly stack: PaintStack;
  readonly fonts: PaintFonts;
  readonly text: GlyphPainter;
  readonly shapes: PaintedShapes;
  readonly drawings: PaintedDrawings;
  readonly patterns: ObjectSource;
}

type Operands = readonly unknown[];
/** Runs one operator. The operands come from the file unchecked. */
type Handler = (canvas: Canvas, operands: Operands) => void;
type Handlers = Readonly<Record<number, Handler>>;

const save: Handler = ({ stack }) => {
  stack.save();
};
const restore: Handler = ({ stack }) => {
  stack.restore();
};

/** Graphics state, forms and annotations, which nest as the state does (ISO 32000-2, 8.4.4 and 8.10). */
const GRAPHICS_STATE: Handlers = {
  [OPS.save]: save,
  [OPS.beginGroup]: ({ stack }) => {
    stack.save();
    stack.state.groupAlpha *= stack.state.fillAlpha;
    stack.state.fillAlpha = 1;
  },
  [OPS.restore]: restore,
  [OPS.endGroup]: restore,
  [OPS.paintFormXObjectEnd]: ({ stack, text }) => {
    text.marked.leaveForm();
    stack.restore();
  },
  [OPS.endAnnotation]: restore,
  [OPS.transform]: ({ stack }, operands) => {
    stack.transform(matrixOf(operands));
  },
  [OPS.paintFormXObjectBegin]: ({ stack, text, drawings }, [matrix, box]) => {
    text.marked.enterForm();
    stack.save();
    stack.transform(matrixOf(matrix));
    drawings.clipToForm(box, stack.state);
  },
  [OPS.beginAnnotation]: ({ stack }, [id, , transform, matrix]) => {
    stack.save();
    stack.state.annotation = typeof id === 'string' ? id : '';
    stack.transform(matrixOf(transform));
    stack.transform(matrixOf(matrix));
  },
  [OPS.setGState]: (canvas, [entries]) => {
    if (!Array.isArray(entries)) return;
    for (const entry of entries as unknown[]) {
      if (!Array.isArray(entry)) continue;
      const [key, value] = entry as unknown[];
      if (key === 'Font' && Array.isArray(value)) setFont(canvas, value[0], value[1]);
      else if (key === 'LW') setPen(canvas, { width: numberOf(value, 1) });
      else if (key === 'D' && Array.isArray(value)) setPen(canvas, { dash: String(value) });
      else if (typeof key === 'string' && EFFECTS.has(key)) setEffect(canvas, key, value);
      if (key === 'ca') canvas.stack.state.fillAlpha = Math.min(1, Math.max(0, numberOf(value, 1)));
    }
  },
  [OPS.setLineWidth]: (canvas, [width]) => {
    setPen(canvas, { width: numberOf(width, 1) });
  },
  [OPS.setLineCap]: (canvas, [cap]) => {
    setEffect(canvas, 'LC', cap);
  },
  [OPS.setLineJoin]: (canvas, [join]) => {
    setEffect(canvas, 'LJ', join);
  },
  [OPS.setDash]: (canvas, operands) => {
    setPen(canvas, { dash: String(operands) });
  },
};

/** Entries of graphics states that change what painting looks like (ISO 32000-2, table 57). */
const EFFECTS: ReadonlySet<string> = new Set(['LC', 'LJ', 'CA', 'ca', 'BM', 'SMask']);

/** Colours of filled shapes. Patterns have no colour of their own (null). The pen has both. */
const COLOURS: Handlers = {
  [OPS.setFillRGBColor]: (canvas, [color]) => {
    canvas.stack.state.fillColor = typeof color === 'string' ? color : null;
    setPen(canvas, { fill: String(color) });
  },
  [OPS.setFillColorN]: (canvas, operands) => {
    canvas.stack.state.fillColor = null;
    setPen(canvas, { fill: spellPattern(operands, canvas.patterns) });
  },
  [OPS.setFillTransparent]: (canvas) => {
    canvas.stack.state.fillColor = null;
    setPen(canvas, { fill: '' });
  },
  [OPS.setStrokeRGBColor]: (canvas, [color]) => {
    setPen(canvas, { stroke: String(color) });
  },
  [OPS.setStrokeColorN]: (canvas, operands) => {
    setPen(canvas, { stroke: spellPattern(operands, canvas.patterns) });
  },
  [OPS.setStrokeTransparent]: (canvas) => {
    setPen(canvas, { stroke: '' });
  },
};

/** Text state (ISO 32000-2, 9.3). */
const TEXT_STATE: Handlers = {
  [OPS.setFont]: (canvas, [id, size]) => {
    setFont(canvas, id, size);
  },
  [OPS.setCharSpacing]: ({ stack }, [spacing]) => {
    stack.state.charSpacing = numberOf(spacing);
  },
  [OPS.setWordSpacing]: ({ stack }, [spacing]) => {
    stack.state.wordSpacing = numberOf(spacing);
  },
  [OPS.setHScale]: ({ stack }, [percent]) => {
    stack.state.horizontalScale = numberOf(percent, 100) / 100;
  },
  [OPS.setLeading]: ({ stack }, [leading]) => {
    stack.state.leading = numberOf(leading);
  },
  [OPS.setTextRise]: ({ stack }, [rise]) => {
    stack.state.rise = numberOf(rise);
  },
  [OPS.setTextRenderingMode]: ({ stack }, [mode]) => {
    stack.state.renderMode = numberOf(mode);
  },
};

/** Text objects and text positioning (ISO 32000-2, 9.4.1 and 9.4.2). */
const TEXT_POSITION: Handlers = {
  [OPS.beginText]: ({ stack }) => {
    stack.beginText();
  },
  [OPS.setTextMatrix]: ({ stack }, operands) => {
    stack.setTextMatrix(matrixOf(operands[0]) ?? matrixOf(operands));
  },
  [OPS.moveText]: ({ stack }, [x, y]) => {
    stack.moveText(numberOf(x), numberOf(y));
  },
  [OPS.setLeadingMoveText]: ({ stack }, [x, y]) => {
    stack.state.leading = -numberOf(y);
    stack.moveText(numberOf(x), numberOf(y));
  },
  [OPS.nextLine]: ({ stack }) => {
    stack.nextLine();
  },
};

const show: Handler = ({ text }, [items]) => {
  text.show(items);
};

/** Text showing (ISO 32000-2, 9.4.3). */
const TEXT_SHOWING: Handlers = {
  [OPS.showText]: show,
  [OPS.showSpacedText]: show,
  [OPS.nextLineShowText]: ({ stack, text }, [items]) => {
    stack.nextLine();
    text.show(items);
  },
  [OPS.nextLineSetSpacingShowText]: ({ stack, text }, [wordSpacing, charSpacing, items]) => {
    stack.state.wordSpacing = numberOf(wordSpacing);
    stack.state.charSpacing = numberOf(charSpacing);
    stack.nextLine();
    text.show(items);
  },
};

const beginMarked: Handler = ({ stack, text, drawings }, [tag, properties]) => {
  text.marked.begin(tag, properties);
  const picture = typeof tag === 'string' ? pictureOf(tag) : null;
  if (picture) drawings.addPicture(picture, stack.state);
};

/** Marked content (ISO 32000-2, 14.6). */
const MARKED_CONTENT: Handlers = {
  [OPS.beginMarkedContent]: beginMarked,
  [OPS.beginMarkedContentProps]: beginMarked,
  [OPS.endMarkedContent]: ({ text }) => {
    text.marked.end();
  },
};

/** Painting operators that stroke the path, and those that fill it (ISO 32000-2, 8.5.3). */
const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
/** See `STROKES`. */
const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** Paths. pdf.js packs the whole path and the operator that paints it into one operator. */
const PATHS: Handlers = {
  [OPS.constructPath]: ({ stack, text, shapes, drawings }, [operator, paths]) => {
    const path: unknown = Array.isArray(paths) ? paths[0] : paths;
    if (typeof path !== 'object' || path === null || !('length' in path)) return;
    const stroke = STROKES.has(numberOf(operator));
    const fill = FILLS.has(numberOf(operator));
    drawings.addPath(path as ArrayLike<number>, stack.state, { stroke, fill, isFirst: text.glyphs.length === 0 });
    if (text.marked.isArtifact || (!stroke && !fill)) return;
    const { ctm, fillColor } = stack.state;
    shapes.add(path as ArrayLike<number>, ctm, { stroke, fill, color: fillColor });
  },
  [OPS.clip]: ({ drawings }) => {
    drawings.clipNext();
  },
  [OPS.eoClip]: ({ drawings }) => {
    drawings.clipNext();
  },
  [OPS.shadingFill]: ({ stack, drawings, patterns }, operands) => {
    drawings.addShading(spellPattern(operands, patterns), stack.state);
  },
};

/** The pen is replaced whole, because saved states keep the old one. */
function setPen({ stack }: Canvas, change: Partial<Pen>): void {
  stack.state.pen = { ...stack.state.pen, ...change };
}

function setEffect(canvas: Canvas, key: string, value: unknown): void {
  setPen(canvas, { effects: { ...canvas.stack.state.pen.effects, [key]: String(value) } });
}

function setFont({ fonts, stack }: Canvas, id: unknown, size: unknown): void {
  stack.state.font = fonts.get(id);
  stack.state.fontSize = numberOf(size);
}

/** The handler of each pdf.js operator that places text or shapes. All other operators are skipped. */
export const OPERATORS: Readonly<Partial<Record<number, Handler>>> = {
  ...GRAPHICS_STATE,
  ...COLOURS,
  ...TEXT_STATE,
  ...TEXT_POSITION,
  ...TEXT_SHOWING,
  ...MARKED_CONTENT,
  ...PATHS,
};
