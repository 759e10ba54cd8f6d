import { expect, test } from 'vitest';
import { chosenFormats, formatsOf } from '../../../../service/cli/input/formats-of-inputs.ts';

const bytes = new TextEncoder().encode('x');
const of = (original: string, revised: string, options = {}) =>
  formatsOf([original, revised], [bytes, bytes], chosenFormats(options));

test('JSON beside another format is refused, with the option that compares its words', () => {
  expect(() => of('a.json', 'b.html')).toThrow('choose --original-format txt');
  expect(() => of('a.md', 'b.json')).toThrow('choose --revised-format txt');
  expect(of('a.json', 'b.html', { originalFormat: 'txt' })).toEqual({ original: 'txt', revised: 'html' });
  expect(of('a.json', 'b.json')).toEqual({ text: 'json' });
});
