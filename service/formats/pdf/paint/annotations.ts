import { isLinkable } from '../../../../shared/fragment/safe-url.ts';
import { type AnnotatedArea, HIGHLIGHT, STRIKE, UNDERLINE } from './decorations.ts';
import type { Matrix } from './matrix.ts';
import { multiply } from './matrix.ts';
import { maxOf, minOf } from '../../../../shared/iterables.ts';

/** Mark bits of text mark-up annotations (ISO 32000-2, 12.5.6.10). */
const MARKUP: Readonly<Record<string, number>> = {
  Highlight: HIGHLIGHT,
  Underline: UNDERLINE,
  Squiggly: UNDERLINE,
  StrikeOut: STRIKE,
};

/** The value of a form field and its box on the page, in points. */
export interface FieldValue {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/** An annotation as pdf.js returns it. Its members come from the file unchecked. */
export type AnnotationRecord = Readonly<Record<string, unknown>>;

/** Links, mark-up and form values of a page. */
export interface PageAnnotations {
  readonly areas: readonly AnnotatedArea[];
  readonly fields: readonly FieldValue[];
}

/**
 * Reads the annotations of a page as pdf.js returns them.
 *
 * @param transform from user space to the upright page
 */
export function readAnnotations(annotations: readonly unknown[], transform: Matrix): PageAnnotations {
  const areas: AnnotatedArea[] = [];
  const fields: FieldValue[] = [];
  for (const value of annotations) {
    if (typeof value !== 'object' || value === null) continue;
    const annotation = value as AnnotationRecord;
    const box = boxOf(annotation.rect, transform);
    if (!box || isHidden(annotation)) continue;
    if (annotation.subtype === 'Link') {
      const href = hrefOf(annotation);
      if (href !== null) for (const part of quads(annotation, box, transform)) areas.push({ ...part, href, marks: 0 });
    } else if (annotation.subtype === 'Widget') {
      const text = fieldText(annotation);
      if (text !== '') fields.push({ ...box, text });
    } else {
      const marks = MARKUP[typeof annotation.subtype === 'string' ? annotation.subtype : ''] ?? 0;
      if (marks !== 0) for (const part of quads(annotation, box, transform)) areas.push({ ...part, href: null, marks });
    }
  }
  return { areas, fields };
}

/** Annotation flags Hidden and NoView (ISO 32000-2, table 167). */
const INVISIBLE_FLAGS = 2 | 32;

/** Whether the annotation is never shown. */
export function isHidden(annotation: AnnotationRecord): boolean {
  const flags = annotation.annotationFlags;
  return annotation.hidden === true || (typeof flags === 'number' && (flags & INVISIBLE_FLAGS) !== 0);
}

/** Returns web and mail addresses only. Scripts, files and other targets are not links. */
export function hrefOf(annotation: AnnotationRecord): string | null {
  for (const value of [annotation.unsafeUrl, annotation.url]) {
    if (typeof value !== 'string') continue;
    const address = value.trim();
    if (/^(?:https?|mailto):/i.test(address) && isLinkable(address)) return address;
  }
  return null;
}

/** An area of the page. */
export interface AnnotationBox {
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/** The box on the upright page; null if the rectangle is no four numbers. */
export function boxOf(rect: unknown, transform: Matrix): AnnotationBox | null {
  if (!isNumbers(rect, 4)) return null;
  return boxAround([rect[0]!, rect[1]!, rect[2]!, rect[3]!], transform);
}

/** The boxes of an annotation that spans lines: eight numbers (four corners) each. Without them, its rectangle. */
function quads(annotation: AnnotationRecord, box: AnnotationBox, transform: Matrix): AnnotationBox[] {
  const points = annotation.quadPoints;
  const flat =
    typeof points === 'object' && points !== null && 'length' in points ? Array.from(points as ArrayLike<unknown>) : [];
  if (flat.length < 8 || !flat.every((value) => typeof value === 'number' && Number.isFinite(value))) return [box];
  const parts: AnnotationBox[] = [];
  for (let at = 0; at + 8 <= flat.length; at += 8) parts.push(boxAround(flat.slice(at, at + 8) as number[], transform));
  return parts;
}

function boxAround(points: readonly number[], transform: Matrix): AnnotationBox {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const placed = multiply([1, 0, 0, 1, points[at]!, points[at + 1]!], transform);
    xs.push(placed[4]);
    ys.push(placed[5]);
  }
  return { x0: minOf(xs), x1: maxOf(xs), top: minOf(ys), bottom: maxOf(ys) };
}

function isNumbers(value: unknown, length: number): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= length &&
    value.slice(0, length).every((entry) => typeof entry === 'number' && Number.isFinite(entry))
  );
}

/** The value that a field displays: its text, the chosen option, or a tick. Passwords are never read. */
export function fieldText(annotation: AnnotationRecord): string {
  const value = annotation.fieldValue;
  if (annotation.fieldType === 'Btn') {
    const on = annotation.checkBox === true || annotation.radioButton === true;
    const name = annotation.exportValue ?? annotation.buttonValue;
    return on && typeof value === 'string' && value !== 'Off' && value === name ? TICK : '';
  }
  if (annotation.fieldType !== 'Tx' && annotation.fieldType !== 'Ch') return '';
  if (annotation.password === true) return '';
  const texts = (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string');
  return texts
    .map((text) => displayOf(text, annotation.options))
    .join(', ')
    .trim();
}

const TICK = '☒';

/** A choice field stores the export value and displays the display value. */
function displayOf(value: string, options: unknown): string {
  if (!Array.isArray(options)) return value;
  for (const option of options as unknown[]) {
    if (typeof option !== 'object' || option === null) continue;
    const { exportValue, displayValue } = option as { exportValue?: unknown; displayValue?: unknown };
    if (exportValue === value && typeof displayValue === 'string') return displayValue;
  }
  return value;
}
