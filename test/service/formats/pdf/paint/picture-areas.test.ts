import { describe, expect, it } from 'vitest';
import { PAGE_CLIP, PaintedDrawings, PLAIN_PEN, type Clip } from '../../../../../service/formats/pdf/paint/drawing.ts';
import { pictureAreas } from '../../../../../service/formats/pdf/paint/picture-areas.ts';

const box = (x0: number, y0: number, x1: number, y1: number): Clip['box'] => ({ x0, y0, x1, y1 });
const clipTo = (...edges: readonly [number, number, number, number]): Clip => ({ box: box(...edges), shape: '' });

/** The areas of a page of 200 by 300 points. */
function areasOf(paint: (drawings: PaintedDrawings) => void): Clip['box'][] {
  const drawings = new PaintedDrawings();
  paint(drawings);
  return pictureAreas(drawings, 200, 300);
}

function bitmap(
  drawings: PaintedDrawings,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  clip = PAGE_CLIP,
): void {
  drawings.addPicture(
    { sha256: 'a', isStencil: false },
    { ctm: [x1 - x0, 0, 0, y0 - y1, x0, y1], clip, pen: PLAIN_PEN, annotation: null },
  );
}

function line(drawings: PaintedDrawings, clip: Clip, annotation: string | null = null): void {
  const brush = { ctm: [1, 0, 0, 1, 0, 0] as const, clip, pen: PLAIN_PEN, annotation };
  drawings.addPath([0, 60, 60, 1, 70, 80], brush, { stroke: true, fill: false, isFirst: false });
}

describe('pictureAreas', () => {
  it('takes the visible parts of bitmaps, from top to bottom', () => {
    const areas = areasOf((drawings) => {
      bitmap(drawings, [20, 150, 60, 190]);
      bitmap(drawings, [150, 20, 250, 80]);
      bitmap(drawings, [20, 40, 80, 100], clipTo(30, 50, 70, 90));
    });
    expect(areas).toEqual([box(150, 20, 200, 80), box(30, 50, 70, 90), box(20, 150, 60, 190)]);
  });

  it('takes the rectangle of a drawing once, and never the whole page', () => {
    const areas = areasOf((drawings) => {
      line(drawings, PAGE_CLIP);
      line(drawings, clipTo(0.2, -3, 200.3, 400));
      line(drawings, clipTo(50, 50, 90, 95));
      line(drawings, clipTo(50.4, 49.7, 90, 95.3));
      line(drawings, { ...clipTo(40, 40, 90, 95), shape: 'a circle' });
    });
    expect(areas).toEqual([box(50, 50, 90, 95)]);
  });

  it('takes no stain, and nothing that an annotation paints', () => {
    const areas = areasOf((drawings) => {
      bitmap(drawings, [20, 40, 22, 100]);
      line(drawings, clipTo(50, 50, 90, 95), '7R');
    });
    expect(areas).toEqual([]);
  });
});
