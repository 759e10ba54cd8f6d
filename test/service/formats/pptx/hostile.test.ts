/** Presentations that were made to harm a reader, or that are damaged: each is read, or refused with a code. */
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../shared/errors.ts';
import { readPptx } from '../../../../service/formats/pptx/read-pptx.ts';
import { archive } from '../../../builders/docx.ts';
import {
  cell,
  frame,
  group,
  para,
  pptx,
  shape,
  slidePart,
  slidePicture,
  slideTable,
  title,
} from '../../../builders/pptx.ts';
import { linesOf, linesOfDeck, linesOfSlide } from './deck-lines.ts';

/** The code that a file is refused with; null: it is read. */
async function codeOf(bytes: Uint8Array): Promise<string | null> {
  try {
    await readPptx(bytes);
    return null;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    return fault.code;
  }
}

const SLIDE = 'ppt/slides/slide1.xml';

describe('what is refused', () => {
  test.each<[string, string, Uint8Array]>([
    ['an empty file', 'document_invalid', new Uint8Array()],
    ['no archive', 'document_invalid', new TextEncoder().encode('Slides')],
    [
      'an archive without a presentation',
      'document_invalid',
      archive({ 'ppt/presentation.xml': slidePart('p:sld', '') }),
    ],
    ['a slide that is cut off', 'document_invalid', pptx([{ shapes: '' }], { files: { [SLIDE]: '<p:sld' } })],
    [
      'a declaration of entities',
      'document_invalid',
      pptx([{ shapes: '' }], { files: { [SLIDE]: `<!DOCTYPE p [<!ENTITY a "b">]>${slidePart('p:sld', '')}` } }),
    ],
    [
      'a bomb',
      'archive_limit_exceeded',
      pptx([{ shapes: '' }], { files: { 'ppt/media/a.bin': new Uint8Array(64 * 1024 * 1024) } }),
    ],
    [
      'too many parts',
      'archive_limit_exceeded',
      pptx([{ shapes: '' }], {
        files: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`ppt/media/${at}.bin`, 'x'])),
      }),
    ],
    [
      'groups in groups without end',
      'document_too_complex',
      pptx([{ shapes: `${'<p:grpSp>'.repeat(1_200)}${'</p:grpSp>'.repeat(1_200)}` }], { stored: true }),
    ],
  ])('%s', async (_, code, bytes) => {
    expect(await codeOf(bytes)).toBe(code);
  });

  test('a chart that a thousand frames show', async () => {
    const chart = slidePart(
      'c:chartSpace',
      `<c:chart><c:title><c:tx><c:rich>${para('x'.repeat(90_000))}</c:rich></c:tx></c:title></c:chart>`,
    );
    const slide = {
      shapes: frame('<c:chart r:id="rId9"/>').repeat(1_000),
      relations: [['rId9', 'chart', '../charts/chart1.xml']] as const,
    };
    expect(await codeOf(pptx([slide], { files: { 'ppt/charts/chart1.xml': chart }, stored: true }))).toBe(
      'document_too_complex',
    );
  });
});

describe('what is read', () => {
  test('deep groups', async () => {
    let shapes = shape('inside', { at: [0, 0, 1, 1] });
    for (let depth = 0; depth < 150; depth += 1) shapes = group(shapes, [0, 0, 9, 9]);
    expect(await linesOfSlide(shapes)).toEqual(['p: inside']);
  });

  test('diagrams whose connections go in circles', async () => {
    const point = (id: string, type = ''): string =>
      `<dgm:pt modelId="${id}"${type}><dgm:t>${para(`P${id}`)}</dgm:t></dgm:pt>`;
    const connect = (from: string, to: string): string => `<dgm:cxn srcId="${from}" destId="${to}"/>`;
    const data = slidePart(
      'dgm:dataModel',
      `<dgm:ptLst>${point('0', ' type="doc"')}${point('1')}${point('2')}</dgm:ptLst><dgm:cxnLst>${connect('0', '1')}${connect('1', '2')}${connect('2', '1')}${connect('2', '0')}</dgm:cxnLst>`,
    );
    const slide = { relations: [['rId9', 'diagramData', '../diagrams/data1.xml']] as const };
    expect(
      await linesOfSlide(frame('<dgm:relIds r:dm="rId9"/>'), slide, { files: { 'ppt/diagrams/data1.xml': data } }),
    ).toEqual(['ul: P1', 'ul.ul: P2']);
  });

  test('a diagram in a long chain', async () => {
    const count = 20_000;
    const points = Array.from(
      { length: count },
      (_, at) => `<dgm:pt modelId="${at}"${at === 0 ? ' type="doc"' : ''}><dgm:t>${para('x')}</dgm:t></dgm:pt>`,
    );
    const chain = Array.from({ length: count - 1 }, (_, at) => `<dgm:cxn srcId="${at}" destId="${at + 1}"/>`);
    const data = slidePart(
      'dgm:dataModel',
      `<dgm:ptLst>${points.join('')}</dgm:ptLst><dgm:cxnLst>${chain.join('')}</dgm:cxnLst>`,
    );
    const slide = { relations: [['rId9', 'diagramData', '../diagrams/data1.xml']] as const };
    const lines = await linesOfSlide(frame('<dgm:relIds r:dm="rId9"/>'), slide, {
      files: { 'ppt/diagrams/data1.xml': data },
      stored: true,
    });
    expect(lines).toHaveLength(count - 1);
  });

  test('slides without their part, or listed twice, with a warning', async () => {
    const list = ['rIdSlide1', 'rIdSlide1', 'rIdNowhere']
      .map((id, at) => `<p:sldId id="${at}" r:id="${id}"/>`)
      .join('');
    const presentation = slidePart('p:presentation', `<p:sldIdLst>${list}</p:sldIdLst>`);
    const { document } = await readPptx(
      pptx([{ shapes: title('Costs') }], { files: { 'ppt/presentation.xml': presentation } }),
    );
    expect(linesOf(document.blocks)).toEqual(['h1(Slide 1:): Costs']);
    expect(document.warnings.map(({ code, message }) => [code, message])).toEqual([
      ['part_missing', 'a part that the document refers to is missing (2 times).'],
    ]);
  });

  test('charts, diagrams and notes without their part, or with a damaged one', async () => {
    const slide = {
      shapes: frame('<c:chart r:id="rId9"/>') + frame('<dgm:relIds r:dm="rId7"/>'),
      relations: [
        ['rId9', 'chart', '../charts/none.xml'],
        ['rId7', 'diagramData', '../diagrams/data1.xml'],
        ['rId8', 'notesSlide', '../notesSlides/none.xml'],
      ] as const,
    };
    const { document } = await readPptx(pptx([slide], { files: { 'ppt/diagrams/data1.xml': '<dgm' } }));
    expect(document.blocks).toHaveLength(1);
    expect(document.warnings.map(({ code }) => code)).toEqual(['part_missing']);
  });

  test('cells that span more than any table has', async () => {
    const table = slideTable([[cell('a', 'gridSpan="999999999" rowSpan="999999999"')]]);
    expect(await linesOfSlide(frame(table))).toEqual(['[1000×1]a']);
  });

  test('a chart with a point far away', async () => {
    const chart = slidePart('c:chartSpace', '<c:ser><c:val><c:pt idx="999999999"><c:v>1</c:v></c:pt></c:val></c:ser>');
    const slide = { relations: [['rId9', 'chart', '../charts/chart1.xml']] as const };
    expect(
      await linesOfSlide(frame('<c:chart r:id="rId9"/>'), slide, { files: { 'ppt/charts/chart1.xml': chart } }),
    ).toEqual([' | 1']);
  });

  test('addresses outside, which are told and never opened', async () => {
    const slide = {
      shapes: slidePicture('rId9', { description: 'Logo' }) + frame('<c:chart r:id="rId8"/>'),
      relations: [
        ['rId9', 'image', 'https://example.invalid/logo.png', 'external'],
        ['rId8', 'chart', 'https://example.invalid/chart.xml', 'external'],
        ['rIdNotes', 'notesSlide', 'file:///etc/passwd', 'external'],
        ['rIdComments', 'comments', 'file:///etc/passwd', 'external'],
      ] as const,
    };
    const { document } = await readPptx(pptx([slide]));
    expect(document.blocks[1]).toMatchObject({ kind: 'image', image: { src: 'https://example.invalid/logo.png' } });
    expect(document.blocks).toHaveLength(2);
  });

  test('a presentation without slides', async () => {
    expect(await linesOfDeck([])).toEqual([]);
  });
});
