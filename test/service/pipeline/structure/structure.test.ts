import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, type TextComparison } from '../../../../service/pipeline/compare/compare-text.ts';
import { assemblePage, chunkRange, homesOf } from '../../../../service/pipeline/structure/assemble-page.ts';
import { splitStructure } from '../../../../service/pipeline/structure/split-structure.ts';
import { unpackChunk } from '../../../../service/pipeline/structure/pack-chunk.ts';
import { CHUNK_CHANGES, type Structure } from '../../../../service/pipeline/structure/structure.ts';
import { runsOf } from '../../../seed/seed.ts';

async function keptPage({ head, chunks }: Structure, offset: number, limit: number): Promise<unknown> {
  const { first, end } = chunkRange(head, offset, limit);
  const read = await Promise.all(chunks.slice(first, end).map(unpackChunk));
  const homes = await Promise.all(homesOf(read, first).map((number) => unpackChunk(chunks[number]!)));
  return JSON.parse(assemblePage(head, read, offset, limit, homes));
}

function cut(comparison: TextComparison): Structure {
  return splitStructure(comparison.parts, 'cmp_1');
}

async function expectSamePage(
  comparison: TextComparison,
  kept: Structure,
  offset: number,
  limit: number,
): Promise<void> {
  const wanted = { comparisonId: 'cmp_1', ...comparison.page(offset, limit) };
  expect(await keptPage(kept, offset, limit)).toEqual(JSON.parse(JSON.stringify(wanted)));
}

/** Two texts of lines, mostly the same, with runs of lines that one side lacks. */
const texts = fc
  .array(fc.tuple(fc.constantFrom('both', 'left', 'right', 'edit'), fc.integer({ min: 1, max: 9 })), { maxLength: 60 })
  .map((stretches) => {
    const sides: [string[], string[]] = [[], []];
    let line = 0;
    for (const [kind, length] of stretches) {
      for (let count = 0; count < length; count++) {
        const words = `line ${++line} of ${kind}`;
        if (kind !== 'right') sides[0].push(words);
        if (kind !== 'left') sides[1].push(kind === 'edit' ? `${words} changed` : words);
      }
    }
    return sides;
  });

const markup = fc
  .array(
    fc.constantFrom(
      '<p>one two</p>',
      '<p>One two three four. Five six seven eight.</p>',
      '<p>One two three four.</p><p>Five six seven eight.</p>',
      '<h2>Head</h2>',
      '<ul><li>a<li>b</ul>',
      '<p>one <b>two</b> three</p>',
      '<table><tr><td>x<td>y</table>',
      '<hr>',
      '<img src="data:image/png;base64,AA==" alt="i">',
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

describe('a kept structure', () => {
  it('gives the same pages as the comparison itself, for plain text', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(400), fc.integer({ min: 1, max: 500 }), async ([left, right], offset, limit) => {
        const comparison = compareText({
          original: left.join('\n'),
          revised: right.join('\n'),
          format: 'txt',
          mode: 'auto',
        });
        const kept = cut(comparison);
        await expectSamePage(comparison, kept, offset, limit);
        await expectSamePage(comparison, kept, Math.min(offset, 20), 1 + (limit % 7));
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('gives the same pages as the comparison itself, for HTML', async () => {
    await fc.assert(
      fc.asyncProperty(
        markup,
        markup,
        fc.nat(20),
        fc.integer({ min: 1, max: 9 }),
        async (original, revised, offset, limit) => {
          const comparison = compareText({ original, revised, format: 'html', mode: 'auto' });
          await expectSamePage(comparison, cut(comparison), offset, limit);
        },
      ),
      { numRuns: runsOf(200) },
    );
  });

  it('keeps a block of many changes once, and shows it on every page', async () => {
    const words = Array.from({ length: 6_000 }, (_, at) => `word${at}`);
    const revised = words.map((word, at) => (at % 8 === 0 ? `${word}x` : word));
    const comparison = compareText({
      original: `<p>Before.</p><p>${words.join(' ')}</p>`,
      revised: `<p>Before.</p><p>${revised.join(' ')}</p><p>After.</p>`,
      format: 'html',
      mode: 'auto',
    });
    const kept = cut(comparison);
    const read = await Promise.all(kept.chunks.map(unpackChunk));
    expect(read.length).toBe(8);
    expect(read.filter(({ entries }) => entries.has(2)).length).toBe(1);
    for (const [offset, limit] of [
      [0, 100],
      [350, 40],
      [700, 500],
      [99, 2],
    ] as const)
      await expectSamePage(comparison, kept, offset, limit);
  });

  it('reads the chunks of its page only', () => {
    const head = { opening: '', sourceBlocks: 0, revisedBlocks: 0, totalChanges: 1_000 };
    expect(chunkRange(head, 0, 100)).toEqual({ first: 0, end: 1 });
    expect(chunkRange(head, 99, 2)).toEqual({ first: 0, end: 2 });
    expect(chunkRange(head, 950, 500)).toEqual({ first: 9, end: 10 });
    expect(chunkRange(head, 1_000, 500)).toEqual({ first: 0, end: 0 });
    const { first, end } = chunkRange(head, 399, 500);
    expect(end - first).toBeLessThanOrEqual(500 / CHUNK_CHANGES + 1);
  });

  it('is cut in time that grows with its length when one side lacks everything', () => {
    const revised = Array.from({ length: 20_000 }, (_, line) => `line ${line}`).join('\n');
    const comparison = compareText({ original: '', revised, format: 'txt', mode: 'auto' });
    const start = process.cpuUsage();
    const { head, chunks } = cut(comparison);
    // Processor time, in microseconds. To ask for a page of each change by itself would take minutes.
    expect(process.cpuUsage(start).user).toBeLessThan(30_000_000);
    expect(chunks.length).toBe(Math.ceil(head.totalChanges / CHUNK_CHANGES));
  });
});
