/** One visible edit at one place of a PDF. Each must be mentioned: as a change, or as what was not compared. */
import { describe, expect, it } from 'vitest';
import { describeDifferences } from '../../../shared/change/describe-uncompared.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { FIRST_FREE, plainPdf, showText, streamObject } from '../../builders/plain-pdf.ts';

const LINES = [
  showText('Terms of the sale', 72, 760, 20),
  showText('The seller delivers the goods within ten days.', 72, 720),
  showText('The price is due on Monday.', 72, 660),
  showText('The buyer may return the goods.', 72, 600),
].join('\n');
const DRAWN = 'q 1 0 0 RG 72 500 m 200 520 l S Q q 0 0 1 rg 300 480 40 40 re f Q';
const IMAGE = 'q 100 0 0 50 72 400 cm /Im1 Do Q';
const CONTENT = `${LINES}\n${DRAWN}\n${IMAGE}`;
const RESOURCES = `/XObject << /Im1 ${FIRST_FREE} 0 R >> /ExtGState << /Clear << /ca 0 >> >>`;
const ANNOTATIONS = `/Annots [ ${FIRST_FREE + 1} 0 R ${FIRST_FREE + 2} 0 R ${FIRST_FREE + 3} 0 R ]`;
const OBJECTS = [
  streamObject(
    '/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /ASCIIHexDecode',
    'ff00>',
  ),
  '<< /Type /Annot /Subtype /Text /Rect [ 300 700 320 720 ] /Contents (A remark) /C [ 1 1 0 ] >>',
  '<< /Type /Annot /Subtype /Link /Rect [ 70 655 230 675 ] /Border [ 0 0 0 ] /A << /S /URI /URI (https://example.org/) >> >>',
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [ 72 300 272 320 ] >>',
];

interface Parts {
  readonly content?: string;
  readonly entries?: string;
  readonly objects?: readonly string[];
  /** Its name is as long as that of Helvetica at most. */
  readonly font?: string;
}
function file({ content = CONTENT, entries = '', objects = OBJECTS, font = '/Helvetica' }: Parts = {}): Uint8Array {
  const pdf = plainPdf(
    [{ content, resources: RESOURCES, entries: `${ANNOTATIONS} ${entries}` }],
    objects,
    `/AcroForm << /Fields [ ${FIRST_FREE + 3} 0 R ] >>`,
  );
  const text = Buffer.from(pdf).toString('latin1');
  return Buffer.from(text.replace('/Helvetica', font.padEnd('/Helvetica'.length)), 'latin1');
}

async function mentions(original: Uint8Array, revised: Uint8Array): Promise<string[]> {
  const comparison = await compareFiles({
    ...{ formats: { original: 'pdf', revised: 'pdf' }, original, revised, mode: 'word', attributeMode: 'semantic' },
    ...{ include: ['headers', 'footers', 'pictures'], complexity: 'extended' },
  });
  return [
    ...comparison.page(0, 100).changes.map(({ type }) => type),
    ...describeDifferences(comparison.uncompared ?? { differs: false, items: [] }),
  ];
}

const painted = (from: string, to: string): Parts => ({ content: CONTENT.replace(from, to) });
const other = (from: string, to: string): Parts => ({ objects: OBJECTS.map((object) => object.replace(from, to)) });
const DUE = showText('The price is due on Monday.', 72, 660);

describe('one visible edit of a PDF is mentioned', () => {
  it.each<[string, Parts, readonly string[]]>([
    ['a word', painted('ten days', 'two days'), ['replace']],
    ['a sign', painted('Monday.', 'Monday!'), ['replace']],
    [
      'a line that is gone',
      painted(DUE, ''),
      [
        'block_delete',
        'Annotation on page 1, after “delivers the goods within ten days.” (https://example.org/) is only in the revised document.',
      ],
    ],
    [
      'a line elsewhere',
      painted('72 660', '72 620'),
      [
        'link',
        'Annotation on page 1, after “delivers the goods within ten days.” (https://example.org/) is only in the revised document.',
      ],
    ],
    [
      'another order of lines',
      { content: CONTENT.replace('72 660', '72 X').replace('72 600', '72 660').replace('72 X', '72 600') },
      ['block_delete', 'link', 'link', 'block_insert'],
    ],
    ['a new picture', other('ff00>', '00ff>'), ['Picture on page 1, after “The buyer may return the goods.” differs.']],
    [
      'a larger picture',
      painted('100 0 0 50', '200 0 0 100'),
      ['Picture on page 1, after “The buyer may return the goods.” differs.'],
    ],
    [
      'a turned picture',
      painted('100 0 0 50 72', '0 100 -50 0 172'),
      ['Picture on page 1, after “The buyer may return the goods.” differs.'],
    ],
    [
      'no picture',
      painted('/Im1 Do', ''),
      ['Picture on page 1, after “The buyer may return the goods.” is only in the original document.'],
    ],
    ['the colour of a line', painted('1 0 0 RG', '0 1 0 RG'), ['Vector drawing on page 1 differs.']],
    ['the width of a line', painted('1 0 0 RG', '1 0 0 RG 5 w'), ['Vector drawing on page 1 differs.']],
    ['the end of a line', painted('200 520 l', '200 560 l'), ['Vector drawing on page 1 differs.']],
    ['no drawing', painted(DRAWN, ''), ['Vector drawing on page 1 is only in the original document.']],
    ['the colour of a ground', painted('0 0 1 rg', '1 1 0 rg'), ['Vector drawing on page 1 differs.']],
    [
      'the words of a remark',
      other('A remark', 'No remark'),
      ['Annotation on page 1, after “delivers the goods within ten days.”: “note: A remark” became “note: No remark”.'],
    ],
    [
      'the colour of a remark',
      other('/C [ 1 1 0 ]', '/C [ 1 0 0 ]'),
      ['Annotation on page 1, after “delivers the goods within ten days.” (note: A remark) differs.'],
    ],
    [
      'no remark',
      other('/Subtype /Text', '/Subtype /Popup'),
      [
        'Annotation on page 1, after “delivers the goods within ten days.” (note: A remark) is only in the original document.',
      ],
    ],
    ['the target of a link', other('example.org', 'example.com'), ['link']],
    ['no link', other('/S /URI /URI (https://example.org/)', '/S /None'), ['link']],
    ['the value of a field', other('(Ada)', '(Eve)'), ['replace']],
    [
      'an underline',
      painted('ten days.) Tj ET', 'ten days.) Tj ET 72 717 250 1 re f'),
      ['Vector drawing on page 1 differs.'],
    ],
    ['a strike', painted(DUE, `${DUE} 72 663 150 1 re f`), ['format']],
    [
      'a highlight',
      painted(DUE, `1 1 0 rg 72 657 150 14 re f 0 g ${DUE}`),
      ['format', 'Vector drawing on page 1 differs.'],
    ],
    ['words over a picture', painted(IMAGE, `${IMAGE} ${showText('VOID', 80, 410, 30)}`), ['block_insert']],
    ['a covered line', painted(DUE, `${DUE} 1 g 60 650 300 20 re f 0 g`), ['Vector drawing on page 1 differs.']],
    ['a heading of the size of text', painted('/F1 20 Tf', '/F1 12 Tf'), ['format']],
    [
      'a turned page',
      { entries: '/Rotate 90' },
      ['Picture on page 1, after “TTTT” differs.', 'Vector drawing on page 1 differs.'],
    ],
    [
      'a larger page',
      { entries: '/MediaBox [ 0 0 842 1191 ]' },
      ['Page layout: “pages of 595 × 842 points” became “pages of 842 × 1191 points”.'],
    ],
    [
      'transparent words',
      painted(DUE, `/Clear gs ${DUE}`),
      [
        'Picture on page 1, after “The buyer may return the goods.” differs.',
        'Vector drawing on page 1 differs.',
        'The same text has another formatting: “The price is due on Monday.”, “colour automatic” became “colour #ffffff”.',
      ],
    ],
    [
      'spread words below a link',
      painted(DUE, `5 Tc ${DUE} 0 Tc`),
      [
        'link',
        'The same text has another formatting: “The price is due on Monday.”, “letter spacing standard” became “letter spacing 0.42em”.',
      ],
    ],
    [
      'red words',
      painted(DUE, `1 0 0 rg ${DUE} 0 g`),
      [
        'The same text has another formatting: “The price is due on Monday.”, “colour automatic” became “colour #ff0000”.',
      ],
    ],
    [
      'grey words',
      painted(DUE, `0.6 g ${DUE} 0 g`),
      [
        'The same text has another formatting: “The price is due on Monday.”, “colour automatic” became “colour #999999”.',
      ],
    ],
    [
      'smaller words',
      painted(DUE, showText('The price is due on Monday.', 72, 660, 9)),
      ['The same text has another formatting: “The price is due on Monday.”, “size 12pt” became “size 9pt”.'],
    ],
    [
      'another font',
      { font: '/Courier' },
      ['link', 'The same text has another formatting: “Terms of the sale”, “font Helvetica” became “font Courier”.'],
    ],
    [
      'one larger word',
      painted(' on Monday.) Tj', ' on ) Tj /F1 15 Tf (Monday.) Tj'),
      ['link', 'The same text has another formatting: “Monday.”, “size 12pt” became “size 15pt”.'],
    ],
  ])('%s', async (_name, parts, told) => {
    expect(await mentions(file(), file(parts))).toEqual(told);
  });
});

describe('a picture that is written into the content is mentioned', () => {
  const inline = (data: string, before = ' ', entries = '/W 4 /H 4 /CS /G /BPC 8'): Parts => ({
    content: `${LINES}\nq 150 0 0 150 50 20 cm${before}BI ${entries} ID ${data} EI Q`,
  });
  const GREY = 'abcdefghijklmnop';
  it.each<[string, Parts, Parts]>([
    ['in a line', inline(GREY), inline(GREY.toUpperCase())],
    ['at the start of a line', inline(GREY, '\n'), inline(GREY.toUpperCase(), '\n')],
    ['against none', inline(GREY), { content: LINES }],
    [
      'as a mask',
      inline('x', ' ', '/W 8 /H 1 /IM true /BPC 1 /D [ 0 1 ]'),
      inline('y', ' ', '/W 8 /H 1 /IM true /BPC 1 /D [ 0 1 ]'),
    ],
    ['with the sign of its end in its data', inline('abcEI\u0001ghijklmnop'), inline('abcEI\u0001ghijklmnoq')],
    [
      'behind another',
      { content: `${inline(GREY).content!} ${inline(GREY).content!.slice(LINES.length)}` },
      { content: `${inline(GREY).content!} ${inline(GREY.toUpperCase()).content!.slice(LINES.length)}` },
    ],
    [
      'behind brackets',
      { content: `BT /F1 9 Tf (\\() Tj ET ${inline(GREY).content!}` },
      { content: `BT /F1 9 Tf (\\() Tj ET ${LINES}` },
    ],
  ])('%s', async (_, original, revised) => {
    expect((await mentions(file(original), file(revised))).join()).toContain('Picture');
    expect(await mentions(file(original), file(original))).toEqual([]);
  });

  it('and words that look like one are none', async () => {
    const words = (data: string): Parts => painted('ten days.', `ten days. BI /W 4 /H 4 ID ${data} EI Q`);
    expect((await mentions(file(words('abc')), file(words('abd')))).join()).not.toContain('Picture');
  });
});

describe('what a layer shows is mentioned', () => {
  const layered = (state: string, content: string): Uint8Array =>
    plainPdf(
      [{ content, resources: `/Properties << /O1 ${FIRST_FREE} 0 R >>` }],
      ['<< /Type /OCG /Name (Notes) >>'],
      `/OCProperties << /OCGs [ ${FIRST_FREE} 0 R ] /D << ${state} >> >>`,
    );
  const inLayer = (content: string): string => `/OC /O1 BDC ${content} EMC`;
  const OFF = `/OFF [ ${FIRST_FREE} 0 R ]`;
  const [first, second] = [showText('Pay 5.', 72, 720), showText('Pay 900.', 72, 660)];

  it('where it is off on one side', async () => {
    const content = `${first} ${inLayer(second)}`;
    expect(await mentions(layered(OFF, content), layered('', content))).toEqual([
      'Hidden content on page 1 (Pay 900.) is only in the original document.',
    ]);
    expect(await mentions(layered(OFF, content), layered(OFF, content))).toEqual([]);
    expect(await mentions(layered(OFF, content), layered('', `${first} ${second}`))).toHaveLength(1);
  });

  it('where it is off on both sides and holds other words', async () => {
    const original = layered(OFF, `${first} ${inLayer(second)}`);
    expect(await mentions(original, layered(OFF, `${inLayer(first)} ${second}`))).toEqual([
      'Hidden content on page 1: “Pay 900.” became “Pay 5.”.',
    ]);
  });

  it('where it holds a drawing', async () => {
    const square = '10 10 50 50 re f';
    const original = layered(OFF, `${first} ${inLayer(square)}`);
    expect((await mentions(original, layered(OFF, `${first} ${square}`))).join()).toContain('Hidden content');
  });
});
