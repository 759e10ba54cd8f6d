import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeText, joiningLength } from '../../../service/formats/normalise/compose.ts';

describe('joiningLength', () => {
  it('knows every character that composes with the one before it', () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const [, ...later] = String.fromCodePoint(code).normalize('NFD');
      for (const letter of later) if (joiningLength(letter) === 0) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });
});

describe('composeText', () => {
  it('is Normalization Form C for marks of every class, however many stand in a row', () => {
    const marks = Array.from({ length: 0x1e950 }, (_, code) => String.fromCodePoint(code)).filter((mark) =>
      /^\p{M}$/u.test(mark),
    );
    const text = fc.array(fc.constantFrom(...marks), { minLength: 60, maxLength: 300 });
    fc.assert(
      fc.property(text, (row) => {
        const letters = `a${row.join('')}e`;
        expect(composeText(letters)).toBe(letters.normalize('NFC'));
      }),
    );
  });

  it('takes no step for each pair of marks', () => {
    const [above, below] = ['\u0301'.repeat(500_000), '\u0316'.repeat(500_000)];
    expect(composeText(`a${'\u0301\u0316'.repeat(500_000)}`) === `\u00e1${below}${above.slice(1)}`).toBe(true);
  });
});
