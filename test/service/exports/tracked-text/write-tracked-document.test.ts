/** New Word documents of merged blocks: rejecting all is the original's text, accepting all the revised's. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeRanges } from '../../../../service/pipeline/ranges/change-ranges.ts';
import { writeTrackedDocument } from '../../../../service/exports/tracked-text/write-tracked-document.ts';
import { decideAll } from '../../../../service/pipeline/track-changes.ts';
import { compareDocuments } from '../../../../service/engine/compare.ts';
import { readText } from '../../../../service/formats/read-text.ts';
import { withoutSpace } from '../../../../service/redline/text/guide.ts';
import { readDocx } from '../../../../service/formats/docx/read-docx.ts';
import { LABEL } from '../../../../shared/document/label.ts';
import type { Block } from '../../../../shared/document/model.ts';
import { stepsOf } from '../../../../shared/document/path.ts';
import { project } from '../../../../shared/fragment/project.ts';
import { arbitraryDocument } from '../../../builders/arbitrary-document.ts';

const STAMP = { author: 'x', date: '2025-01-01T00:00:00Z', title: 'T' };
/** Images are shown by their alternative text, which no comparison counts as text. */
const withoutImages = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block): Block[] => {
    if (block.kind === 'image') return [];
    if (block.kind === 'text') return [{ ...block, runs: block.runs.filter(({ image }) => image === undefined) }];
    if (block.kind === 'rule') return [block];
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: withoutImages(cell.blocks) })),
    }));
    return [{ ...block, rows }];
  });
const textOf = (blocks: readonly Block[]): string => changeRanges(blocks).texts.revised;

it('holds the law of the redline on text, and writes the same bytes each time', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryDocument(), arbitraryDocument(), async (original, revised) => {
      const merged = compareDocuments(original, revised, { mode: 'word' });
      const blocks = withoutImages(merged.blocks);
      const { bytes } = await writeTrackedDocument(blocks, STAMP);
      for (const [side, decision] of [
        ['original', 'reject'],
        ['revised', 'accept'],
      ] as const) {
        const { document } = await readDocx(await decideAll(bytes, decision));
        expect(textOf(document.blocks)).toBe(textOf(project(blocks, side)));
      }
      expect(Buffer.compare(bytes, (await writeTrackedDocument(blocks, STAMP)).bytes)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

it.each([
  ['a heading', '<h2>Repairs</h2>', ['Repairs']],
  ['a table', '<table><tr><td>Roof</td><td>Ten years</td></tr></table>', ['RoofTenyears']],
  ['a heading and a table', '<h2>Repairs</h2><table><tr><td>Roof</td></tr></table>', ['Repairs', 'Roof']],
])('holds the law where %s parts a paragraph', async (_, between, texts) => {
  const [rent, repairs, end] = [
    'The tenant pays the rent each month.',
    'The landlord keeps the roof in good repair.',
    'Either party may end it with three months of notice.',
  ];
  const [whole, parts] = [
    readText(`<p>${rent} ${repairs} ${end}</p>`, 'html').document,
    readText(`<p>${rent}</p>${between}<p>${repairs}</p><p>${end}</p>`, 'html').document,
  ];
  for (const [original, revised] of [
    [whole, parts],
    [parts, whole],
  ] as const) {
    const { blocks } = compareDocuments(original, revised, { mode: 'word' });
    expect(blocks.filter((block) => block.kind === 'text' && block.boundary !== undefined).length).toBe(2);
    const { bytes } = await writeTrackedDocument(blocks, STAMP);
    const textsOf = async (decision: 'accept' | 'reject'): Promise<string[]> => {
      const { document } = await readDocx(await decideAll(bytes, decision));
      return document.blocks.map((block) => textOf([block]));
    };
    const [joined, parted] = [
      [withoutSpace(`${rent} ${repairs} ${end}`)],
      [rent, ...texts, repairs, end].map(withoutSpace),
    ];
    expect(await textsOf('reject')).toEqual(original === whole ? joined : parted);
    expect(await textsOf('accept')).toEqual(revised === whole ? joined : parted);
  }
});

it('shows the labels of its blocks as they are', async () => {
  const list = '<ol type="a"><li>one</li><li>two<ul style="list-style-type: \'– \'"><li>three</li></ul></li></ol>';
  const { blocks } = readText(`${list}<ol><li>four</li></ol>`, 'html').document;
  const { bytes } = await writeTrackedDocument(blocks, STAMP);
  const { document } = await readDocx(bytes);
  const labels = document.blocks.map((block) => (block.kind === 'text' ? (block.attributes[LABEL] ?? null) : null));
  expect(labels).toEqual(['a.', 'b.', '–', null]);
  expect(
    document.blocks.map(({ path }) =>
      stepsOf(path)
        .map(({ kind }) => kind)
        .join(),
    ),
  ).toEqual(
    blocks.map(({ path }) =>
      stepsOf(path)
        .map(({ kind }) => kind)
        .join(),
    ),
  );
});

it('keeps the directions of tables, cells and paragraphs', async () => {
  const { blocks } = readText(
    '<table dir="rtl"><tr><td style="writing-mode: vertical-rl">a</td><td style="writing-mode: sideways-lr">b</td></tr></table><p dir="rtl">c</p>',
    'html',
  ).document;
  const { document } = await readDocx((await writeTrackedDocument(blocks, STAMP)).bytes);
  const directions = document.blocks.flatMap((block): unknown[] => {
    if (block.kind === 'text') return [block.attributes['dir']];
    if (block.kind !== 'table') return [];
    const inside = block.rows[0]!.cells.map(({ blocks: [first] }) => first?.kind === 'text' && first.attributes);
    return [block.attributes?.['data-direction'], ...inside.map((own) => own && own['data-direction'])];
  });
  expect(directions).toEqual(['rtl', 'vertical-rl', 'sideways-lr', 'rtl']);
});
