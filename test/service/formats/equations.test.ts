/** Equations as lines of text: OMML and MathML alike, and no two that look different with the same line. */
import { describe, expect, it, test } from 'vitest';
import { readDocx } from '../../../service/formats/docx/read-docx.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { docx, wp } from '../../builders/docx.ts';
import { changedDocx } from './docx/changed-docx.ts';
import { textOf } from '../../../shared/document/model.ts';

const t = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const of = (name: string, ...parts: readonly (readonly [name: string, content: string])[]): string =>
  `<m:${name}>${parts.map(([part, content]) => `<m:${part}>${content}</m:${part}>`).join('')}</m:${name}>`;
const frac = (num: string, den: string, type = ''): string => of('f', ['fPr', type], ['num', num], ['den', den]);
const e = (content: string): readonly ['e', string] => ['e', content];

async function lineOf(content: string): Promise<string> {
  const { document } = await readDocx(docx(wp(`<m:oMath>${content}</m:oMath>`)));
  return document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : '')).join('');
}

test.each([
  ['a fraction in a fraction', frac(t('a'), frac(t('b'), t('c+d'))), '(a)/((b)/(c+d))'],
  ['a binomial', of('d', ['dPr', ''], e(frac(t('n'), t('k'), '<m:type m:val="noBar"/>'))), '((n)¦(k))'],
  ['a root', of('rad', ['deg', ''], e(t('x+1'))), '√(x+1)'],
  ['a cube root', of('rad', ['deg', t('3')], e(t('x'))), '√(3&x)'],
  ['a sum', of('nary', ['naryPr', '<m:chr m:val="∑"/>'], ['sub', t('i=1')], ['sup', t('n')], e(t('i'))), '∑_(i=1)^n i'],
  ['a matrix', `<m:m>${of('mr', e(t('a')), e(t('b')))}${of('mr', e(t('c')), e(t('d')))}</m:m>`, '[a, b; c, d]'],
  ['an accent', of('acc', ['accPr', '<m:chr m:val="&#x303;"/>'], e(t('x'))), 'x\u0303'],
  ['an accent of its own', of('acc', e(t('xy'))), '(xy)\u0302'],
  ['a line above', of('bar', ['barPr', '<m:pos m:val="top"/>'], e(t('x'))), 'x\u0305'],
  ['a brace below', of('groupChr', e(t('a+b'))), '(a+b)_(\u23DF)'],
  ['what takes room only', of('phant', ['phantPr', '<m:show m:val="0"/>'], e(t('x'))) + t('y'), 'y'],
  [
    'delimiters',
    of('d', ['dPr', '<m:begChr m:val="["/><m:sepChr m:val=","/><m:endChr m:val=""/>'], e(t('a')), e(t('b'))),
    '[a,b',
  ],
  ['indices', of('sSubSup', e(t('x')), ['sub', t('i')], ['sup', t('10')]), 'x_i^(10)'],
])('%s', async (_name, content, expected) => {
  expect(await lineOf(content)).toBe(expected.normalize('NFC'));
});

describe('equations that look different', () => {
  const sup = (base: string, upper: string): string => of('sSup', e(t(base)), ['sup', t(upper)]);
  it.each([
    ['a factor beside a fraction and in it', frac(t('a'), t('b')) + t('c'), frac(t('a'), t('bc'))],
    ['a number before a fraction and in it', t('2') + frac(t('1'), t('2')), frac(t('21'), t('2'))],
    ['brackets around a numerator', frac(t('(a)'), t('b')), frac(t('a'), t('b'))],
    ['a letter beside an exponent and in it', sup('x', 'a') + t('b'), sup('x', 'ab')],
    ['brackets around an exponent', sup('x', '(ab)'), sup('x', 'ab')],
    [
      'an exponent before a root and its degree',
      sup('a', '3') + of('rad', ['deg', ''], e(t('x'))),
      t('a') + of('rad', ['deg', t('3')], e(t('x'))),
    ],
    ['an accent', of('acc', e(t('x'))), t('x')],
    ['the bar of a fraction', frac(t('n'), t('k')), frac(t('n'), t('k'), '<m:type m:val="noBar"/>')],
  ])('have different lines: %s', async (_name, one, other) => {
    expect(await lineOf(one)).not.toBe(await lineOf(other));
  });
});

it('shows a change in a denominator as that alone', () => {
  const math = (last: string): string =>
    `<p>Rate: <math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mi>c</mi><mo>+</mo><mn>${last}</mn></mrow></mfrac></math></p>`;
  const { html } = compareText({ original: math('12'), revised: math('14'), format: 'html', mode: 'auto' });
  expect(html.replaceAll(/ data-change-id="[^"]*"/g, '')).toBe(
    '<div class="diffsvc"><p>Rate: (a+b)/(c+<del>12</del><ins>14</ins>)</p></div>',
  );
});

it('shows a change in a numerator of a DOCX as that alone, and keeps the bar', async () => {
  const body = (last: string): string => wp(`<m:oMath>${frac(t(`a+${last}`), t('c+d'))}</m:oMath>`);
  const { html, changes } = await changedDocx(body('12'), body('14'));
  expect(changes.map(({ type }) => type)).toEqual(['replace']);
  expect(html.replaceAll(/ data-change-id="[^"]*"/g, '')).toBe(
    '<div class="diffsvc"><p>(a+<del>12</del><ins>14</ins>)/(c+d)</p></div>',
  );
});
