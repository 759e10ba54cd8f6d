import { globSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { count, joined, numeral, sayOf } from '../../../renderer/strings/say.ts';

const say = sayOf({
  saved: 'Saved as {name}',
  of: '{shown} of {total}',
  'left.one': '{count} change is left',
  'left.other': '{count} changes are left',
});

describe('a text with values', () => {
  it('has them in the place of their names', () => {
    expect(say('saved', { name: 'lease.docx' })).toBe('Saved as lease.docx');
  });

  it('writes numbers with commas', () => {
    expect(say('of', { shown: 7, total: 12_345 })).toBe('7 of 12,345');
  });

  it('takes a value as it is, whatever stands in it', () => {
    expect(say('saved', { name: '{name} $& $1' })).toBe('Saved as {name} $& $1');
  });

  it.each([
    [0, '0 changes are left'],
    [1, '1 change is left'],
    [2, '2 changes are left'],
    [1_001, '1,001 changes are left'],
  ])('has the plural of %d', (left, text) => {
    expect(say('left', { count: left })).toBe(text);
  });
});

test('numbers alone', () => {
  expect([numeral(12_345), count(1, 'tab', 'tabs'), count(0, 'tab', 'tabs')]).toEqual(['12,345', '1 tab', '0 tabs']);
});

test('parts that are not empty are joined', () => {
  expect(joined(['a', '', 'b'], ', ')).toBe('a, b');
});

describe('the texts for a translator', () => {
  test.each(globSync('renderer/strings/english/*.ts'))(
    '%s has plain values, and every plural has its forms',
    async (file) => {
      const module = (await import(`../../../${file}`)) as Record<string, Record<string, string>>;
      const [texts] = Object.values(module);
      const keys = Object.keys(texts!);
      expect(Object.values(texts!).filter((text) => typeof text !== 'string')).toEqual([]);
      const ones = keys.filter((key) => key.endsWith('.one'));
      const others = keys.filter((key) => key.endsWith('.other'));
      expect(ones.map((key) => key.replace(/one$/u, 'other'))).toEqual(others);
    },
  );
});
