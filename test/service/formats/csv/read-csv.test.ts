/** Tables of texts: how their fields are read, and what a comparison tells. */
import { expect, test } from 'vitest';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { readText, type TextFormat } from '../../../../service/formats/read-text.ts';
import { textOf } from '../../../../shared/document/model.ts';

function fieldsOf(text: string, format: TextFormat = 'csv'): string[][] {
  return readText(text, format).document.blocks.flatMap((block) =>
    block.kind !== 'table'
      ? []
      : block.rows.map(({ cells }) =>
          cells.map((cell) => cell.blocks.map((inner) => (inner.kind === 'text' ? textOf(inner) : '?')).join('')),
        ),
  );
}

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\r\n1;2'],
  ['bars', 'a|b\n1|2'],
  ['quotes', '"a","b"\n"1","2"\n'],
  ['a byte order mark', '\uFEFFa,b\n1,2'],
])('fields with %s', (_, text) => {
  expect(fieldsOf(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a quoted field may have separators, quotes and lines', () => {
  expect(fieldsOf('name,note\n"Smith, J.","said ""no""\nand left"\n')).toEqual([
    ['name', 'note'],
    ['Smith, J.', 'said "no"\nand left'],
  ]);
});

test('a TSV has tabs alone', () => {
  expect(fieldsOf('a,b\tc\n1\t2', 'tsv')).toEqual([
    ['a,b', 'c'],
    ['1', '2'],
  ]);
});

test('a comparison names the cell, an inserted row and a moved column', () => {
  const original = 'id,name,city\n1,Ada,London\n2,Bob,Paris\n3,Eve,Rome\n';
  const told = (revised: string) =>
    compareText({ original, revised, format: 'csv', mode: 'auto' })
      .page(0, 10)
      .changes.map((change) => {
        const place = 'revisedLocation' in change ? change.revisedLocation : change.sourceLocation;
        return [change.type, place.cell, place.sheet];
      });
  expect(told(original.replace('Paris', 'Lyon'))).toEqual([['replace', 'C3', undefined]]);
  expect(told(original.replace('2,Bob', '9,New,Oslo\n2,Bob'))).toEqual([['block_insert', 'A3', undefined]]);
  expect(told(original)).toEqual([]);
});

test('other separators alone are no difference', () => {
  const comparison = compareText({ original: 'a,b\n1,2', revised: 'a;b\r\n1;2', format: 'csv', mode: 'auto' });
  expect(comparison.sameness).toBe('no_differences');
});
