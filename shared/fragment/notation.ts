import { lookOf } from '../document/looks.ts';
import { COMPARED_MARKS, MARKS, type Attributes, type CarriedLayer } from '../document/model.ts';
import { pathOf, stepsOf, type Path, type Step, type StepKind } from '../document/path.ts';
import { CONTAINERS } from './names.ts';

/**
 * The small notations inside attribute values: sets of marks, paths, carried layers. `read…` of anything that the
 * matching `write…` cannot produce is null.
 */

/** Names of compared marks, in the order of `MARKS`, joined by spaces. */
export function writeMarks(marks: number): string {
  return MARKS.filter((_, index) => marks & COMPARED_MARKS & (1 << index)).join(' ');
}

/** The bits of a set of marks. */
export function readMarks(text: string): number | null {
  let marks = 0;
  for (const name of text === '' ? [] : text.split(' ')) {
    const index = (MARKS as readonly string[]).indexOf(name);
    if (index < 0) return null;
    marks |= 1 << index;
  }
  return marks;
}

/** A path from the outside in: `ol+=3 ul quote`. */
export function writePath(path: Path): string {
  return stepsOf(path)
    .map(({ kind, starts, value }) => kind + (starts ? '+' : '') + (starts && value !== undefined ? `=${value}` : ''))
    .join(' ');
}

const STEP = /^([a-z]+)(\+?)(?:=(-?\d{1,15}))?$/;

/** The steps of a spelled path. */
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

/** A look as JSON, its members in a fixed order. */
export function writeLook(look: Attributes): string {
  return JSON.stringify(lookOf(look));
}

/** A look that was spelled so. */
export function readLook(text: string): Attributes | null {
  const value = parseJson(text);
  if (!isRecord(value) || !Object.values(value).every((member) => typeof member === 'string')) return null;
  return lookOf(value as Attributes);
}

/** JSON with its members in a fixed order. */
export function writeCarriedLayer({ attributes, code, images }: CarriedLayer): string {
  return JSON.stringify({
    attributes,
    code,
    images: images.map(({ at, image: { src, alt }, href }) => ({ at, image: { src, alt }, href })),
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

/** The value of a JSON text, or undefined where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A carried layer. Its ranges and its images are in order, as restoring walks them once. */
export function readCarriedLayer(text: string): CarriedLayer | null {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value.attributes) || !Array.isArray(value.code) || !Array.isArray(value.images)) {
    return null;
  }
  if (!Object.values(value.attributes).every((attribute) => typeof attribute === 'string')) return null;
  let from = 0;
  for (const range of value.code as unknown[]) {
    if (!Array.isArray(range) || range.length !== 2) return null;
    const [start, end] = range as unknown[];
    if (!isOffset(start) || !isOffset(end) || start < from || end < start) return null;
    from = end;
  }
  from = 0;
  for (const image of value.images as unknown[]) {
    if (!isRecord(image) || !isOffset(image.at) || image.at < from || !isLinkedImage(image)) return null;
    from = image.at;
  }
  return value as unknown as CarriedLayer;
}

/** What an image block carries. */
export function writeCarriedImage(carried: { image: { src: string; alt: string }; href?: string }): string {
  const { src, alt } = carried.image;
  return JSON.stringify({ image: { src, alt }, href: carried.href });
}

/** The image and its link that an image block carries. */
export function readCarriedImage(text: string): { image: { src: string; alt: string }; href?: string } | null {
  const value = parseJson(text);
  return isLinkedImage(value) ? (value as { image: { src: string; alt: string }; href?: string }) : null;
}

/** What a cell carries. */
export function writeCellForm(form: { header: boolean; colspan: number; rowspan: number }): string {
  return JSON.stringify({ header: form.header, colspan: form.colspan, rowspan: form.rowspan });
}

/** Header and spans that a cell carries. */
export function readCellForm(text: string): { header: boolean; colspan: number; rowspan: number } | null {
  const value = parseJson(text);
  if (!isRecord(value)) return null;
  const { header, colspan, rowspan } = value;
  return typeof header === 'boolean' && isOffset(colspan) && isOffset(rowspan) ? { header, colspan, rowspan } : null;
}
