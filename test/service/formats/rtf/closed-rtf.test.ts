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

  it.each([
    ['a template', '{\\*\\template /etc/a.dot}', '{}'],
    ['a list of files', '{\\*\\filetbl{\\file\\fid1 /etc/a}}', '{}'],
    [
      'the data of an object',
      '{\\object\\objemb{\\*\\objclass X}{\\*\\objdata 0105}{\\result shown}}',
      '{{}{}{shown}}',
    ],
    ['a linked object', '{\\object\\objautlink\\rsltpict{\\result shown}}', '{\\rsltpict{shown}}'],
    ['binary data outside a picture', '{\\b\\bin4 <svg}', '{\\b}'],
    ['a picture spelled as a text', '{\\sp{\\sn pib}{\\sv 3c737667}}', '{\\sp{\\sn pib}{\\sv }}'],
    ['a value before its name', '{\\sp{\\sv 3c737667}{\\sn pib}}', '{\\sp{\\sn pib}}'],
    ['a property with a name in codes', "{\\sp{\\sn p\\'69b}{\\sv 3c737667}}", ''],
    ['a property with two names', '{\\sp{\\sn a}{\\sn pib}{\\sv 3c737667}}', ''],
    ['a value outside a property', '{\\shpinst{\\sv 3c737667}}', '{\\shpinst}'],
  ])('has no %s', (_, given, expected) => {
    expect(closed(given)).toBe(expected);
  });

  it('keeps shapes, and pictures of plain pixels', () => {
    const png = '89504e470d0a1a0a00';
    const shape = `{\\shp{\\sp{\\sn fLine}{\\sv 1}}{\\sp{\\sn pib}{\\sv {\\pict\\picw9\\pngblip\n${png}}}}}`;
    expect(closed(shape)).toBe(shape);
    const described = `{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A seal}}}\\pngblip\n${png}}`;
    expect(closed(described)).toBe(described);
  });

  it.each([
    ['codes', "{\\pict\\pngblip \\'38950}"],
    ['a group', '{\\pict\\pngblip {89504e47}}'],
    ['both forms', '{\\pict\\pngblip 89504e47\\bin2 ab}'],
    ['signs that are no digits', '{\\pict\\pngblip 89504e47zz}'],
    ['an SVG', `{\\pict\\pngblip ${Buffer.from('GIF8<svg>').toString('hex')}}`],
    ['the picture of an old Mac', '{\\pict\\macpict 00112233}'],
  ])('has a grey picture in the place of one with %s', (_, given) => {
    const hex = Buffer.from('A picture of a kind that is not shown').toString('hex');
    expect(closed(given).replaceAll('\n', '')).toContain(hex);
    expect(closed(given)).toMatch(/^\{\\pict\\pngblip\n89504e470d0a1a0a/u);
  });

  it('keeps a text about fields, unless binary data may hide one in it', () => {
    const text = String.raw`{\rtf1 A field begins with \\fldinst INCLUDEPICTURE.\par}`;
    expect(closed(text)).toBe(text);
    expect(closed(String.raw`{\rtf1{\field\bin1 \\fldinst INCLUDEPICTURE "x"}}`)).toContain('fldnone');
    expect(closed(field('\\bin9 HYPERLINKINCLUDEPICTURE x'))).toBe(skipped('INCLUDEPICTURE x'));
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
