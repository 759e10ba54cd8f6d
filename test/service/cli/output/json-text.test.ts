import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from '../../../../service/cli/output/json-text.ts';
import { SEED } from '../../../seed/seed.ts';

it('escapes what a terminal obeys', () => {
  expect(jsonText({ 'a\u009B': 'é\u007F\u202E\u2069 →' })).toBe('{"a\\u009b":"é\\u007f\\u202e\\u2069 →"}');
});

it('is equal JSON without a control character, for any value', () => {
  const controls = fc.string({
    unit: fc.constantFrom('a', '\u001B', '\u0085', '\u009B', '\u202A', '\u2066', '\\', '"'),
  });
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.dictionary(controls, controls), (value, members) => {
      const text = jsonText([value, members]);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify([value, members])));
      expect(text).not.toMatch(/\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
    }),
    { seed: SEED },
  );
});
