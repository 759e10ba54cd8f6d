/**
 * What lies over a page: links, and the appearance of form fields, stamps and comments. Links to pages of the same file
 * lead to the written pages. Links that run programs are left out.
 */
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib';
import { isLinkable } from '../../../shared/fragment/safe-url.ts';
import { applyMatrix, coverRectangle, written, type Matrix } from './page-matrix.ts';
import type { SourcePdf } from './source-pdf.ts';

/** Where a page of a source was written. */
export interface WrittenPage {
  readonly ref: PDFRef;
  readonly matrix: Matrix;
}

/** The appearance of an annotation, and the matrix that puts it on its page. */
export interface Appearance {
  readonly form: PDFRef;
  readonly matrix: Matrix;
}

/** Addresses that the reader takes as links, too. */
const LINKED = /^(?:https?|mailto):/iu;
const HIDDEN = 2;
const NO_VIEW = 32;
/** The tree of names is walked at most this deep. */
const NAMES_DEPTH = 20;

const name = (text: string): PDFName => PDFName.of(text);

/** The annotations of a page that are shown. */
export function annotationsOf({ document, pages }: SourcePdf, at: number): PDFDict[] {
  const list = document.context.lookup(pages[at]!.node.get(name('Annots')));
  if (!(list instanceof PDFArray)) return [];
  return Array.from({ length: list.size() }, (_, index) => list.lookup(index)).filter(
    (each): each is PDFDict => each instanceof PDFDict && ((numberAt(each, 'F') ?? 0) & (HIDDEN | NO_VIEW)) === 0,
  );
}

/** How an annotation is painted. Null: it is a link, or has no appearance. */
export function appearanceOf(
  annotation: PDFDict,
  { copier, document }: SourcePdf,
  target: PDFDocument,
): Appearance | null {
  const kind = annotation.lookup(name('Subtype'));
  if (kind === name('Link') || kind === name('Popup')) return null;
  const normal = dictAt(annotation, 'AP')?.get(name('N'));
  let stream = document.context.lookup(normal);
  let ref = normal;
  if (stream instanceof PDFDict) {
    // A check box has one appearance for each of its states.
    const state = annotation.lookup(name('AS'));
    if (!(state instanceof PDFName)) return null;
    ref = stream.get(state);
    stream = document.context.lookup(ref);
  }
  if (!(stream instanceof PDFStream)) return null;
  const rectangle = numbersOf(annotation.lookup(name('Rect')), 4);
  const box = numbersOf(stream.dict.lookup(name('BBox')), 4);
  if (rectangle === null || box === null) return null;
  const own = (numbersOf(stream.dict.lookup(name('Matrix')), 6) ?? [1, 0, 0, 1, 0, 0]) as unknown as Matrix;
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => applyMatrix(own, box[x]!, box[y]!)));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  if (width <= 0 || height <= 0) return null;
  const [x0, x1] = [Math.min(rectangle[0]!, rectangle[2]!), Math.max(rectangle[0]!, rectangle[2]!)];
  const [y0, y1] = [Math.min(rectangle[1]!, rectangle[3]!), Math.max(rectangle[1]!, rectangle[3]!)];
  const [across, up] = [(x1 - x0) / width, (y1 - y0) / height];
  const copied = ref instanceof PDFRef ? copier.copy(ref) : target.context.register(copier.copy(stream));
  const form = target.context.lookup(copied);
  if (form instanceof PDFStream) form.dict.set(name('Subtype'), name('Form'));
  return { form: copied, matrix: [across, 0, 0, up, x0 - left * across, y0 - bottom * up] };
}

/** A link for the written page. Null: it is none, or leads to a program or another file. */
export function linkOf(
  annotation: PDFDict,
  source: SourcePdf,
  from: WrittenPage,
  pageAt: (at: number) => WrittenPage | undefined,
  target: PDFDocument,
): PDFRef | null {
  if (annotation.lookup(name('Subtype')) !== name('Link')) return null;
  const rectangle = numbersOf(annotation.lookup(name('Rect')), 4);
  if (rectangle === null) return null;
  const goal = goalOf(annotation, source, pageAt, target);
  if (goal === null) return null;
  const { context } = target;
  const link = context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: coverRectangle(from.matrix, rectangle),
    Border: [0, 0, 0],
    F: 4,
  });
  link.set(name(goal.key), goal.value);
  const quads = annotation.lookup(name('QuadPoints'));
  const points = quads instanceof PDFArray ? numbersOf(quads, quads.size()) : null;
  if (points !== null && points.length > 0 && points.length % 8 === 0) {
    const moved: number[] = [];
    for (let at = 0; at < points.length; at += 2) moved.push(...applyMatrix(from.matrix, points[at]!, points[at + 1]!));
    link.set(name('QuadPoints'), context.obj(moved));
  }
  return context.register(link);
}

function goalOf(
  annotation: PDFDict,
  source: SourcePdf,
  pageAt: (at: number) => WrittenPage | undefined,
  target: PDFDocument,
): { key: 'A' | 'Dest'; value: PDFObject } | null {
  const { context } = target;
  const action = dictAt(annotation, 'A');
  if (action?.lookup(name('S')) === name('URI')) {
    const address = textOf(action.lookup(name('URI')));
    if (address === null || !LINKED.test(address) || !isLinkable(address)) return null;
    return { key: 'A', value: context.obj({ S: 'URI', URI: PDFString.of(escaped(address)) }) };
  }
  const isHere = action?.lookup(name('S')) === name('GoTo');
  const destination = destinationOf(isHere ? action.lookup(name('D')) : annotation.lookup(name('Dest')), source);
  if (destination === null) return null;
  const at = source.pages.findIndex(({ ref }) => ref === destination.get(0));
  const page = at < 0 ? undefined : pageAt(at);
  if (page === undefined) return null;
  const value = context.obj([page.ref, 'XYZ', ...pointOf(destination, page)]);
  value.push(PDFNull);
  return { key: 'Dest', value };
}

/** The point that a destination shows at the upper left of the window. */
function pointOf(destination: PDFArray, { matrix }: WrittenPage): (number | typeof PDFNull)[] {
  const kind = destination.lookup(1);
  const at = (index: number): number | null => {
    const value = destination.size() > index ? destination.lookup(index) : undefined;
    return value instanceof PDFNumber ? value.asNumber() : null;
  };
  const [x, y] =
    kind === name('XYZ')
      ? [at(2), at(3)]
      : kind === name('FitH') || kind === name('FitBH')
        ? [null, at(2)]
        : kind === name('FitR')
          ? [at(2), at(5)]
          : [null, null];
  if (y === null) return [PDFNull, PDFNull];
  return applyMatrix(matrix, x ?? 0, y).map((value) => Number(written(value)));
}

/** A destination as an array. Named ones are looked up. */
function destinationOf(given: PDFObject | undefined, { document }: SourcePdf): PDFArray | null {
  if (given instanceof PDFArray) return given.size() > 0 ? given : null;
  const key = given instanceof PDFName ? given.decodeText() : textOf(given);
  if (key === null) return null;
  const old = dictAt(document.catalog, 'Dests');
  const names = dictAt(document.catalog, 'Names');
  const found = old?.lookup(name(key)) ?? namedIn(names === undefined ? undefined : dictAt(names, 'Dests'), key, 0);
  const target = found instanceof PDFDict ? found.lookup(name('D')) : found;
  return target instanceof PDFArray && target.size() > 0 ? target : null;
}

function namedIn(node: PDFDict | undefined, key: string, depth: number): PDFObject | undefined {
  if (node === undefined || depth > NAMES_DEPTH) return undefined;
  const names = node.lookup(name('Names'));
  if (names instanceof PDFArray)
    for (let at = 0; at + 1 < names.size(); at += 2) if (textOf(names.lookup(at)) === key) return names.lookup(at + 1);
  const kids = node.lookup(name('Kids'));
  if (!(kids instanceof PDFArray)) return undefined;
  for (let at = 0; at < kids.size(); at++) {
    const kid = kids.lookup(at);
    if (!(kid instanceof PDFDict)) continue;
    const limits = kid.lookup(name('Limits'));
    const [low, high] =
      limits instanceof PDFArray ? [textOf(limits.lookup(0)), textOf(limits.lookup(1))] : [null, null];
    if (low !== null && high !== null && (key < low || key > high)) continue;
    const found = namedIn(kid, key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function textOf(value: PDFObject | undefined): string | null {
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : null;
}

function dictAt(dict: PDFDict, key: string): PDFDict | undefined {
  const value = dict.lookup(name(key));
  return value instanceof PDFDict ? value : undefined;
}

function numberAt(dict: PDFDict, key: string): number | null {
  const value = dict.lookup(name(key));
  return value instanceof PDFNumber ? value.asNumber() : null;
}

/** Exactly `count` numbers. */
function numbersOf(value: PDFObject | undefined, count: number): number[] | null {
  if (!(value instanceof PDFArray) || value.size() !== count) return null;
  const numbers = Array.from({ length: count }, (_, at) => value.lookup(at)).map((each) =>
    each instanceof PDFNumber ? each.asNumber() : NaN,
  );
  return numbers.every((each) => Number.isFinite(each)) ? numbers : null;
}

/** An address as a literal string of PDF: ASCII, without the signs that end a string. */
function escaped(address: string): string {
  return address.replace(/[^!-~]/gu, encodeURIComponent).replace(/[\\()]/g, (sign) => `\\${sign}`);
}
