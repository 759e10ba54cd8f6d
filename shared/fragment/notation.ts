import { lookOf } from '../document/looks.ts';
import { COMPARED_MARKS, MARKS, type Attributes, type CarriedLayer } from '../document/model.ts';
import { pathOf, stepsOf, type Path, type Step, type StepKind } from '../document/path.ts';
import { CONTAINERS } from './names.ts';

/**
 * The small notations inside attribute values: sets of marks, paths, carried layers. Each `read…` returns null for
 * anything that the matching `write…` cannot produce.
 */

/** Writes names of compared marks, in the order of `MARKS`, joined by spaces. */
export function writeMarks(marks: number): string {
  return MARKS.filter((_, index) => marks & COMPARED_MARKS & (1 << index)).join(' ');
}

/** Reads the bits of a set of marks. */
export function readMarks(text: string): number | null {
  let marks = 0;
  for (const name of text === '' ? [] : text.split(' ')) {
    const index = (MARKS as readonly string[]).indexOf(name);
    if (index < 0) return null;
    marks |= 1 << index;
  }
  return marks;
}

/** Writes a path from the outside in: `ol+=3 ul quote`. */
export function writePath(path: Path): string {
  return stepsOf(path)
    .map(({ kind, starts, value }) => kind + (starts ? '+' : '') + (starts && value !== undefined ? `=${value}` : ''))
    .join(' ');
}

const STEP = /^([a-z]+)(\+?)(?:=(-?\d{1,15}))?$/;

/** Reads a path. */
export function readPath(text: string): Path | null {
  const steps: Step[] = [];
  for (const spelled of text === '' ? [] : text.split(' ')) {
    const [, kind, plus, value] = STEP.exec(spelled) ?? [];
    if (kind === undefined || !Object.hasOwn(CONTAINERS, kind)) return null;
    const step: Step = { kind: kind as StepKind, starts: plus === '+' };
    steps.push(value === undefined ? step : { ...step, value: Number(value) });
  }
  return pathOf(steps);
}

/** Writes a look as JSON, with its members in a fixed order. */
export function writeLook(look: Attributes): string {
  return JSON.stringify(lookOf(look));
}

/** Reads a look. */
export function readLook(text: string): Attributes | null {
  const value = parseJson(text);
  if (!isRecord(value) || !Object.values(value).every((member) => typeof member === 'string')) return null;
  return lookOf(value as Attributes);
}

/** Writes a carried layer as JSON, with its members in a fixed order. */
export function writeCarriedLayer({ attributes, code, images, links }: CarriedLayer): string {
  return JSON.stringify({
    attributes,
    code,
    images: images.map(({ at, image: { src, alt }, href }) => ({ at, image: { src, alt }, href })),
    links,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Whether a value is `{image: {src, alt}, href?}`. */
function isLinkedImage(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.image)) return false;
  const { src, alt } = value.image;
  return (
    typeof src === 'string' && typeof alt === 'string' && (value.href === undefined || typeof value.href === 'string')
  );
}

/** The value of a JSON text; undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether ranges are in order and none has another's text. `more`: members after start and end. */
function areRanges(value: unknown, more: (rest: readonly unknown[]) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  let from = 0;
  for (const range of value as unknown[]) {
    if (!Array.isArray(range)) return false;
    const [start, end, ...rest] = range as unknown[];
    if (!isOffset(start) || !isOffset(end) || start < from || end < start || !more(rest)) return false;
    from = end;
  }
  return true;
}

/** Reads a carried layer. Its ranges and images are in order, because restoring walks over them once. */
export function readCarriedLayer(text: string): CarriedLayer | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value.attributes) || !Array.isArray(value.images)) return null;
  if (!Object.values(value.attributes).every((attribute) => typeof attribute === 'string')) return null;
  if (!areRanges(value.code, (rest) => rest.length === 0)) return null;
  const isAddress = (rest: readonly unknown[]): boolean => rest.length === 1 && typeof rest[0] === 'string';
  if (value.links !== undefined && !areRanges(value.links, isAddress)) return null;
  let from = 0;
  for (const image of value.images as unknown[]) {
    if (!isRecord(image) || !isOffset(image.at) || image.at < from || !isLinkedImage(image)) return null;
    from = image.at;
  }
  return value as unknown as CarriedLayer;
}

/** Writes the image that an image block carries. */
export function writeCarriedImage(carried: { image: { src: string; alt: string }; href?: string }): string {
  const { src, alt } = carried.image;
  return JSON.stringify({ image: { src, alt }, href: carried.href });
}

/** Reads the image and its link that an image block carries. */
export function readCarriedImage(text: string): { image: { src: string; alt: string }; href?: string } | null {
  const value = parseJson(text);
  return isLinkedImage(value) ? (value as { image: { src: string; alt: string }; href?: string }) : null;
}

/** Writes the header flag and spans that a cell carries. */
export function writeCellForm(form: { header: boolean; colspan: number; rowspan: number }): string {
  return JSON.stringify({ header: form.header, colspan: form.colspan, rowspan: form.rowspan });
}

/** Reads the header flag and spans that a cell carries. */
export function readCellForm(text: string): { header: boolean; colspan: number; rowspan: number } | null {
  const value = parseJson(text);
  if (!isRecord(value)) return null;
  const { header, colspan, rowspan } = value;
  return typeof header === 'boolean' && isOffset(colspan) && isOffset(rowspan) ? { header, colspan, rowspan } : null;
}
