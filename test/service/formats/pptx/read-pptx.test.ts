import { describe, expect, test } from 'vitest';
import { commentIn } from '../../../../shared/document/comment.ts';
import { fieldsIn } from '../../../../shared/document/fields.ts';
import { MARKS, textOf, type Run } from '../../../../shared/document/model.ts';
import { SLIDE } from '../../../../shared/document/slides.ts';
import { readPptx } from '../../../../service/formats/pptx/read-pptx.ts';
import {
  bullets,
  frame,
  group,
  para,
  pptx,
  run,
  shape,
  slidePart,
  slidePicture,
  slideTable,
  title,
  cell,
} from '../../../builders/pptx.ts';
import { linesOfDeck, linesOfSlide } from './deck-lines.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const runsOf = async (content: string, more: Parameters<typeof linesOfSlide>[1] = {}): Promise<readonly Run[]> => {
  const { document } = await readPptx(pptx([{ shapes: shape(para(content)), ...more }]));
  const block = document.blocks[1];
  return block?.kind === 'text' ? block.runs : [];
};
const markNames = ({ marks }: Run): string[] => MARKS.filter((_, at) => (marks & (1 << at)) !== 0);

describe('slides', () => {
  test('are headings with a number that is no text, title before body', async () => {
    const slides = [{ shapes: bullets('Costs', 'Gains') + title('Budget') }, { shapes: shape('Free text') }];
    expect(await linesOfDeck(slides)).toEqual([
      'h1(Slide 1:): Budget',
      'ul: Costs',
      'ul: Gains',
      'h1(Slide 2:): Untitled slide',
      'p: Free text',
    ]);
    const { document, spots } = await readPptx(pptx(slides));
    expect(document.blocks.map((block) => (block.kind === 'text' ? block.attributes[SLIDE] : null))).toEqual([
      '1',
      undefined,
      undefined,
      '2',
      undefined,
    ]);
    expect(spots).toEqual([
      { slide: 1, shape: 'Title 1' },
      { slide: 1, shape: 'Content 2' },
      { slide: 1, shape: 'Content 2' },
      { slide: 2 },
      { slide: 2, shape: 'Shape' },
    ]);
  });

  test('that are hidden say so', async () => {
    expect(await linesOfDeck([{ shapes: title('Backup'), hidden: true }])).toEqual([
      'h1(Slide 1:): Backup',
      'p: This slide is hidden.',
    ]);
  });

  test('take no text from layouts and masters', async () => {
    const furniture = shape('Click to edit', { type: 'title' }) + shape('Company confidential');
    expect(
      await linesOfDeck([{ shapes: shape('', { type: 'title' }) }], { layout: furniture, master: furniture }),
    ).toEqual(['h1(Slide 1:): Untitled slide']);
  });

  test('read shapes in rows from the top, each from the left, and groups where they stand', async () => {
    const shapes = [
      shape('right', { at: [500, 110, 100, 100] }),
      shape('below', { at: [0, 900, 100, 100] }),
      shape('left', { at: [0, 100, 100, 100] }),
      group(
        shape('in group, second', { at: [50, 0, 40, 40] }) + shape('in group, first', { at: [0, 0, 40, 40] }),
        [0, 500, 100, 100],
        [0, 0, 100, 100],
      ),
    ];
    expect(await linesOfSlide(shapes.join(''))).toEqual([
      'p: left',
      'p: right',
      'p: in group, first',
      'p: in group, second',
      'p: below',
    ]);
  });

  test('mirror what a flipped group mirrors', async () => {
    const inside = shape('drawn left', { at: [0, 0, 40, 40] }) + shape('drawn right', { at: [60, 0, 40, 40] });
    expect(await linesOfSlide(group(inside, [0, 0, 100, 100], [0, 0, 100, 100], 'flipH="1"'))).toEqual([
      'p: drawn right',
      'p: drawn left',
    ]);
  });

  test('place placeholders where their layout has them', async () => {
    const layout =
      shape('', { type: 'subTitle', at: [0, 900, 10, 10] }) + shape('', { type: 'body', at: [0, 100, 10, 10] });
    const shapes = shape('under', { type: 'subTitle' }) + shape('above', { type: 'body' });
    expect((await linesOfSlide(shapes, {}, { layout })).map((line) => line.replace(/^.*: /u, ''))).toEqual([
      'above',
      'under',
    ]);
  });

  test('have their notes under a heading, without the page furniture', async () => {
    const lines = await linesOfDeck([{ shapes: title('Budget'), notes: para('Say hello.') + para('Smile.') }]);
    expect(lines).toEqual(['h1(Slide 1:): Budget', 'h2: Notes', 'p: Say hello.', 'p: Smile.']);
  });
});

describe('text of a slide', () => {
  test('keeps levels, bullets and automatic numbers', async () => {
    const numbered = (text: string, level: number, scheme: string, start = ''): string =>
      para(text, `lvl="${level}"`, `<a:buAutoNum type="${scheme}"${start}/>`);
    const body = [
      para('bullet'),
      para('deeper', 'lvl="1"', '<a:buChar char="–"/>'),
      para('no bullet', '', '<a:buNone/>'),
      numbered('one', 0, 'arabicPeriod'),
      numbered('a', 1, 'alphaLcParenR'),
      numbered('b', 1, 'alphaLcParenR'),
      para(''),
      numbered('two', 0, 'arabicPeriod'),
      numbered('five', 0, 'romanUcPeriod', ' startAt="5"'),
    ];
    expect(await linesOfSlide(shape(body.join(''), { type: 'body' }))).toEqual([
      'ul: bullet',
      'ul.ul(–): deeper',
      'p: no bullet',
      'ol: one',
      'ol.ol(a)): a',
      'ol.ol(b)): b',
      'ol: two',
      'ol(V.): five',
    ]);
  });

  test('takes a bullet from the shape before its layout, and its layout before the master', async () => {
    const layout = shape('', { type: 'body', style: '<a:lvl1pPr><a:buNone/></a:lvl1pPr>' });
    expect(await linesOfSlide(bullets('plain'), {}, { layout })).toEqual(['p: plain']);
    const own = shape('dashed', { type: 'body', style: '<a:lvl1pPr><a:buChar char="–"/></a:lvl1pPr>' });
    expect(await linesOfSlide(own, {}, { layout })).toEqual(['ul(–): dashed']);
    expect(await linesOfSlide(bullets('from the master'))).toEqual(['ul: from the master']);
  });

  test('keeps the marks that it states itself', async () => {
    const styled = ['b="1"', 'i="1"', 'u="sng"', 'strike="sngStrike"', 'baseline="30000"', 'baseline="-25000"'];
    const runs = await runsOf(
      styled.map((properties, at) => run(`w${at}`, properties)).join('') +
        run('w6', '', '<a:highlight><a:srgbClr val="ffff00"/></a:highlight>'),
    );
    expect(runs.map(markNames)).toEqual([['strong'], ['em'], ['u'], ['s'], ['sup'], ['sub'], ['mark']]);
  });

  test('keeps line breaks and equations', async () => {
    const equation =
      '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>';
    expect(await linesOfSlide(shape(para(`${run('one')}<a:br/>${run('two ')}${equation}`)))).toEqual([
      'p: one\ntwo x^2',
    ]);
  });

  test('links to addresses and, by the id that a slide keeps, to slides', async () => {
    const link = (id: string): string => `<a:hlinkClick r:id="${id}"/>`;
    const runs = await runsOf(run('out', '', link('rId7')) + run(' in', '', link('rId8')), {
      relations: [
        ['rId7', 'hyperlink', 'https://example.com/', 'external'],
        ['rId8', 'slide', 'slide1.xml'],
      ],
    });
    expect(runs.map(({ text, href }) => [text, href])).toEqual([
      ['out', 'https://example.com/'],
      [' ', null],
      ['in', '#slide-256'],
    ]);
  });

  test('replaces the number of the slide by a sign, and marks what a field shows', async () => {
    const field = (type: string, text: string): string =>
      `<a:fld id="{1}" type="${type}"><a:rPr/><a:t>${text}</a:t></a:fld>`;
    const shapes = shape(para(run('Page ') + field('slidenum', '7') + run(' of ') + field('datetime1', '1 May 2026')));
    const { document } = await readPptx(pptx([{ shapes }]));
    const block = document.blocks[1]!;
    if (block.kind !== 'text') throw new Error('no text');
    expect(textOf(block)).toBe('Page # of 1 May 2026');
    expect(fieldsIn(block.attributes)).toEqual([
      [5, 6],
      [10, 20],
    ]);
    const alone = await readPptx(pptx([{ shapes: shape(para(field('slidenum', '7')), { type: 'sldNum' }) }]));
    expect(alone.document.blocks).toHaveLength(1);
    expect(alone.inventory).toContainEqual(expect.objectContaining({ kind: 'footer', label: 'slide number' }));
  });
});

describe('tables of a slide', () => {
  test('have merged cells and a head, and no bullets', async () => {
    const table = slideTable(
      [
        [cell('Both', 'gridSpan="2"'), cell('', 'hMerge="1"'), cell('Down', 'rowSpan="2"')],
        ['a', 'b', cell('', 'vMerge="1"')],
      ],
      'firstRow="1"',
    );
    expect(await linesOfSlide(frame(table))).toEqual(['! [2×1]Both | [1×2]Down / a | b']);
  });

  test('leave out rows that only continue, and say that text under a merged cell is lost', async () => {
    const table = slideTable([[cell('x', 'rowSpan="3"')], [cell('lost', 'vMerge="1"')], [cell('', 'vMerge="1"')]]);
    const { document } = await readPptx(pptx([{ shapes: frame(table) }]));
    expect(document.blocks[1]).toMatchObject({ kind: 'table', rows: [{ cells: [{ rowspan: 1 }] }] });
    expect(document.warnings.map(({ code }) => code)).toEqual(['merged_cell_text_lost']);
  });
});

describe('charts and diagrams', () => {
  const cache = (name: string, ...values: string[]): string =>
    `<c:${name}><c:strRef><c:strCache>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${name}>`;
  const chart = slidePart(
    'c:chartSpace',
    `<c:chart><c:title><c:tx><c:rich>${para('Sales')}</c:rich></c:tx></c:title><c:plotArea><c:barChart>` +
      `<c:ser>${cache('tx', 'North')}${cache('cat', 'May', 'June')}${cache('val', '8.200000000000001', '3')}</c:ser>` +
      `<c:ser>${cache('tx', 'South')}${cache('cat', 'May', 'June')}${cache('val', '1', '2')}</c:ser></c:barChart></c:plotArea></c:chart>`,
  );
  const relations = [['rId9', 'chart', '../charts/chart1.xml']] as const;
  const shapes = frame('<c:chart r:id="rId9"/>', { description: 'Sales rose' });

  test('show titles, categories and values as the file keeps them', async () => {
    expect(await linesOfSlide(shapes, { relations }, { files: { 'ppt/charts/chart1.xml': chart } })).toEqual([
      'p: Sales',
      '!  | North | South / May | 8.2 | 1 / June | 3 | 2',
      'p: Alternative text: Sales rose',
    ]);
  });

  test('show the texts of a diagram under the ones that they belong to', async () => {
    const point = (id: string, text: string, type = ''): string =>
      `<dgm:pt modelId="${id}"${type}><dgm:t>${para(text)}</dgm:t></dgm:pt>`;
    const connection = (from: string, to: string, order: number): string =>
      `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
    const data = slidePart(
      'dgm:dataModel',
      `<dgm:ptLst>${point('0', '', ' type="doc"')}${point('1', 'Plan')}${point('2', 'Build')}${point('3', 'Draw')}${point('4', 'no', ' type="sibTrans"')}</dgm:ptLst>` +
        `<dgm:cxnLst>${connection('0', '2', 1)}${connection('0', '1', 0)}${connection('1', '3', 0)}</dgm:cxnLst>`,
    );
    const lines = await linesOfSlide(
      frame('<dgm:relIds r:dm="rId9"/>'),
      { relations: [['rId9', 'diagramData', '../diagrams/data1.xml']] },
      { files: { 'ppt/diagrams/data1.xml': data } },
    );
    expect(lines).toEqual(['ul: Plan', 'ul.ul: Draw', 'ul: Build']);
  });

  test('are pictures with their alternative text and link where they are pictures', async () => {
    const picture = slidePicture('rId9', {
      description: 'Logo',
      more: ['', '<a:hlinkClick r:id="rId8"/>'],
      at: [0, 0, 9525, 19050],
    });
    const slide = {
      shapes: picture,
      relations: [
        ['rId8', 'hyperlink', 'https://example.com/', 'external'],
        ['rId9', 'image', '../media/logo.png'],
      ] as const,
    };
    const deck = { files: { 'ppt/media/logo.png': PNG } };
    expect((await linesOfDeck([slide], deck)).at(-1)).toBe('picture Logo → https://example.com/');
    const { document } = await readPptx(pptx([slide], deck), { include: ['pictures'] });
    expect(document.blocks[1]).toMatchObject({ image: { width: 1, height: 2, sha256: expect.any(String) as string } });
  });
});

describe('comments of a presentation', () => {
  const slides = [
    {
      shapes: title('Budget'),
      comments:
        '<p:cm authorId="1" dt="2026-05-01T10:00:00.000" idx="1"><p:pos x="1" y="1"/><p:text>Too high</p:text></p:cm>',
      threads: `<p188:cm id="{1}" authorId="{A}" status="resolved" created="2026-05-02T10:00:00.000"><p188:txBody><a:bodyPr/>${para('Agreed?')}</p188:txBody><p188:replyLst><p188:reply id="{2}" authorId="{B}" created="2026-05-03T10:00:00.000"><p188:txBody><a:bodyPr/>${para('Yes')}</p188:txBody></p188:reply></p188:replyLst></p188:cm>`,
    },
  ];
  const deck = {
    authors: '<p:cmAuthor id="1" name="Ann Lee" initials="AL"/>',
    threadAuthors: '<p188:author id="{A}" name="Bo"/><p188:author id="{B}" name="Cy"/>',
  };

  test('of both kinds follow the slides with author, date, state and answer', async () => {
    const { document } = await readPptx(pptx(slides, deck), { include: ['comments'] });
    const texts = document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : ''));
    expect(texts).toEqual(['Budget', 'Ann Lee', 'Too high', 'Bo', 'Agreed?', 'Cy', 'Yes']);
    const facts = document.blocks.flatMap((block) =>
      block.kind === 'text' ? (commentIn(block.attributes) ?? []) : [],
    );
    const anchor = { start: [0, 0], end: [0, 6], quote: 'Budget' };
    expect(facts).toEqual([
      { author: 'Ann Lee', date: '2026-05-01T10:00:00.000', anchor },
      { author: 'Bo', date: '2026-05-02T10:00:00.000', done: true, anchor },
      { author: 'Cy', date: '2026-05-03T10:00:00.000', parent: 2, anchor },
    ]);
  });

  test('are listed with their slide where they are not included', async () => {
    const { document, inventory } = await readPptx(pptx(slides, deck));
    expect(document.blocks).toHaveLength(1);
    expect(inventory?.filter(({ kind }) => kind === 'comment').map(({ where, label }) => [where, label])).toEqual([
      ['on slide 1', 'Ann Lee · Too high'],
      ['on slide 1', 'Bo · Agreed?'],
      ['on slide 1', 'Cy · Yes'],
    ]);
  });
});

describe('what a presentation shows beside its texts', () => {
  const kindsThatDiffer = async (
    one: Parameters<typeof pptx>,
    other: Parameters<typeof pptx>,
  ): Promise<(readonly [string, string])[]> => {
    const [a, b] = [await readPptx(pptx(...one)), await readPptx(pptx(...other))];
    expect(a.document.blocks).toEqual(b.document.blocks);
    const known = new Set(a.inventory?.map(({ kind, sha256 }) => `${kind} ${sha256}`));
    return (b.inventory ?? []).flatMap(({ kind, where, sha256 }) =>
      known.has(`${kind} ${sha256}`) ? [] : [[kind, where] as const],
    );
  };
  const at = (left: number): string => shape('Text', { at: [left, 0, 10, 10] });

  test.each([
    ['a moved shape', [{ shapes: at(0) }], [{ shapes: at(50) }], ['slide_layout', 'on slide 1']],
    [
      'an animation',
      [{ shapes: at(0) }],
      [{ shapes: at(0), after: '<p:timing><p:tnLst/></p:timing>' }],
      ['animation', 'on slide 1'],
    ],
    [
      'a transition',
      [{ shapes: at(0) }],
      [{ shapes: at(0), after: '<p:transition spd="slow"/>' }],
      ['transition', 'on slide 1'],
    ],
  ])('names %s', async (_, one, other, expected) => {
    expect(await kindsThatDiffer([one], [other])).toEqual([expected]);
  });

  test('names sections, the size of slides and what masters show', async () => {
    const sections = (name: string): string =>
      `<p:extLst><p:ext uri="{521415D9}"><p14:sectionLst><p14:section name="${name}" id="{1}"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>`;
    const slides = [{ shapes: at(0) }];
    expect(await kindsThatDiffer([slides, { after: sections('A') }], [slides, { after: sections('B') }])).toEqual([
      ['slide_section', 'from slide 1 on'],
    ]);
    expect(await kindsThatDiffer([slides, { master: shape('Draft') }], [slides, { master: shape('Final') }])).toEqual([
      ['slide_master', ''],
    ]);
    const prompt = (text: string): string => shape(text, { type: 'dt' });
    expect(
      await kindsThatDiffer([slides, { master: prompt('1/8/2025') }], [slides, { master: prompt('1/22/2025') }]),
    ).toEqual([]);
  });
});
