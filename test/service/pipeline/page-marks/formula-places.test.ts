import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignPrint } from '../../../../service/pipeline/page-marks/align-print.ts';
import { DRAWN, placeFormulas } from '../../../../service/pipeline/page-marks/formula-places.ts';
import { runsOf } from '../../../seed/seed.ts';

/** The printed letters of a part of the document; "·" without a place, "_" for a sign that is drawn. */
function printedAt(document: string, printed: string, part: string): string {
  const places = alignPrint(document, printed);
  placeFormulas(document, [], printed, places);
  const start = document.indexOf(part);
  const letter = (place: number): string => (place === DRAWN ? '_' : place < 0 ? '·' : printed[place]!);
  return Array.from(places.subarray(start, start + part.length), letter).join('');
}

describe('placeFormulas', () => {
  it('finds letters in another order, and the signs that the layout replaces', () => {
    const printed = 'The root is known.\nb+c\nx=\n2a\nIt is used below.';
    const formula = 'x=(b+c)/(2a)';
    expect(printedAt(`The root is known.\n${formula}\nIt is used below.`, printed, formula)).toBe('x=_b+c___2a_');
  });

  it('passes over a line close by that is printed elsewhere', () => {
    const printed = 'b+c\nx=\n2a\nIt is used below.\nThe root is known.';
    const formula = 'x=(b+c)/(2a)';
    expect(printedAt(`The root is known.\n${formula}\nIt is used below.`, printed, formula)).toBe('x=_b+c___2a_');
  });

  it('places nothing where the print has a letter more, or another one', () => {
    const formula = '(b+q)/(2a)';
    for (const lines of ['b+q\n2a7', 'b+p\n2a', 'b+q\n2']) {
      const found = printedAt(
        `The root is known.\n${formula}\nIt is used below.`,
        `The root is known.\n${lines}\nIt is used below.`,
        formula,
      );
      expect(found).toContain('·');
    }
  });

  it('never places a letter on another one, nor two on one', () => {
    const part = fc.constantFrom('x', '=', '(a+b)', '/', '(2c)', '^2', ' of ', '\n', 'root', '2', 'a_1');
    const parts = fc.array(part, { maxLength: 20 });
    fc.assert(
      fc.property(parts, parts, (own, theirs) => {
        const document = `It is.\n${own.join('')}\nIt ends.`;
        const printed = `It is.\n${theirs.join('')}\nIt ends.`;
        const places = alignPrint(document, printed);
        placeFormulas(document, [{ changeId: 'a', kind: 'insert', start: 9, end: 14 }], printed, places);
        const taken = [...places].filter((place) => place >= 0);
        expect(new Set(taken).size).toBe(taken.length);
        places.forEach((place, at) => {
          if (place >= 0) expect(printed[place]).toBe(document[at]);
        });
      }),
      { numRuns: runsOf(500) },
    );
  });
});
