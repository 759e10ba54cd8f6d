/**
 * Treats a field with a changed instruction as one thing (17.16.5). Its start, instruction, result and end are
 * inserted and deleted together. So no reader sees half an instruction. A field stays if only its result differs.
 */
import type { ParagraphText } from './paragraph-text.ts';

/** A field within one paragraph, as stretches of its text. */
interface Field {
  readonly start: number;
  /** The end of the instruction and start of the result; the end of the field if it has no result. */
  resultStart: number;
  end: number;
}

/** Removes the matches of fields whose instruction is only partly matched. */
export function keepFieldsWhole(a: ParagraphText, b: ParagraphText, partner: Int32Array): void {
  const [own, other] = [fieldsOf(a), fieldsOf(b)];
  if (own.length === 0 && other.length === 0) return;
  for (let changed = true; changed;) {
    const inverse = new Int32Array(b.text.length).fill(-1);
    partner.forEach((j, i) => {
      if (j >= 0) inverse[j] = i;
    });
    const [aTorn, bTorn] = [tornStretches(own, partner), tornStretches(other, inverse)];
    for (const { start, end } of aTorn) partner.fill(-1, start, end);
    for (const { start, end } of bTorn) for (const i of inverse.subarray(start, end)) if (i >= 0) partner[i] = -1;
    changed = aTorn.length > 0 || bTorn.length > 0;
  }
}

/**
 * Fields with a partly matched instruction, or with other matches and an unmatched instruction. Of nested fields,
 * only the outermost.
 */
function tornStretches(fields: readonly Field[], partner: Int32Array): Field[] {
  // The number of matched units before each unit.
  const kept = new Int32Array(partner.length + 1);
  partner.forEach((at, unit) => {
    kept[unit + 1] = kept[unit]! + (at >= 0 ? 1 : 0);
  });
  const torn: Field[] = [];
  for (const field of fields) {
    const { start, resultStart, end } = field;
    const isGone = kept[resultStart]! - kept[start]! < resultStart - start;
    if (end > (torn.at(-1)?.end ?? 0) && isGone && kept[end]! > kept[start]!) torn.push(field);
  }
  return torn;
}

/** The fields of a text, by their start. */
function fieldsOf(text: ParagraphText): Field[] {
  const fields: Field[] = [];
  const open: Field[] = [];
  for (const { kind, node, start, end } of text.pieces) {
    if (kind !== 'object' || node?.name !== 'w:fldChar') continue;
    const type = node.attributes.get('w:fldCharType');
    if (type === 'begin') open.push({ start, resultStart: -1, end: -1 });
    else if (type === 'separate') {
      const field = open.at(-1);
      if (field !== undefined) field.resultStart = end;
    } else if (type === 'end') {
      const field = open.pop();
      if (field === undefined) continue;
      field.end = end;
      if (field.resultStart < 0) field.resultStart = end;
      fields.push(field);
    }
  }
  return fields.sort((x, y) => x.start - y.start);
}
