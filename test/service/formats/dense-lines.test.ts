import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { readText } from '../../../service/formats/read-text.ts';

/** The refusal, if there is one. */
function refusalOf(text: string, format: 'txt' | 'json'): ServiceError | undefined {
  try {
    readText(text, format);
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
  return undefined;
}

const numbers = (count: number, number = '7'): string => `[${`${number},`.repeat(count - 1)}${number}]`;

describe('lines', () => {
  it('are refused when very many are very short, with the count and the limit', () => {
    const refused = [
      refusalOf('a\n'.repeat(200_001), 'txt'),
      // The array takes two lines.
      refusalOf(numbers(199_999), 'json'),
      refusalOf(`[${'{"a":1,"b":1},'.repeat(200_000)}0]`, 'json'),
    ];
    expect(refused.map((fault) => [fault?.code, fault?.details])).toEqual([
      ['document_too_complex', { lines: 200_001, limit: 200_000 }],
      ['document_too_complex', { lines: 200_001, limit: 200_000 }],
      ['document_too_complex', { lines: 560_001, limit: 560_000 }],
    ]);
    expect(refused[2]!.message).toContain('With 2800003 bytes the limit is 560000');
  });

  it('are read when they are fewer, or longer', () => {
    expect(refusalOf('a\n'.repeat(200_000), 'txt')).toBeUndefined();
    expect(refusalOf(numbers(199_998), 'json')).toBeUndefined();
    expect(refusalOf('abcd\n'.repeat(200_001), 'txt')).toBeUndefined();
    expect(refusalOf(numbers(210_000, '1.125'), 'json')).toBeUndefined();
  });

  it('are refused when they are more than a million, however long they are', () => {
    expect(refusalOf('abcdefg\n'.repeat(1_000_001), 'txt')?.message).toContain('The limit is 1000000.');
  });
});
