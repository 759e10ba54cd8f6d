/** Finds the words of notes in a decided document. */
import { BOTH_SIDES, type Block, type Side } from '../../../shared/document/model.ts';
import { redlineGuide } from '../../pipeline/ranges/redline-guide.ts';
import { readSign, type MergedRange } from './signed-blocks.ts';

/** The text of each side, and where each note is in it; absent: the side does not have its words. */
export interface NotePlaces {
  readonly texts: Readonly<Record<Side, string>>;
  readonly places: readonly Partial<Record<Side, MergedRange>>[];
}

/** The places of notes, from their signs in decided blocks. */
export function notePlaces(signed: readonly Block[], notes: number): NotePlaces {
  const { texts } = redlineGuide(signed);
  const places = Array.from({ length: notes }, (): Partial<Record<Side, MergedRange>> => ({}));
  const plain = { original: '', revised: '' };
  for (const side of BOTH_SIDES) {
    const starts = new Map<number, number>();
    const parts: string[] = [];
    let length = 0;
    for (const part of texts[side].split(/([\u{F0000}-\u{FFFFD}])/u)) {
      const sign = part === '' ? null : readSign(part);
      if (sign === null) {
        parts.push(part);
        length += part.length;
      } else if (sign.end === 'start') starts.set(sign.note, length);
      else if (starts.has(sign.note)) places[sign.note]![side] = { start: starts.get(sign.note)!, end: length };
    }
    plain[side] = parts.join('');
  }
  return { texts: plain, places };
}
