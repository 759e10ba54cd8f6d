/** Which comparisons keep their structure, and what a fallback says. */
import { bothSides } from '../../../shared/formats.ts';
import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareTask } from '../../../service/pipeline/compare-task.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { packDocument } from '../../../service/pipeline/inputs/packed-document.ts';
import { verifyFragment } from '../../../service/pipeline/verify-result.ts';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { COMPLEXITIES, type Complexity } from '../../../shared/api/complexity.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { docx, r, tbl, tc, tr, wp } from '../../builders/docx.ts';
import { leaseOf, NUMBERING, revisedLease, STYLES, wordsBody } from '../../lab/bench/long-document.ts';
import { randomFrom } from '../../builders/adversarial/random-words.ts';

/** 32 pages with headings, lists and tables, and a revision. */
const lease = (): readonly [original: Uint8Array, revised: Uint8Array] => {
  const random = randomFrom(7);
  const blocks = leaseOf(32, random);
  // A schedule as contracts have it: one price of each row, one row for each thing.
  const schedule = (price: (at: number) => string): string =>
    tbl(...Array.from({ length: 600 }, (_, at) => tr([tc(`Item ${at}`), tc(price(at)), tc('each')])));
  const file = (body: string): Uint8Array => docx(body, { numbering: NUMBERING, styles: STYLES });
  return [
    file(wordsBody(blocks) + schedule((at) => `${at} euro`) + wp(r('The end.', '<w:b/>'))),
    file(
      wordsBody(revisedLease(blocks, random)) +
        schedule((at) => (at === 300 ? '301 euro' : `${at} euro`)) +
        wp('The end.'),
    ),
  ];
};

const FILES = { mode: 'auto', attributeMode: 'semantic' } as const;
const paragraphs = (count: number, word: string): string =>
  Array.from({ length: count }, (_, at) => `<p>Clause ${at} is ${at === 5 ? word : 'same'}.</p>`).join('');

describe('a DOCX of 32 pages with tables', () => {
  const [original, revised] = lease();

  it('is compared as text within the specification’s envelope, which is the default', async () => {
    const comparison = await compareFiles({ ...FILES, formats: bothSides('docx'), original, revised });
    expect(comparison).toMatchObject({ fallback: true, engine: 'text', complexity: 'standard' });
    expect(comparison.fallbackReason).toMatch(
      /^The original has [\d,]+ block elements; 1,500 is the limit of complexity standard\.$/,
    );
    expect(comparison.html).not.toMatch(/<(?:table|h2|li|strong)\b/);
    expect(comparison.html).toContain('<p class="line">Item 7\t7 euro\teach</p>');
    expect(comparison.summary.formatChanges).toBe(0);
    for (const { holds } of await verifyFragment({ formats: bothSides('docx'), original, revised }, comparison.html))
      expect(holds).toBe(true);
  });

  it('keeps its headings, lists, tables and formats when extended', async () => {
    const comparison = await compareFiles({
      ...FILES,
      formats: bothSides('docx'),
      original,
      revised,
      complexity: 'extended',
    });
    expect(comparison).toMatchObject({ fallback: false, engine: 'document', complexity: 'extended', degraded: 0 });
    expect(comparison.fallbackReason).toBeUndefined();
    for (const tag of ['<table', '<h2', '<li']) expect(comparison.html).toContain(tag);
    expect(comparison.summary.formatChanges).toBe(1);
    for (const { holds } of await verifyFragment({ formats: bothSides('docx'), original, revised }, comparison.html))
      expect(holds).toBe(true);
  });

  it('has the same result on its way through the reading process and the comparing thread', async () => {
    const pack = async (bytes: Uint8Array, complexity: Complexity) =>
      packDocument({ format: 'docx', read: await readDocx(bytes) }, { bytes, complexity });
    for (const complexity of COMPLEXITIES) {
      const { facts, html } = compareTask({
        pair: {
          original: await pack(original, complexity),
          revised: await pack(revised, complexity),
        },
        ...{ ...FILES, complexity, wantsHtml: true, comparisonId: null },
      });
      const direct = await compareFiles({ ...FILES, formats: bothSides('docx'), original, revised, complexity });
      expect(JSON.parse(new TextDecoder().decode(html!))).toBe(direct.html);
      const { fallback, fallbackReason } = direct;
      expect(facts).toMatchObject({ complexity, fallback, ...(fallback && { fallbackReason }) });
    }
  });
});

describe('complexity', () => {
  it('changes nothing within the envelope', () => {
    const pair = { original: paragraphs(1_500, 'old'), revised: paragraphs(1_500, 'new'), format: 'html' } as const;
    const [standard, extended] = COMPLEXITIES.map((complexity) => compareText({ ...pair, mode: 'auto', complexity }));
    expect(standard!.html).toBe(extended!.html);
    expect(standard!.page(0, 100)).toEqual(extended!.page(0, 100));
    expect([standard!.fallback, extended!.fallback]).toEqual([false, false]);
  });

  it('counts one block for a paragraph of one line of plain text', () => {
    const text = (count: number): string => Array.from({ length: count }, (_, at) => `Clause ${at}.`).join('\n\n');
    const fallbackReason = (original: string): string | undefined =>
      compareText({ original, revised: 'Clause 0.', format: 'txt', mode: 'auto' }).fallbackReason;
    expect(fallbackReason(text(1_500))).toBeUndefined();
    expect(fallbackReason(text(1_501))).toContain('1,501 block elements');
  });

  it.each([
    ['blocks', paragraphs(1_501, 'old'), '1,501 block elements; 1,500 is the limit of complexity standard'],
    [
      'tags',
      `<p>${'<b>x</b> <i>y</i> '.repeat(6_000)}</p>`,
      '12,001 start tags; 12,000 is the limit of complexity standard',
    ],
    [
      'bytes',
      `<p>${'word '.repeat(104_858)}</p>`,
      'a little more than 512 KB of HTML; 512 KB is the limit of complexity standard',
    ],
  ])('names the measure and the limit of %s, on whichever side they are', (_, large, excess) => {
    const sides = [
      ['original', large, '<p>small</p>'],
      ['revised', '<p>small</p>', large],
    ] as const;
    for (const [side, original, revised] of sides) {
      const comparison = compareText({ original, revised, format: 'html', mode: 'auto' });
      expect(comparison.fallbackReason).toBe(`The ${side} has ${excess}.`);
      expect(compareText({ original, revised, format: 'html', mode: 'auto', complexity: 'extended' }).fallback).toBe(
        false,
      );
    }
  });

  it('lets tables that nest deeper than any page fall back, also when extended', () => {
    const deep = (word: string): string => `${'<table><tr><td>'.repeat(101)}${word}${'</td></tr></table>'.repeat(101)}`;
    const pair = { original: deep('old'), revised: deep('new'), format: 'html', mode: 'auto' } as const;
    const comparison = compareText({ ...pair, complexity: 'extended' });
    expect(comparison.fallbackReason).toBe('The original has tables nested more than 100 deep, which is the limit.');
    expect(resolve(comparison.html, { reject: 'all' })).toContain('old');
  });
});
