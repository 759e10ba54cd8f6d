import { createHash } from 'node:crypto';
import { cut, placed, tenths, type Box, type Clip, type PaintedPath, type PaintedPicture } from '../paint/drawing.ts';
import { sha256 } from '../../../sha256.ts';

/**
 * Digest of what the paths look like. It is the same wherever the drawing is on the page. Coordinates may differ by
 * less than a tenth of a point. Null for no paths.
 */
export function drawingDigest(paths: readonly PaintedPath[], page: Box): string | null {
  let [x0, y0] = [Infinity, Infinity];
  for (const { box, clip } of paths) {
    const visible = cut(cut(box, clip.box), page);
    if (visible.x0 > visible.x1 || visible.y0 > visible.y1) continue;
    [x0, y0] = [Math.min(x0, visible.x0), Math.min(y0, visible.y0)];
  }
  if (x0 === Infinity) return null;
  const hash = createHash('sha256');
  for (const { path, ctm, box, style, clip } of paths) {
    const visible = cut(cut(box, clip.box), page);
    if (visible.x0 > visible.x1 || visible.y0 > visible.y1) continue;
    hash.update(`${style}\n${clip.shape}\n${edges(box, clip, page, x0, y0)}\n`);
    hash.update(placed(path, ctm, x0, y0));
  }
  return hash.digest('hex');
}

/** Digest of a picture in the size, turn and part that the page shows. Null if the page shows nothing of it. */
export function pictureDigest({ sha256: content, ctm, box, clip, style }: PaintedPicture, page: Box): string | null {
  const visible = cut(cut(box, clip.box), page);
  if (visible.x0 >= visible.x1 || visible.y0 >= visible.y1) return null;
  const display = ctm.slice(0, 4).map(tenths).join(' ');
  const part = edges(box, clip, page, box.x0, box.y0);
  return sha256(`${content} ${display} ${style} ${clip.shape} ${part}`);
}

/** A clip this close (pt) around a box hides nothing. */
const CLOSE = 0.5;

/** The visible part of a box that is cut, relative to the origin; empty if all of it is visible. */
function edges(box: Box, clip: Clip, page: Box, x0: number, y0: number): string {
  const visible = cut(cut(box, clip.box), page);
  const isWhole =
    visible.x0 - box.x0 < CLOSE &&
    visible.y0 - box.y0 < CLOSE &&
    box.x1 - visible.x1 < CLOSE &&
    box.y1 - visible.y1 < CLOSE;
  if (isWhole) return '';
  return [visible.x0 - x0, visible.y0 - y0, visible.x1 - x0, visible.y1 - y0].map(tenths).join(' ');
}
