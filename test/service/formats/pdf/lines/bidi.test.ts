// Visual order on paper back to logical order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areBracketsAsTyped, toLogicalOrder } from '../../../../../service/formats/pdf/lines/bidi.ts';

const units = (text: string): { text: string }[] => [...text].map((character) => ({ text: character }));
const logical = (visual: string, rightToLeft: boolean): string =>
  toLogicalOrder(units(visual), { rightToLeft, bracketsAsTyped: false })
    .map((unit) => unit.text)
    .join('');

describe('toLogicalOrder', () => {
  test.each([
    ['left to right stays', 'Annex B, 2024.', false, 'Annex B, 2024.'],
    ['letters turn', 'גבא', true, 'אבג'],
    ['a number keeps its order', '.1,250.00 אבג', true, 'גבא 1,250.00.'],
    ['a phrase with a number keeps its order', 'גבא Annex B 12 דהו', true, 'והד Annex B 12 אבג'],
    ['separate numbers change places', '3 ,2 ,1', true, '1, 2, 3'],
    ['brackets are mirrored', '(אב)', true, '(בא)'],
    ['a word of the other direction turns', 'see גבא now', false, 'see אבג now'],
    ['a number before a phrase continues it', 'גבא Annex 3', true, 'Annex 3 אבג'],
    ['brackets within a phrase keep their side', 'ABC (Annex) גבא', true, 'אבג ABC (Annex)'],
    ['a sign stays with its number', '12.5% גבא', true, 'אבג 12.5%'],
    ['a sign after Arabic letters stays separate', '%12.5 ابت', true, 'تبا 12.5%'],
  ])('%s', (_, visual, rightToLeft, expected) => {
    expect(logical(visual, rightToLeft)).toBe(expected);
  });

  test('brackets that face each other were written as typed, and are not mirrored', () => {
    const visual = units('דה )גב( א');
    expect(areBracketsAsTyped([visual], true)).toBe(true);
    expect(areBracketsAsTyped([units('דה (גב) א')], true)).toBe(false);
    const direction = { rightToLeft: true, bracketsAsTyped: true };
    expect(
      toLogicalOrder(visual, direction)
        .map((unit) => unit.text)
        .join(''),
    ).toBe('א (בג) הד');
  });

  test('keeps every character', () => {
    const letters = fc.constantFrom(...'ab אבג 12.,()-');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 30 }), fc.boolean(), (characters, rightToLeft) => {
        const mirror = (text: string): string => text.replace(/[()]/g, '|');
        const before = mirror([...characters].sort().join(''));
        const after = mirror([...logical(characters.join(''), rightToLeft)].sort().join(''));
        expect([...after].sort()).toEqual([...before].sort());
      }),
    );
  });
});
