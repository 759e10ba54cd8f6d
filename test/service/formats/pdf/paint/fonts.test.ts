// Font names and the characters of fonts.
import { describe, expect, test } from 'vitest';
import { encodingOfFont } from '../../../../../service/formats/pdf/paint/font-encodings.ts';
import { fontStyle } from '../../../../../service/formats/pdf/paint/font-style.ts';
import { glyphText } from '../../../../../service/formats/pdf/paint/glyph-text.ts';
import { explainPrivate } from '../../../../../service/formats/pdf/paint/private-letters.ts';
import { readPdf } from '../../../../../service/formats/pdf/read-pdf.ts';
import { textOf } from '../../../../../shared/document/model.ts';
import { FIRST_FREE, plainPdf, showText } from '../../../../builders/plain-pdf.ts';

describe('fontStyle', () => {
  test.each([
    ['ABCDEF+LiberationSerif-Bold', true, false],
    ['LMRoman10-Italic', false, true],
    ['CMBX12', true, false],
    ['CMTI10', false, true],
    ['SFBX1200', true, false],
    ['NimbusRomNo9L-Medi', true, false],
    ['NimbusRomNo9L-MediItal', true, true],
    ['Arial,BoldItalic', true, true],
    ['CMR10', false, false],
    ['CMMI10', false, false],
    ['Palatino-Roman', false, false],
  ])('%s', (name, bold, italic) => {
    expect(fontStyle(name)).toMatchObject({ bold, italic });
  });

  test.each([
    ['ABCDEF+LiberationSerif-Bold', 'LiberationSerif'],
    ['ArialMT', 'Arial'],
    ['TimesNewRomanPS-BoldMT', 'TimesNewRoman'],
    ['TimesNewRomanPSMT', 'TimesNewRoman'],
    ['Arial,BoldItalic', 'Arial'],
    ['CMR10', 'CMR'],
    ['SFRM1095', 'SFRM'],
    ['CIDFont+F3', ''],
    ['F12', ''],
    ['TT2', ''],
    ['', ''],
  ])('the family of %s is “%s”', (name, family) => {
    expect(fontStyle(name).family).toBe(family);
  });
});

test('glyphText expands presentation forms and keeps typed characters', () => {
  expect(['ﬁ', 'ﻼ', '\u00a0', '\uf0b7', 'Ａ', '½', '\u0003'].map(glyphText)).toEqual([
    'fi',
    'لا',
    ' ',
    '•',
    'Ａ',
    '½',
    '',
  ]);
});

test('signs and digits of Symbol have the codes of ASCII', () => {
  expect([...'+=(5)|'].map((sign) => encodingOfFont('SymbolMT')?.[sign.charCodeAt(0)])).toEqual([...'+=(5)|']);
  expect(encodingOfFont('Symbol')?.[0x61]).toBe('α');
});

test.each([
  ['\uf735', 'Minion', '5'],
  ['\uf76f', 'TeXGyrePagella-Regular', 'o'],
  ['\uf7e9', 'Minion', 'é'],
  ['\uf8eb', 'MathPi', '⎛'],
  ['\uf735', 'FontAwesome6Free-Solid', '\uf735'],
  ['\ue035', 'Minion', '\ue035'],
])('the private code %j in %s reads %j', (code, font, read) => {
  expect(explainPrivate(code, font)).toBe(read);
});

describe('a font without a Unicode map', () => {
  const read = async (font: string, codes: string): Promise<string> => {
    const pdf = plainPdf(
      [
        {
          content: `${showText('see', 72, 700)}\nBT /F2 12 Tf 1 0 0 1 72 600 Tm <${codes}> Tj ET`,
          resources: '',
        },
      ],
      [font],
    );
    const bytes = Buffer.from(
      Buffer.from(pdf).toString('latin1').replace('<< /F1 3 0 R >>', `<< /F1 3 0 R /F2 ${FIRST_FREE} 0 R >>`),
      'latin1',
    );
    const [, block] = (await readPdf(bytes)).document.blocks;
    return block?.kind === 'text' ? textOf(block) : '';
  };

  test('is read by the encoding of Symbol', async () => {
    const symbol = '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /Encoding /WinAnsiEncoding >>';
    expect(await read(symbol, '61A3B3')).toBe('α≤≥');
  });

  test('is read by the encodings of TeX', async () => {
    const tex = (name: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+${name} /FirstChar 0 /LastChar 127 /Widths [ ${'600 '.repeat(128)}] >>`;
    expect(await read(tex('CMSY9'), '41325B42')).toBe('A∈∪B');
    expect(await read(tex('CMMI9'), '413B5C42')).toBe('A,♮B');
  });

  test('has letters at the codes of control characters', () => {
    expect(encodingOfFont('CMSY9')?.[17]).toBe('≡');
    expect(encodingOfFont('CMMIB9')?.[27]).toBe('σ');
    expect(encodingOfFont('CMR9')?.[7]).toBe('Υ');
    expect(encodingOfFont('CMSY9')?.[127]).toBe('♠');
    expect(encodingOfFont('CMMI9')?.[125]).toBe('℘');
    expect(encodingOfFont('Symbol')?.[0xf2]).toBe('∫');
    expect(encodingOfFont('Symbol')?.[0xe5]).toBe('∑');
    expect(encodingOfFont('SymbolicSans')).toBeNull();
  });

  test('that was encoded anew keeps the characters that it has', () => {
    expect(encodingOfFont('Symbol')?.[0xd7]).toBeUndefined();
    expect(encodingOfFont('Symbol')?.[0x61]).toBe('α');
  });

  test('of letters keeps its codes', async () => {
    expect(await read('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>', '613B41')).toBe('a;A');
  });
});
