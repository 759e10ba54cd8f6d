// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksOfResult } from '../../extension/panel/marks-of-result.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { compareHtml } from '../../service/library/engine.ts';

function marksOf(original: string, revised: string) {
  return marksOfResult(scanFragment(compareHtml(original, revised).html));
}

const marked = ({ blocks }: ReturnType<typeof marksOf>) =>
  blocks.flatMap(({ text, marks }) => marks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`));

test('inserted words, formats and blocks are marked, and the word beside a deletion', () => {
  const before = '<h1>Terms</h1><p>The monthly fee is five euro.</p><p>It is due soon.</p>';
  const after = '<h1>Terms</h1><p>The fee is six euro.</p><p>It is <b>due</b> soon.</p><p>Nothing else.</p>';
  const found = marksOf(before, after);
  expect(marked(found)).toEqual(
    expect.arrayContaining(['beside: The', 'inserted: six', 'changed: due', 'inserted: Nothing else.']),
  );
  expect(found.changeIds).toHaveLength(marked(found).length);
});

test('cells of an inserted row are marked, and a deleted row is not', () => {
  const table = (rows: string) => `<table><tr><td>a</td><td>b</td></tr>${rows}</table>`;
  expect(marked(marksOf(table(''), table('<tr><td>new</td><td>row</td></tr>')))).toEqual([
    'inserted: new',
    'inserted: row',
  ]);
  expect(marked(marksOf(table('<tr><td>old</td><td>row</td></tr>'), table('')))).toEqual([]);
});

test('a moved paragraph is marked, and the edit in it has a mark of its own', () => {
  const clause = (days: number) => `<p>The supplier delivers the goods within ${days} days of the order.</p>`;
  const others = '<p>The customer inspects the goods.</p><p>Payment is due on receipt of the invoice.</p>';
  const found = marksOf(clause(30) + others, others + clause(90));
  expect(marked(found)).toEqual([
    'inserted: The supplier delivers the goods within ',
    'inserted: 90',
    'inserted:  days of the order.',
  ]);
  const [move, edit, again] = found.changeIds;
  expect([again, edit === move]).toEqual([move, false]);
});

test('the texts are those of the revised page, and every mark lies within its text', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { minLength: 1, maxLength: 6 });
  const page = fc.array(words, { minLength: 1, maxLength: 5 });
  const html = (paragraphs: string[][]) => paragraphs.map((each) => `<p>${each.join(' ')}</p>`).join('');
  fc.assert(
    fc.property(page, page, (before, after) => {
      const { blocks, changeIds } = marksOf(html(before), html(after));
      expect(blocks.map(({ text }) => text)).toEqual(after.map((each) => each.join(' ')));
      const marks = blocks.flatMap(({ text, marks: own }) => own.map((mark) => ({ ...mark, length: text.length })));
      expect(changeIds).toHaveLength(marks.length);
      for (const { start, end, length } of marks) expect(0 <= start && start < end && end <= length).toBe(true);
    }),
  );
});
