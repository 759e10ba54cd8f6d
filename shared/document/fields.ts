/**
 * Results of fields: text that a program computes, such as a date or the number of another clause. The values of content
 * controls count as such.
 */
import type { Attributes } from './model.ts';

/** The attribute of a text block that holds the results of its fields: `12-25 40-52`, as `FieldRange` describes them. */
export const FIELDS = 'data-fields';

/** The result of a field: UTF-16 units of the words of its block, half-open. Words are the text without pictures. */
export type FieldRange = readonly [start: number, end: number];

const WRITTEN = /^\d{1,9}-\d{1,9}(?: \d{1,9}-\d{1,9})*$/;

/** Writes the results of fields. */
export function writeFields(ranges: readonly FieldRange[]): string {
  return ranges.map(([start, end]) => `${start}-${end}`).join(' ');
}

/** The results of the fields of a text block; none for an attribute that nothing of ours wrote. */
export function fieldsIn(attributes: Attributes): readonly FieldRange[] {
  const written = attributes[FIELDS];
  if (written === undefined || !WRITTEN.test(written)) return [];
  return written.split(' ').map((range): FieldRange => {
    const [start, end] = range.split('-').map(Number) as [number, number];
    return [start, end];
  });
}
