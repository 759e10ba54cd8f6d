import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../service/comparison/compare-text.ts';
import type { Change } from '../../../shared/change/page.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';

function compare(original: string, revised: string) {
  return compareText({ original, revised, format: 'html', mode: 'auto' });
}

function canonical(html: string): string {
  return compare(html, html).html;
}

/** Type and both texts of every change. */
function changesOf(original: string, revised: string): (string | undefined)[][] {
  return compare(original, revised)
    .page(0, 500)
    .changes.map((change: Change) => [
      change.type,
      'before' in change ? change.before.text : undefined,
      'after' in change ? change.after.text : undefined,
    ]);
}

const words = [
  'the',
  'fee',
  'tenant',
  'landlord',
  'pays',
  'within',
  'thirty',
  'days',
  'unless',
  'notice',
  'was',
  'given',
];
/** Sentences of words that occur once in all of them, so that what is which is beyond doubt. */
const sentences = fc
  .array(fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 9 }), { minLength: 2, maxLength: 6 })
  .map((lists) => lists.map((list, index) => `${list.map((word) => `${word}${index}`).join(' ')}.`));
const paragraphs = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');

describe('a paragraph split or joined', () => {
  it('is one change of the boundary', () => {
    fc.assert(
      fc.property(sentences, fc.nat(), (texts, pick) => {
        const at = 1 + (pick % (texts.length - 1));
        const whole = paragraphs(['Before.', texts.join(' '), 'After.']);
        const parts = paragraphs(['Before.', texts.slice(0, at).join(' '), texts.slice(at).join(' '), 'After.']);
        expect(changesOf(whole, parts)).toEqual([['insert', undefined, '\n']]);
        expect(changesOf(parts, whole)).toEqual([['delete', '\n', undefined]]);
      }),
    );
  });

  it('keeps the law with pieces, marks and words changed at once', () => {
    const marked = fc.tuple(sentences, fc.array(fc.tuple(fc.nat(), fc.constantFrom('split', 'word', 'mark', 'drop'))));
    fc.assert(
      fc.property(marked, ([texts, edits]) => {
        const whole = paragraphs([texts.join(' ')]);
        const tokens = texts.join(' ').split(' ');
        for (const [pick, edit] of edits) {
          const at = pick % tokens.length;
          if (edit === 'split' && at > 0) tokens[at] = `</p><p>${tokens[at]!}`;
          else if (edit === 'word') tokens[at] = `new ${tokens[at]!}`;
          else if (edit === 'mark') tokens[at] = `<b>${tokens[at]!.replaceAll(/<.*?>/gu, '')}</b>`;
          else tokens[at] = tokens[at]!.replaceAll(/[a-z]+\d/gu, '');
        }
        const parts = `<p>${tokens.join(' ')}</p>`;
        for (const [x, y] of [
          [whole, parts],
          [parts, whole],
        ] as const) {
          const { html } = compare(x, y);
          expect(resolve(html, { reject: 'all' })).toBe(canonical(x));
          expect(resolve(html, { accept: 'all' })).toBe(canonical(y));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('names the one block of the other side in both entries', () => {
    const page = compare(
      '<p>One two three four. Five six seven eight.</p>',
      '<p>One two three four.</p><p>Five six seven 8.</p>',
    ).page(0, 10);
    expect(page.alignment!.map(({ sourceBlockId, revisedBlockId }) => [sourceBlockId, revisedBlockId])).toEqual([
      ['src_b_1', 'rev_b_1'],
      ['src_b_1', 'rev_b_2'],
    ]);
    expect(page.source!.blocks.map(({ id, text }) => [id, text])).toEqual([
      ['src_b_1', 'One two three four. Five six seven eight.'],
    ]);
    const replaced = page.changes.find(({ type }) => type === 'replace')!;
    const { start, end } = (replaced as Extract<Change, { type: 'replace' }>).sourceLocation.charRange;
    expect('One two three four. Five six seven eight.'.slice(start, end)).toBe('eight');
  });

  it('is not seen where the pieces say something else', () => {
    expect(changesOf('<p>One two three four.</p>', '<p>One two three four.</p><p>Five six seven.</p>')).toEqual([
      ['block_insert', undefined, 'Five six seven.'],
    ]);
  });
});

describe('a moved block', () => {
  const moved = (original: string, revised: string): (string | undefined)[] =>
    compare(original, revised)
      .page(0, 500)
      .changes.map(
        (change) =>
          ('sourceLocation' in change ? change.sourceLocation.moveId : undefined) ??
          ('revisedLocation' in change ? change.revisedLocation.moveId : undefined),
      );

  it('has a move id at both ends', () => {
    const [x, y, z] = ['<p>One two three four five.</p>', '<p>Six seven eight nine.</p>', '<p>Ten eleven twelve.</p>'];
    expect(moved(x + y + z, y + z + x)).toEqual(['mov_0001', 'mov_0001']);
  });

  it('takes its heading along, however short that is', () => {
    const fees = '<h2>Fees</h2><p>Ten euro a month are due.</p>';
    const others = '<h2>Term</h2><p>Nothing else is agreed upon here.</p><p>The term is a year.</p>';
    expect(moved(fees + others, others + fees)).toEqual(['mov_0001', 'mov_0002', 'mov_0001', 'mov_0002']);
  });

  it('has one when it was edited on the way', () => {
    const long = (word: string): string => `<p>The tenant pays the ${word} fee to the landlord within thirty days.</p>`;
    const others = '<p>Nothing else is due.</p><p>Notices are given in writing.</p>';
    expect(moved(long('monthly') + others, others + long('yearly'))).toEqual(['mov_0001', 'mov_0001']);
  });

  it('has one as a row of a table', () => {
    const rows = ['Basic plan 10 euro', 'Creator plan 20 euro', 'Big plan 90 euro'].map(
      (text) =>
        `<tr>${text
          .split(' ')
          .map((word) => `<td>${word}</td>`)
          .join('')}</tr>`,
    );
    const table = (order: readonly number[]): string => `<table>${order.map((at) => rows[at]!).join('')}</table>`;
    expect(moved(table([0, 1, 2]), table([1, 2, 0]))).toEqual(['mov_0001', 'mov_0001']);
  });

  it('has none when it says too little', () => {
    expect(
      moved('<p>Yes.</p><p>One two three.</p><p>Four.</p>', '<p>One two three.</p><p>Four.</p><p>Yes.</p>'),
    ).toEqual([undefined, undefined]);
  });
});
