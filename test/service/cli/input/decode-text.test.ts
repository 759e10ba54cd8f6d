import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, parseEncoding } from '../../../../service/cli/input/decode-text.ts';

const text = fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0') && !s.startsWith('\uFEFF'));

function utf16(text: string, bigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

describe('decodeText', () => {
  test('gives back any text in UTF-8, UTF-8 with a mark, and both orders of UTF-16', () => {
    fc.assert(
      fc.property(text, (s) => {
        expect(decodeText(Buffer.from(s), 'a')).toBe(s);
        expect(decodeText(Buffer.from(`\uFEFF${s}`), 'a')).toBe(s);
        expect(decodeText(utf16(s, false), 'a')).toBe(s);
        expect(decodeText(utf16(s, true), 'a')).toBe(s);
      }),
    );
  });

  test('names the first byte that is not UTF-8, wherever it stands', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(0x80, 0xc0, 0xc1, 0xf5, 0xfe), text, (before, bad, after) => {
        const start = Buffer.from(before);
        const bytes = Buffer.concat([start, Buffer.from([bad]), Buffer.from(after)]);
        expect(() => decodeText(bytes, 'a.txt')).toThrow(`a.txt is not valid UTF-8 at byte ${start.length};`);
      }),
    );
  });

  test('reads bytes that are no UTF-8 as HTML declares them', () => {
    const page = (meta: string): Buffer => Buffer.from(`<html><head>${meta}</head><p>Gebühr: 5 €</p>`, 'latin1');
    const inWindows = (meta: string): Buffer => {
      const bytes = page(meta);
      // The euro sign of Windows-1252.
      bytes[bytes.indexOf(Buffer.from('</p>')) - 1] = 0x80;
      return bytes;
    };
    for (const meta of [
      '<meta charset="windows-1252">',
      '<meta http-equiv="content-type" content="text/html; charset=iso-8859-1">',
    ])
      expect(decodeText(inWindows(meta), 'a.html')).toContain('<p>Gebühr: 5 €</p>');
    expect(() => decodeText(inWindows(''), 'a.html')).toThrow('name its encoding, for example --encoding windows-1252');
    // What declares another encoding and is UTF-8 is UTF-8.
    expect(decodeText(Buffer.from('<meta charset="windows-1252">Gebühr'), 'a.html')).toContain('Gebühr');
  });

  test('reads the encoding that a person names, and refuses what it does not have', () => {
    expect(decodeText(Buffer.from('Gebühr', 'latin1'), 'a.txt', 'iso-8859-1')).toBe('Gebühr');
    expect(decodeText(Buffer.from('Gebühr', 'utf16le'), 'a.txt', 'utf-16le')).toBe('Gebühr');
    expect(decodeText(Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'a.txt', 'shift_jis')).toBe('日本');
    expect(() => decodeText(Buffer.from([0x93]), 'a.txt', 'shift_jis')).toThrow('a.txt is not valid shift_jis');
    expect(() => parseEncoding('latin-nine')).toThrow('unknown encoding "latin-nine"; use a name such as');
  });

  test.each([
    ['cut off in a character', [0x61, 0xe2, 0x82], 'at byte 1;'],
    ['a surrogate in UTF-8', [0x61, 0xed, 0xa0, 0x80], 'at byte 1;'],
    ['an overlong form', [0xe0, 0x80, 0x80], 'at byte 0;'],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80], 'at byte 0;'],
    ['after a mark', [0xef, 0xbb, 0xbf, 0x61, 0xff], 'at byte 4;'],
    ['half a UTF-16 unit', [0xff, 0xfe, 0x61], 'half a character'],
    ['a lone surrogate in UTF-16', [0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8], 'not valid UTF-16 at byte 4'],
    ['NUL', [0x61, 0x00], 'character 1 is NUL'],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => decodeText(Buffer.from(bytes), 'a.txt')).toThrow(message);
  });
});
