import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJsonFault } from '../../../service/http/guards/locate-json-fault.ts';
import { readJson } from '../../../service/http/guards/read-json.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the search for a fault in JSON', () => {
  it('agrees with the parser on whatever is one edit away from JSON', () => {
    const piece = fc.constantFrom(
      '',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '0',
      '-',
      '.',
      'e',
      't',
      '\n',
      '\u0001',
      ' ',
    );
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(3), piece, (json, place, cut, added) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + added + json.slice(at + cut);
        expect(locateJsonFault(text) === null).toBe(parses(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the first place from which no JSON can follow', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        const text = json.slice(0, place % json.length);
        const fault = locateJsonFault(text);
        // A beginning of JSON is at fault at its end only, unless it is JSON itself (a number cut short).
        if (fault !== null) expect(/^[-+\da-fA-F.etrulsn\\]*$/.test(text.slice(fault.offset))).toBe(true);
      }),
    );
  });

  it.each([
    ['', 0],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['{a:1}', 1],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['01', 1],
    ['{} x', 3],
    ['["a', 3],
  ])('finds the fault of %j at %i', (text, offset) => {
    expect(locateJsonFault(text)?.offset).toBe(offset);
  });

  it('takes long strings, many strings and deep nesting in its stride', () => {
    expect(locateJsonFault(`"${'x'.repeat(800_000)}`)?.offset).toBe(800_001);
    expect(locateJsonFault(`[${'"a",'.repeat(200_000)}`)?.offset).toBe(800_001);
    expect(locateJsonFault('['.repeat(800_000))?.offset).toBe(800_000);
  });
});

describe('the reader of JSON bodies', () => {
  const message = (body: Uint8Array): string => {
    try {
      readJson(body);
    } catch (fault) {
      return (fault as Error).message;
    }
    return '';
  };

  it('reads JSON, a byte order mark before it dropped', () => {
    expect(readJson(Buffer.from('\uFEFF{"a":"ü"}'))).toEqual({ a: 'ü' });
  });

  it('names line and column of a fault, and quotes nothing', () => {
    expect(message(Buffer.from('{"secret":\n "𝄞𝄞" 5}'))).toMatch(/line 2, column 7 .* a comma or }/);
    expect(message(Buffer.from('{"secret": hidden}'))).not.toMatch(/hidden|secret/);
  });

  it('names the first byte that is not UTF-8, whatever stands before it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
        fc.constantFrom([0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80], [0x80]),
        (text, broken) => {
          const before = Buffer.from(`${text}\uFFFD`);
          expect(message(Buffer.concat([before, Uint8Array.from(broken), Buffer.from('"x')]))).toContain(
            `byte offset ${before.length} `,
          );
        },
      ),
    );
  });
});
