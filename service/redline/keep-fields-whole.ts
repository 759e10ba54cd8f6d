/**
 * A field whose instruction changes is one thing (17.16.5): its begin, instruction, result and end go and come together, so that
 * no reader is shown half of an instruction. A field of which only the result differs stays.
 */
import type { ParagraphText } from './paragraph-text.ts';

/** A field within one paragraph, as stretches of its text. */
interface Field {
  readonly start: number;
  /** Where the instruction ends and the result begins; the end when there is no result. */
  resultStart: number;
  end: number;
}

/** Takes back the matches of fields of whose instruction only a part has a partner. */
export function keepFieldsWhole(a: ParagraphText, b: ParagraphText, partner: Int32Array): void {
  const [own, other] = [fieldsOf(a), fieldsOf(b)];
  if (own.length === 0 && other.length === 0) return;
  for (let changed = true; changed;) {
    changed = false;
    const inverse = new Int32Array(b.text.length).fill(-1);
    partner.forEach((j, i) => {
      if (j >= 0) inverse[j] = i;
    });
    for (const field of own) {
      if (!isTorn(field, partner)) continue;
      partner.fill(-1, field.start, field.end);
      changed = true;
    }
    for (const field of other) {
      if (!isTorn(field, inverse)) continue;
      for (const i of inverse.subarray(field.start, field.end)) if (i >= 0) partner[i] = -1;
      changed = true;
    }
  }
}

/** Whether a part of the instruction has a partner and another has none, or a field without its instruction has one. */
function isTorn({ start, resultStart, end }: Field, partner: Int32Array): boolean {
  const gone = partner.subarray(start, resultStart).some((at) => at < 0);
  return gone && partner.subarray(start, end).some((at) => at >= 0);
}

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
  return fields;
}
