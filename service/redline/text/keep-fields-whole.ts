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
 * The fields of which a part of the instruction has a partner and another has none, or which have one without their instruction. Of
 * fields in each other the outermost only.
 */
function tornStretches(fields: readonly Field[], partner: Int32Array): Field[] {
  // How many of the units before each have a partner.
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

/** The fields of a text, by where they begin. */
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
