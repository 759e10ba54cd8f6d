import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../shared/errors.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';

const EACH_SIDE = 150_000;
const WATCHED = new Error('the redline has begun');

const lines = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n');

/** What ends the comparison: its refusal, or the begin of its redline. */
function endOf(original: string, revised: string): unknown {
  const begin = (): never => {
    throw WATCHED;
  };
  try {
    compareText(
      { original, revised, format: 'txt', mode: 'auto', complexity: 'extended' },
      { piece: begin, text: begin },
    );
  } catch (fault) {
    return fault;
  }
  return undefined;
}

describe('two documents with very many different lines', () => {
  it('are refused before the comparison, with the count and the limit', () => {
    const refused = endOf(lines(EACH_SIDE, 'one'), lines(EACH_SIDE + 1, 'other')) as ServiceError;
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused.code).toBe('document_too_complex');
    expect(refused.details).toEqual({ oneSidedTexts: 2 * EACH_SIDE + 1, limit: 300_000 });
    expect(refused.message).toContain('There are 300001 lines or paragraphs that only one of the two documents has');
  });

  it('are compared up to the limit', () => {
    expect(endOf(lines(EACH_SIDE, 'one'), lines(EACH_SIDE, 'other'))).toBe(WATCHED);
  });

  it('are compared when most lines are on both sides, in whatever order', () => {
    const shared = lines(200_000, 'line');
    expect(endOf(`${lines(10_000, 'one')}\n${shared}`, `${shared}\n${lines(10_000, 'other')}`)).toBe(WATCHED);
  });
});
