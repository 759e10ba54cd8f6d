import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonSyntaxError, parseJson } from '../../../service/formats/json/parse-json.ts';
import { readJson } from '../../../service/http/guards/read-json.ts';
import { runsOf } from '../../seed/seed.ts';

/** The first fault of a text by our grammar; null for JSON. */
function faultOf(text: string): JsonSyntaxError | null {
  try {
    parseJson(text);
  } catch (fault) {
    if (fault instanceof JsonSyntaxError) return fault;
    throw fault;
  }
  return null;
}

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
        const fault = faultOf(text);
        // A repeated name is a fault by our grammar alone: the platform takes the last.
        fc.pre(!fault?.message.includes('twice'));
        expect(fault === null).toBe(parses(text));
      }),
      { numRuns: runsOf(2_000) },
    );
  });

  it('finds the first place from which no JSON can follow', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, place) => {
        const text = json.slice(0, place % json.length);
        const fault = faultOf(text);
        // A beginning of JSON is at fault at its end only, or at the start of its unclosed string.
        if (fault !== null && !fault.message.includes('not closed')) {
          expect(/^[-+\da-fA-F.etrulsn\\]*$/.test(text.slice(fault.offset))).toBe(true);
        }
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
    ['["a', 1],
  ])('finds the fault of %j at %i', (text, offset) => {
    expect(faultOf(text)?.offset).toBe(offset);
  });

  it('reads long strings and many strings, and refuses deep nesting', () => {
    expect(faultOf(`"${'x'.repeat(800_000)}`)?.offset).toBe(0);
    expect(faultOf(`[${'"a",'.repeat(200_000)}`)?.offset).toBe(800_001);
    expect(() => faultOf('['.repeat(800_000))).toThrow('nested more than');
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

  it('refuses deep nesting before it parses, and counts no bracket of a string', () => {
    expect(readJson(Buffer.from(`{"a":"${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}"}`))).toHaveProperty('a');
    expect(readJson(Buffer.from('['.repeat(64) + ']'.repeat(64)))).toBeInstanceOf(Array);
    expect(message(Buffer.from('['.repeat(65) + ']'.repeat(65)))).toBe(
      'The body nests arrays and objects deeper than 64 levels at byte offset 64.',
    );
    expect(message(Buffer.from('{"a":'.repeat(200_000)))).toContain('deeper than 64 levels at byte offset 320');
  });

  it('names line and column of a fault, and quotes nothing', () => {
    expect(message(Buffer.from('{"secret":\n "𝄞𝄞" 5}'))).toMatch(/line 2, column 7: expected "," or "}"/);
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
