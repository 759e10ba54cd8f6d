/** Where shapes stand, in English Metric Units from the top left corner (ECMA-376 part 1, 20.1.7.6). */
import { childOf, integerOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** The rectangle of a shape. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The transform that a shape, group, picture or frame states. */
export function transformOf(shape: XmlElement): XmlElement | undefined {
  return (
    childOf(childOf(shape, 'p:spPr') ?? childOf(shape, 'p:grpSpPr'), 'a:xfrm') ??
    childOf(shape, 'p:xfrm') ??
    childOf(shape, 'a:xfrm')
  );
}

/** The box that a shape states; null: it states none. */
export function boxOf(shape: XmlElement): Box | null {
  const transform = transformOf(shape);
  return boxIn(transform, 'a:off', 'a:ext');
}

function boxIn(transform: XmlElement | undefined, offset: string, extent: string): Box | null {
  const [from, size] = [childOf(transform, offset)?.attributes, childOf(transform, extent)?.attributes];
  const [left, top] = [integerOf(from?.get('x')), integerOf(from?.get('y'))];
  const [width, height] = [integerOf(size?.get('cx')), integerOf(size?.get('cy'))];
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
  return { left, top, width, height };
}

const ON = /^(?:1|true|on)$/;

/** Maps boxes inside a group to the coordinates around it (20.1.7.5). A group without a transform changes nothing. */
export function groupTransform(group: XmlElement): (box: Box) => Box {
  const transform = transformOf(group);
  const outer = boxIn(transform, 'a:off', 'a:ext');
  const inner = boxIn(transform, 'a:chOff', 'a:chExt');
  if (outer === null || inner === null) return (box) => box;
  const isFlipped = (name: string): boolean => ON.test(transform?.attributes.get(name) ?? '');
  const [flipsAcross, flipsDown] = [isFlipped('flipH'), isFlipped('flipV')];
  const [across, down] = [scale(outer.width, inner.width), scale(outer.height, inner.height)];
  return (box) => {
    const [left, width] = [(box.left - inner.left) * across, box.width * across];
    const [top, height] = [(box.top - inner.top) * down, box.height * down];
    return {
      left: outer.left + (flipsAcross ? outer.width - left - width : left),
      top: outer.top + (flipsDown ? outer.height - top - height : top),
      width,
      height,
    };
  };
}

function scale(outer: number, inner: number): number {
  return inner === 0 ? 1 : outer / inner;
}

/**
 * Things in the order in which people read a slide: rows from top to bottom, each from left to right. A thing is in a row
 * if it begins above the middle of the row's first thing. Things without a box come last, in their own order.
 */
export function inReadingOrder<Thing extends { readonly box: Box | null }>(things: readonly Thing[]): Thing[] {
  const placed = things.flatMap((thing) => (thing.box === null ? [] : [{ thing, box: thing.box }]));
  placed.sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left);
  const rows: (typeof placed)[] = [];
  for (const each of placed) {
    const first = rows.at(-1)?.[0]?.box;
    if (first !== undefined && each.box.top < first.top + first.height / 2) rows.at(-1)!.push(each);
    else rows.push([each]);
  }
  const ordered = rows.flatMap((row) => row.sort((one, other) => one.box.left - other.box.left));
  return [...ordered.map(({ thing }) => thing), ...things.filter(({ box }) => box === null)];
}
