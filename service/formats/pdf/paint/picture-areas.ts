import { cut, type Box, type PaintedDrawings } from './drawing.ts';

/** Areas of a page at most: a page of photographs has some hundred. */
const MAX_AREAS = 2_000;
/** Smaller areas (pt) are lines and stains, no pictures. */
const SMALLEST = 3;
/** Two areas whose edges are this close (pt) are one: a picture is clipped to its own edges. */
const SAME = 0.5;
/** A clip that leaves out less than this (pt) of the page is the page itself. */
const WHOLE_PAGE = 1;

/**
 * The areas in which a page shows a picture, from top to bottom, without a turn of the page's text. They are the
 * visible parts of bitmaps, and the rectangles to which drawings are clipped: producers clip each metafile and chart.
 * Whether such a rectangle is a picture, only its size can tell.
 *
 * @param width of the upright page, in points
 * @param height of the upright page, in points
 */
export function pictureAreas({ pictures, paths }: PaintedDrawings, width: number, height: number): Box[] {
  const page: Box = { x0: 0, y0: 0, x1: width, y1: height };
  const areas: Box[] = [];
  const known = new Map<string, Box[]>();
  const add = (box: Box): void => {
    const area = cut(box, page);
    if (areas.length >= MAX_AREAS || area.x1 - area.x0 < SMALLEST || area.y1 - area.y0 < SMALLEST) return;
    // Equal edges fall into the same square of the grid, or into neighbours of it.
    const [column, row] = [Math.round(area.x0), Math.round(area.y0)];
    for (let x = column - 1; x <= column + 1; x++)
      for (let y = row - 1; y <= row + 1; y++)
        if (known.get(`${x} ${y}`)?.some((other) => isSame(area, other)) === true) return;
    const key = `${column} ${row}`;
    known.set(key, [...(known.get(key) ?? []), area]);
    areas.push(area);
  };
  for (const { box, clip, annotation } of pictures) if (annotation === null) add(cut(box, clip.box));
  const clips = new Set(paths.flatMap(({ clip, annotation }) => (annotation === null ? [clip] : [])));
  for (const { shape, box } of clips) if (shape === '' && !isSame(cut(box, page), page, WHOLE_PAGE)) add(box);
  return areas.sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
}

function isSame(a: Box, b: Box, distance = SAME): boolean {
  return (['x0', 'y0', 'x1', 'y1'] as const).every((edge) => Math.abs(a[edge] - b[edge]) <= distance);
}
