import { describe, expect, test } from 'vitest';
import { dayFormat, excessInWords, momentFormat, sizeInWords } from '../../shared/in-words.ts';

describe('sizes in words', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1_023, '1023 bytes'],
    [20_000, '19.5 KB'],
    [1_048_575, '1 MB'],
    [10_485_760, '10 MB'],
    [104_857_600, '100 MB'],
    [268_435_456, '256 MB'],
    [5_368_709_120, '5 GB'],
  ])('%i bytes are %s', (sizeBytes, words) => {
    expect(sizeInWords(sizeBytes)).toBe(words);
  });

  test('a size over a limit never reads like the limit', () => {
    expect(excessInWords(10_485_761, 10_485_760)).toBe('a little more than 10 MB');
    expect(excessInWords(20_971_520, 10_485_760)).toBe('20 MB');
  });
});

test('days and times have one form', () => {
  const at = Date.UTC(2026, 2, 4, 6, 5);
  expect(momentFormat('UTC').format(at)).toBe('4 Mar 2026, 06:05');
  expect(dayFormat('UTC').format(at)).toBe('4 Mar 2026');
});
