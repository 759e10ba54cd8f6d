import { describe, expect, it } from 'vitest';
import { closedRtf } from '../../../../service/formats/rtf/closed-rtf.ts';

const closed = (text: string): string => Buffer.from(closedRtf(Buffer.from(text, 'latin1'))).toString('latin1');
const field = (instruction: string): string => String.raw`{\field{\*\fldinst ${instruction}}{\fldrslt old}}`;
const skipped = (instruction: string): string => String.raw`{\field{\*\*\fldnone ${instruction}}{\fldrslt old}}`;

describe('a closed RTF', () => {
  it.each([
    'INCLUDEPICTURE "/etc/logo.png" \\\\d',
    ' includetext "/etc/passwd"',
    'DDEAUTO a b',
    'LINK Word.Document.8 "x"',
    'DATABASE x',
    'IF 1 = 1 "{\\field{\\*\\fldinst PAGE }{\\fldrslt 1}}"',
    // Ways to write a name that two readers take for two fields.
    "\\'49NCLUDEPICTURE x",
    '\\u73?NCLUDEPICTURE x',
    'INCLU{}DEPICTURE x',
    '{INCLU}{DEPICTURE x}',
    'INCLU\r\nDEPICTURE x',
    'PAGE\\~INCLUDEPICTURE x',
    '{\\*\\unknown HYPERLINK }INCLUDEPICTURE x',
    '{\\info HYPERLINK }INCLUDEPICTURE x',
    '{\\v HYPERLINK }INCLUDEPICTURE x',
    '\\bin9 HYPERLINKINCLUDEPICTURE x',
    'PAGE{\\b INCLUDEPICTURE x}',
    '',
    '"PAGE"',
  ])('has no field %j', (instruction) => {
    // A field inside is judged by itself.
    expect(closed(field(instruction))).toBe(skipped(instruction));
  });

  it.each([
    ' HYPERLINK "https://example.org/" ',
    '{HYPERLINK "https://example.org/"}',
    '{\\rtlch\\fcs1 \\af0 \\ltrch\\fcs0 \\insrsid123456 \\hich\\af31506\\dbch\\af31505\\loch\\f31506  HYPERLINK "https://example.org/\\u233\\\'e9" }{\\*\\datafield 00d0c9}',
    'PAGE',
    ' PAGE  \\\\* MERGEFORMAT ',
    'PA\r\nGE }',
    'toc \\\\o "1-3"',
  ])('keeps the field %j', (instruction) => {
    expect(closed(field(instruction))).toBe(field(instruction));
  });

  it('keeps a text about fields, unless binary data may hide one in it', () => {
    const text = String.raw`{\rtf1 A field begins with \\fldinst INCLUDEPICTURE.\par}`;
    expect(closed(text)).toBe(text);
    expect(closed(String.raw`{\rtf1{\field{\pict\bin1 \\fldinst INCLUDEPICTURE "x"}}}`)).toContain('fldnone');
    expect(closed(field('LINK x').replace('\\*\\fldinst', '\\FLDINST'))).toBe(
      skipped('LINK x').replace('\\*\\*', '\\*'),
    );
  });

  it('takes time in proportion to the length', () => {
    for (const part of ['\\fldinst ', '\\fldinst\n\n', '\\fldinst{', '\\fldinst\\b0', '\\fldinst a']) {
      const since = process.cpuUsage();
      closed(part.repeat(50_000));
      expect(process.cpuUsage(since).user / 1_000).toBeLessThan(2_000);
    }
  });
});
