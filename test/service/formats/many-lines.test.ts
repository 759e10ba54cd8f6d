import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../shared/errors.ts';
import { readText } from '../../../service/formats/read-text.ts';

const LIMIT = 220_000;

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

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');
/** An object takes two lines, and each of its members one. */
const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join()}}`;
const numbers = (count: number): string => `[${Array.from({ length: count }, () => '7').join()}]`;

describe('lines', () => {
  it.each([
    ['one line too many', lines(LIMIT + 1), 'txt'],
    ['300,000 lines', lines(300_000), 'txt'],
    ['one member too many', members(LIMIT - 1), 'json'],
    ['300,000 members', members(300_000), 'json'],
    ['300,000 alike items', numbers(300_000), 'json'],
  ] as const)('are refused before the comparison, with the count and the limit: %s', (_name, text, format) => {
    const refused = refusalOf(text, format);
    expect(refused?.code).toBe('document_too_complex');
    expect(refused?.details).toEqual({ lines: LIMIT + 1, limit: LIMIT });
    expect(refused?.message).toContain('more than 220000 lines');
  });

  it('are read up to the limit, however short they are', () => {
    expect(refusalOf('a\n'.repeat(LIMIT), 'txt')).toBeUndefined();
    expect(refusalOf(members(LIMIT - 2), 'json')).toBeUndefined();
    expect(refusalOf(numbers(LIMIT - 2), 'json')).toBeUndefined();
  });
});
