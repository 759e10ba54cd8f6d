import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import type { TextTask } from '../../../service/pipeline/inputs/tasks.ts';
import { wrapFragment } from '../../../shared/fragment/write.ts';
import { ComparisonPool } from '../../../service/workers/comparison-pool.ts';

const never = new AbortController().signal;
let pool: ComparisonPool;
beforeAll(() => {
  pool = new ComparisonPool({ workers: 1 });
});
afterAll(() => pool.close());

const lines = (word: string): string => Array.from({ length: 250 }, (_, line) => `line ${line} ${word}`).join('\n\n');

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
    const here = compareTask(task);
    expect(facts).toEqual(here.facts);
    expect(html).toEqual(here.html);
    expect(structure).toEqual(here.structure);
    if (comparisonId !== null) expect(structure?.chunks.length).toBe(3);
  });

  it('tells of blocks in order, then of the text, while it works; all of it as in the result', async () => {
    const task: TextTask = {
      ...{ original: lines('old'), revised: lines('new'), format: 'txt', mode: 'auto' },
      ...{ wantsHtml: true, comparisonId: 'cmp_1' },
    };
    const told: unknown[] = [];
    const json = (bytes: Uint8Array): string => JSON.parse(new TextDecoder().decode(bytes)) as string;
    const { html } = await pool.compare(task, never, {
      block: (block) => told.push(json(block)),
      text: (text, facts) => told.push({ text: json(text), facts }),
    });
    const blocks = told.slice(0, -1) as string[];
    expect(blocks.length).toBeGreaterThan(10);
    expect(told.at(-1)).toEqual({ text: json(html!), facts: { engine: 'dom', fallback: false } });
    expect(wrapFragment(blocks.join(''))).toBe(json(html!));
    // The first is sent alone: a reader sees something at once.
    expect(blocks[0]!.match(/<p /g)).toHaveLength(1);
    expect(html).toEqual(compareTask(task).html);
  });

  it('tells nothing of what it refuses, and stops with its signal in the midst', async () => {
    const heard = (): { said: string[]; block: () => void; text: () => void } => {
      const said: string[] = [];
      return { said, block: () => void said.push('block'), text: () => void said.push('text') };
    };
    const wanted = { mode: 'auto', wantsHtml: true, comparisonId: null } as const;
    const refused = heard();
    const broken: TextTask = { original: '{', revised: '{}', format: 'json', ...wanted };
    await expect(pool.compare(broken, never, refused)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(refused.said).toEqual([]);

    const leaving = new AbortController();
    const seen = heard();
    const paragraphs = (word: string): string =>
      Array.from({ length: 1_400 }, (_, at) => `<p>${word} ${at} ${'some more words '.repeat(18)}</p>`).join('');
    const long: TextTask = { original: paragraphs('old'), revised: paragraphs('new'), format: 'html', ...wanted };
    const left = pool.compare(long, leaving.signal, {
      block: () => {
        seen.block();
        leaving.abort(new Error('left'));
      },
      text: seen.text,
    });
    await expect(left).rejects.toThrow('left');
    const counted = seen.said.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen.said.length).toBe(counted);
    expect(seen.said).not.toContain('text');
  });

  it('hands on what the comparison refuses', async () => {
    const task: TextTask = {
      ...{ original: '{', revised: '{}', format: 'json', mode: 'auto' },
      ...{ wantsHtml: true, comparisonId: null },
    };
    await expect(pool.compare(task, never)).rejects.toMatchObject({ name: 'ServiceError', code: 'invalid_request' });
  });
});
