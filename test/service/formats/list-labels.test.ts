import { describe, expect, test } from 'vitest';
import { LABEL } from '../../../shared/document/label.ts';
import type { Block } from '../../../shared/document/model.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { textBlocks } from '../../../service/formats/docx/stories/text-blocks.ts';
import { readText } from '../../../service/formats/read-text.ts';
import { sketch } from './builders.ts';

const html = (text: string): readonly Block[] => readText(text, 'html').document.blocks;
const markdown = (text: string): readonly Block[] => readText(text, 'markdown').document.blocks;
/** The label of each text block; null for a block without one. */
const labels = (blocks: readonly Block[]): (string | null)[] =>
  textBlocks(blocks).map(({ attributes }) => attributes[LABEL] ?? null);
const items = (count: number): string => '<li>x'.repeat(count);

describe('labels of HTML lists', () => {
  test.each([
    ['<ol type="a" start="26">', ['z.', 'aa.', 'ab.']],
    ['<ol type="A">', ['A.', 'B.', 'C.']],
    ['<ol type="i" start="3">', ['iii.', 'iv.', 'v.']],
    ['<ol type="I">', ['I.', 'II.', 'III.']],
    ['<ol type="1">', [null, null, null]],
    ['<ol style="list-style-type: lower-alpha">', ['a.', 'b.', 'c.']],
    ['<ol style="color: red; LIST-STYLE: upper-roman inside !important">', ['I.', 'II.', 'III.']],
    ['<ol style="list-style-type: decimal-leading-zero">', ['01.', '02.', '03.']],
    ['<ol style="list-style-type: lower-greek">', ['α.', 'β.', 'γ.']],
    ['<ol style="list-style-type: cjk-decimal">', ['一、', '二、', '三、']],
    ['<ol style="list-style-type: hebrew">', ['א.', 'ב.', 'ג.']],
    ['<ol style="list-style-type: decimal">', [null, null, null]],
    ['<ol style="list-style-type: none">', ['', '', '']],
    ['<ol style="list-style-type: unheard-of">', [null, null, null]],
    ['<ul style="list-style-type: \'– \'">', ['–', '–', '–']],
    ['<ul type="square">', ['▪', '▪', '▪']],
    ['<ul style="list-style: disc">', [null, null, null]],
    ['<ul style="list-style-type: lower-roman">', ['i.', 'ii.', 'iii.']],
    ['<ul>', [null, null, null]],
  ])('%s', (list, expected) => {
    expect(labels(html(list + items(3)))).toEqual(expected);
  });

  test('an item may state its own marker and number', () => {
    expect(labels(html('<ol type="a"><li>x<li value="7">x<li type="I">x<li style="list-style-type: none">x'))).toEqual([
      'a.',
      'g.',
      'VIII.',
      '',
    ]);
  });

  test('a reversed list counts down, from the number of its items or from its start', () => {
    expect(sketch(html(`<ol reversed>${items(3)}`))).toEqual(['ol+=3 p: x', 'ol+=2 p: x', 'ol+=1 p: x']);
    expect(labels(html(`<ol reversed start="3" type="a">${items(3)}`))).toEqual(['c.', 'b.', 'a.']);
  });

  test('the first block of an item has its label, and later ones have none', () => {
    expect(labels(html('<ol type="a"><li><p>x</p><p>y</p><ol><li>z</ol><li>x</ol>'))).toEqual(['a.', null, null, 'b.']);
  });

  test('an ordinary list costs no attribute', () => {
    expect(writeFragment(html(`<ol>${items(2)}</ol><ul>${items(1)}</ul>`))).not.toContain('data-');
  });

  test('labels of the service’s own fragment are read back', () => {
    const blocks = html('<ol type="a" dir="rtl"><li>x<li>y');
    expect(labels(html(writeFragment(blocks)))).toEqual(['a.', 'b.']);
    expect(labels(html('<p data-label="(c)">x</p>'))).toEqual([null]);
  });
});

describe('labels of Markdown lists', () => {
  test('show the sign that the source has', () => {
    expect(labels(markdown('3) x\n4) y\n\ntext\n\n1. x\n2. y\n'))).toEqual(['3)', '4)', null, null, null]);
    expect(sketch(markdown('3) x'))).toEqual(['ol+=3 p data-label=3): x']);
  });
});
