// Font names and the characters of fonts.
import { describe, expect, test } from 'vitest';
import { fontStyle } from '../../../../../service/formats/pdf/paint/font-style.ts';
import { glyphText } from '../../../../../service/formats/pdf/paint/glyph-text.ts';

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
