import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/formats/detect-format.ts';

describe('detectFormat', () => {
  it.each([
    ['{"a":1}', '[]', 'json'],
    ['', ' {"a":1}', 'json'],
    ['{"a":1}', '{a:1}', 'txt'],
    ['12', '13', 'txt'],
    ['<p>a</p>', '<p>b</p>', 'html'],
    ['Hi <b>you</b>', '', 'html'],
    ['\ufeff<!-- c -->\n<!doctype html>\n# a', '<HTML>x', 'html'],
    ['# a\n\nb', '# a\n\nc', 'markdown'],
    ['- a\n- b', '- a', 'markdown'],
    ['see [a](b)', 'see [a](c)', 'markdown'],
    ['```\n<p>a</p>\n```', '```\n<p>b</p>\n```', 'markdown'],
    ['a|b\n--|--\n1|2', 'a|b\n--|--\n1|3', 'markdown'],
    ['very *important*', 'very *big*', 'markdown'],
    ['Title\n=====\n\na', 'Title\n=====\n\nb', 'markdown'],
    ['---\ntitle: a\n---\nb', '---\ntitle: b\n---\nb', 'markdown'],
    ['# a\n<div align="center">\n<img src="b">\n</div>\n\n**c**', '# a', 'markdown'],
    ['if a < b and c > d', 'x', 'txt'],
    ['mail <a@b.org>, 2 * 3 * 4, snake_case_name', 'x', 'txt'],
    ['A line.\n\nAnother - with a dash.\n10. October was cold.\nLast.\nx\ny', 'A line.', 'txt'],
    ['[brackets] and (more)', '', 'txt'],
    ['', '', 'txt'],
  ])('%j, %j: %s', (original, revised, format) => {
    expect(detectFormat(original, revised)).toBe(format);
    expect(detectFormat(revised, original)).toBe(format);
  });

  // Where white space could be told apart in two ways, these would take minutes.
  it.each([
    ['a table rule', `|--|${' '.repeat(250_000)}x`],
    ['a heading', `#${' '.repeat(250_000)}`],
    ['an underline', `a\n---${' '.repeat(250_000)}x`],
    ['a link', `[a](${'b'.repeat(250_000)}`],
    ['emphasis', '*a '.repeat(80_000)],
    ['tags', '<a'.repeat(120_000)],
    ['comments', '<!--a-->'.repeat(30_000)],
  ])('takes no step twice for what looks like %s', (_, text) => {
    expect(detectFormat(text, text)).toBe('txt');
  });
});
