/**
 * Finds pictures of a document among the areas of its pages. Size tells which area belongs to which picture: a word
 * processor prints each picture in the size that the document states. Their order and the words around
 * them tell pictures of one size apart. Where a doubt remains, a picture has no place.
 */
import type { PrintedLine } from '../../formats/pdf/lines/printed-line.ts';
import type { PrintPlaces } from './align-print.ts';
import type { Print } from './print.ts';
import type { PicturePlace, SideText } from './side-text.ts';

/** Printed sizes differ from stated ones by at most this (pt): producers round, and clip to whole pixels. */
const SIZE_TOLERANCE = 0.75;
/** The picture of a header is at the same place (pt) of all its pages. */
const SAME_PLACE = 0.5;
/** A picture may reach this far (pt) above the line before it or below the line after it. */
const REACH = 3;

interface Area {
  readonly place: number;
  readonly line: PrintedLine;
}

/** The nearest printed words around a picture; null: there are none. */
interface Picture extends PicturePlace {
  readonly before: PrintedLine | null;
  readonly after: PrintedLine | null;
}

/** Adds the places of the pictures to those of the words. */
export function placePictures({ pictures }: SideText, print: Print, places: PrintPlaces): void {
  const areas = new Set(print.pictures.map((place): Area => ({ place, line: print.at(place).line })));
  const left = new Set(withWords(pictures, places, print));
  for (const first of left) {
    // Two pictures that one area could show are of one size, too.
    const same = [...left].filter((picture) => isClose(picture, first, 2 * SIZE_TOLERANCE));
    for (const picture of same) left.delete(picture);
    const shown = [...areas].filter(({ line }) => same.some((picture) => isClose(sizeOf(line), picture)));
    for (const [picture, area] of pairsOf(same, shown)) {
      places[picture.at] = area.place;
      areas.delete(area);
    }
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function isClose(a: Size, b: Size, distance = SIZE_TOLERANCE): boolean {
  return Math.abs(a.width - b.width) <= distance && Math.abs(a.height - b.height) <= distance;
}

function sizeOf({ edges, top, bottom }: PrintedLine): Size {
  return { width: edges[1]! - edges[0]!, height: bottom - top };
}

/** Adds the nearest printed lines to each picture. */
function withWords(pictures: readonly PicturePlace[], places: PrintPlaces, print: Print): Picture[] {
  const before = nearestPlaces(pictures, places, 1);
  const after = nearestPlaces([...pictures].reverse(), places, -1).reverse();
  const lineAt = (place: number): PrintedLine | null => (place < 0 ? null : print.at(place).line);
  return pictures.map((picture, at) => ({ ...picture, before: lineAt(before[at]!), after: lineAt(after[at]!) }));
}

/** For each picture the last place that a walk in one direction meets before it; −1 if there is none. */
function nearestPlaces(pictures: readonly PicturePlace[], places: PrintPlaces, step: 1 | -1): number[] {
  let unit = step === 1 ? 0 : places.length - 1;
  let last = -1;
  return pictures.map(({ at }) => {
    for (; unit !== at; unit += step) if (places[unit]! >= 0) last = places[unit]!;
    return last;
  });
}

/** Pairs pictures and areas of one size. */
function pairsOf(pictures: readonly Picture[], areas: readonly Area[]): (readonly [Picture, Area])[] {
  // The picture of a header is at one place of many pages.
  for (const some of [areas, areas.filter((area, at) => areas.findIndex((each) => isRepeat(area, each)) === at)]) {
    if (pictures.length !== some.length) continue;
    const pairs = pictures.map((picture, at) => [picture, some[at]!] as const);
    const isSure = ([picture, area]: readonly [Picture, Area]): boolean =>
      isClose(sizeOf(area.line), picture) && (pairs.length === 1 || isBetween(picture, area));
    if (pairs.every(isSure)) return pairs;
  }
  return pictures.flatMap((picture) => {
    const [area, ...others] = areas.filter((each) => isBetween(picture, each));
    if (area === undefined || others.length > 0 || !isClose(sizeOf(area.line), picture)) return [];
    return pictures.filter((each) => isBetween(each, area)).length === 1 ? [[picture, area] as const] : [];
  });
}

/** Whether two areas are at the same place of their pages; also true for an area and itself. */
function isRepeat({ line: a }: Area, { line: b }: Area): boolean {
  return Math.abs(a.edges[0]! - b.edges[0]!) <= SAME_PLACE && Math.abs(a.top - b.top) <= SAME_PLACE;
}

/** Whether an area lies after the words before a picture and before the words after it. */
function isBetween({ before, after }: Picture, { line }: Area): boolean {
  return (before === null || isBelow(line, before)) && (after === null || isBelow(after, line));
}

/** Whether a line ends on the same page below the top of another, or on a later page. Turned lines cannot be compared. */
function isBelow(line: PrintedLine, other: PrintedLine): boolean {
  if (line.page !== other.page) return line.page > other.page;
  if (line.toUserSpace.some((value, at) => value !== other.toUserSpace[at])) return false;
  return line.bottom >= other.top - REACH;
}
