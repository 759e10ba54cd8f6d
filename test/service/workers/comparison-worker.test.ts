import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareText } from '../../../service/comparison/compare-text.ts';
import { finishedResult } from '../../../service/comparison/finished-result.ts';
import type { TextTask } from '../../../service/comparison/ports.ts';
import { ComparisonPool } from '../../../service/workers/comparison-pool.ts';

const never = new AbortController().signal;
let pool: ComparisonPool;
beforeAll(() => {
  pool = new ComparisonPool({ workers: 1 });
});
afterAll(() => pool.close());

const lines = (word: string): string => Array.from({ length: 250 }, (_, line) => `line ${line} ${word}`).join('\n');

describe('the worker of the service', () => {
  it.each([
    [true, 'cmp_1'],
    [true, null],
    [false, 'cmp_1'],
  ])('returns what the comparison gives, byte for byte (html %s, kept as %s)', async (wantsHtml, comparisonId) => {
    const task: TextTask = {
      ...{ original: lines('old'), revised: lines('new'), format: 'txt', mode: 'auto' },
      ...{ wantsHtml, comparisonId },
    };
    const { facts, html, structure } = await pool.compare(task, never);
    const here = finishedResult(compareText(task), task);
    expect(facts).toEqual(here.facts);
    expect(html).toEqual(here.html);
    expect(structure).toEqual(here.structure);
    if (comparisonId !== null) expect(structure?.chunks.length).toBe(3);
  });

  it('hands on what the comparison refuses', async () => {
    const task: TextTask = {
      ...{ original: '{', revised: '{}', format: 'json', mode: 'auto' },
      ...{ wantsHtml: true, comparisonId: null },
    };
    await expect(pool.compare(task, never)).rejects.toMatchObject({ name: 'ServiceError', code: 'invalid_request' });
  });
});
