// The operator list: places of glyphs, and the shapes painted beside them.
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { interpretPage, type PaintedPage } from '../../../../../service/formats/pdf/paint/interpret-page.ts';
import { keepPageGlyphs } from '../../../../../service/formats/pdf/paint/page-overflow.ts';
import { splitFrames } from '../../../../../service/formats/pdf/paint/split-frames.ts';

/** From user space to a page 842 points high. */
const PAGE = [1, 0, 0, -1, 0, 842] as const;
const fonts = { has: () => true, get: () => ({ name: 'Test', fontMatrix: [0.001, 0, 0, 0.001, 0, 0] }) };
const glyph = (unicode: string): object => ({ unicode, width: 500, isSpace: unicode === ' ' });

function run(...operators: [number, ...unknown[]][]): PaintedPage {
  const list = { fnArray: operators.map(([operator]) => operator), argsArray: operators.map(([, ...args]) => args) };
  return interpretPage(list, { fonts, patterns: fonts }, PAGE, 1000);
}

const SHOW: [number, ...unknown[]][] = [
  [OPS.beginText],
  [OPS.setFont, 'f1', 10],
  [OPS.setTextMatrix, [1, 0, 0, 1, 100, 700]],
];

describe('interpretPage', () => {
  test('places glyphs by width, kerning, spacing and scale', () => {
    const { glyphs } = run(
      ...SHOW,
      [OPS.setCharSpacing, 1],
      [OPS.setHScale, 200],
      [OPS.showText, [glyph('a'), -100, glyph('b')]],
    );
    // (5 + 1) times 2 for "a", and 1 times 2 for the kern.
    expect(glyphs.map(({ text, x, y, width }) => [text, x, y, width])).toEqual([
      ['a', 100, 142, 10],
      ['b', 114, 142, 10],
    ]);
  });

  test('follows the state through q and Q, and forms through their matrix', () => {
    const { glyphs } = run(
      [OPS.save],
      [OPS.setTextRenderingMode, 3],
      ...SHOW,
      [OPS.showText, [glyph('h')]],
      [OPS.restore],
      [OPS.paintFormXObjectBegin, [1, 0, 0, 1, 50, 0], null],
      ...SHOW,
      [OPS.showText, [glyph('v')]],
      [OPS.paintFormXObjectEnd],
    );
    expect(glyphs.map(({ text, x, invisible }) => [text, x, invisible])).toEqual([
      ['h', 100, true],
      ['v', 150, false],
    ]);
  });

  test('records marked content, and artifacts within it', () => {
    const { glyphs } = run(
      [OPS.beginMarkedContentProps, 'P', 7],
      ...SHOW,
      [OPS.showText, [glyph('a')]],
      [OPS.beginMarkedContent, 'Artifact'],
      [OPS.showText, [glyph('b')]],
      [OPS.endMarkedContent],
      [OPS.endMarkedContent],
      [OPS.showText, [glyph('c')]],
    );
    expect(glyphs.map(({ mcid, artifact }) => [mcid, artifact])).toEqual([
      [7, false],
      [7, true],
      [-1, false],
    ]);
  });

  test('takes the ids of contents from the page, not from forms beside them', () => {
    const content = (mcid: number, text: string): [number, ...unknown[]][] => [
      [OPS.beginMarkedContentProps, 'P', mcid],
      ...SHOW,
      [OPS.showText, [glyph(text)]],
      [OPS.endMarkedContent],
    ];
    const form = (...inner: [number, ...unknown[]][]): [number, ...unknown[]][] => [
      [OPS.paintFormXObjectBegin, null, null],
      ...inner,
      [OPS.paintFormXObjectEnd],
    ];
    const ids = (...operators: [number, ...unknown[]][]): number[] => run(...operators).glyphs.map(({ mcid }) => mcid);
    expect(ids(...content(0, 'a'), ...form(...content(0, 'b')), ...content(1, 'c'))).toEqual([0, -1, 1]);
    expect(ids(...form(...content(0, 'a'), ...content(1, 'b')))).toEqual([0, 1]);
  });

  test('multiplies the opacity of letters by that of the groups around them', () => {
    const { glyphs } = run(
      ...SHOW,
      [OPS.setGState, [['ca', 0.5]]],
      [OPS.showText, [glyph('a')]],
      [OPS.beginGroup, {}],
      [OPS.showText, [glyph('b')]],
      [OPS.setGState, [['ca', 0.5]]],
      [OPS.showText, [glyph('c')]],
      [OPS.endGroup, {}],
      [OPS.setGState, [['ca', 1]]],
      [OPS.showText, [glyph('d')]],
    );
    expect(glyphs.map(({ color }) => color)).toEqual(['#808080', '#808080', '#bfbfbf', '#000000']);
  });

  test('finds lines, boxes and bullets among the painted shapes', () => {
    const box = (x: number, y: number, width: number, height: number): number[] => [
      0,
      x,
      y,
      1,
      x + width,
      y,
      1,
      x + width,
      y + height,
      1,
      x,
      y + height,
      4,
    ];
    const { shapes } = run(
      [OPS.setFillRGBColor, '#ffff00'],
      [OPS.constructPath, OPS.fill, [box(10, 700, 100, 1)]],
      [OPS.constructPath, OPS.fill, [box(10, 600, 100, 12)]],
      [OPS.constructPath, OPS.fill, [box(10, 500, 4, 4)]],
      [OPS.constructPath, OPS.stroke, [[0, 10, 400, 1, 10, 300]]],
    );
    expect(shapes.rules.map((rule) => rule.horizontal)).toEqual([true, false]);
    expect(shapes.fills).toMatchObject([{ x0: 10, x1: 110, color: '#ffff00' }]);
    expect(shapes.dots).toMatchObject([{ shape: 'square' }]);
  });

  test('stops at the cap, and ignores invalid operands', () => {
    const list = {
      fnArray: [OPS.setTextMatrix, OPS.showText, OPS.constructPath],
      argsArray: [[null], ['x'], [20, [[9, 9]]]],
    };
    expect(interpretPage(list, { fonts, patterns: fonts }, PAGE, 10).glyphs).toEqual([]);
    const many = {
      fnArray: [...SHOW.map(([op]) => op), OPS.showText],
      argsArray: [...SHOW.map(([, ...args]) => args), [Array(20).fill(glyph('x'))]],
    };
    const painted = interpretPage(many, { fonts, patterns: fonts }, PAGE, 10);
    expect([painted.glyphs.length, painted.truncated]).toEqual([10, true]);
  });
});

describe('splitFrames', () => {
  test('turns upward text to the right, and keeps the other direction in a frame of its own', () => {
    const painted = run(
      [OPS.beginText],
      [OPS.setFont, 'f1', 10],
      [OPS.setTextMatrix, [0, 1, -1, 0, 100, 200]],
      [OPS.showText, [glyph('u'), glyph('p')]],
      ...SHOW,
      [OPS.showText, [glyph('x')]],
    );
    const { frames, width, height } = splitFrames(painted, 595, 842);
    expect([width, height]).toEqual([842, 595]);
    expect(frames.map((frame) => [frame.angle, frame.glyphs.map((one) => one.text).join('')])).toEqual([
      [270, 'up'],
      [0, 'x'],
    ]);
    const [u, p] = frames[0]!.glyphs;
    expect(p!.x - u!.x).toBeCloseTo(5);
    expect(p!.y).toBeCloseTo(u!.y);
    // Measured from the upper edge of the turned page: 100 points from the left edge of the original page.
    expect([u!.x, u!.y].map(Math.round)).toEqual([200, 100]);
  });
});

describe('keepPageGlyphs', () => {
  const line = (x: number, y: number): PaintedPage['glyphs'] =>
    run(
      [OPS.beginText],
      [OPS.setFont, 'f1', 10],
      [OPS.setTextMatrix, [1, 0, 0, 1, x, 842 - y]],
      [OPS.showText, [glyph('a'), glyph('b')]],
    ).glyphs;

  test('keeps text that runs over the edge, and drops separate text beyond it', () => {
    const running = [820, 835, 850, 865, 880].flatMap((y) => line(100, y));
    expect(keepPageGlyphs(running, 595, 842)).toMatchObject({ glyphs: { length: 10 }, overflowing: 6 });
    expect(keepPageGlyphs([...line(100, 700), ...line(100, 870)], 595, 842)).toMatchObject({
      glyphs: { length: 2 },
      overflowing: 0,
    });
  });
});
