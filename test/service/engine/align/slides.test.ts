import { describe, expect, test } from 'vitest';
import { changedNumbers } from '../../../../service/pipeline/looks/changed-numbers.ts';
import { compareDocuments } from '../../../../service/engine/compare.ts';
import { readPptx } from '../../../../service/formats/pptx/read-pptx.ts';
import { textOf, type Block } from '../../../../shared/document/model.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { unitsOf } from '../../../../shared/fragment/units.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { bullets, pptx, shape, title, type SlideParts } from '../../../builders/pptx.ts';

const slide = (heading: string, ...texts: string[]): SlideParts => ({ shapes: title(heading) + bullets(...texts) });
const untitled = (...texts: string[]): SlideParts => ({
  shapes: texts.map((text, at) => shape(text, { at: [0, at * 100, 90, 90] })).join(''),
});

async function mergedSlides(original: SlideParts[], revised: SlideParts[]): Promise<readonly Block[]> {
  const [a, b] = [await readPptx(pptx(original)), await readPptx(pptx(revised))];
  return compareDocuments(a.document, b.document, { mode: 'word' }).blocks;
}

/** What each block says: `+` inserted, `-` deleted, `<` and `>` the ends of a move. */
function marked(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'text') return [];
    const { onlyIn, runs } = block;
    const sign =
      onlyIn === undefined
        ? ''
        : onlyIn.moveId === undefined
          ? onlyIn.side === 'revised'
            ? '+'
            : '-'
          : onlyIn.side === 'revised'
            ? '>'
            : '<';
    const edited = runs.some(({ edit }) => edit !== undefined) ? '~' : '';
    return [`${sign}${edited}${textOf(block)}`];
  });
}

const A = slide('Costs', 'Rent', 'Power', 'Staff');
const B = slide('Gains', 'Sales of the year', 'Interest');
const C = slide('Plans', 'A shop in May', 'Another one in June');
const D = slide('Risks', 'Rain');

describe('slides', () => {
  test('that were inserted change nothing around them, and no number', async () => {
    const blocks = await mergedSlides([A, C], [A, B, C]);
    expect(marked(blocks)).toEqual([
      ...['Costs', 'Rent', 'Power', 'Staff'],
      ...['+Gains', '+Sales of the year', '+Interest'],
      ...['Plans', 'A shop in May', 'Another one in June'],
    ]);
    expect(changedNumbers(blocks)).toEqual({ original: [], revised: [] });
  });

  test('that were duplicated are an insertion from heading to end', async () => {
    expect(marked(await mergedSlides([A, D], [A, A, D]))).toEqual([
      ...['Costs', 'Rent', 'Power', 'Staff'],
      ...['+Costs', '+Rent', '+Power', '+Staff'],
      ...['Risks', 'Rain'],
    ]);
  });

  test('without a title keep their own texts', async () => {
    expect(
      marked(
        await mergedSlides(
          [untitled('one', 'two'), untitled('three')],
          [untitled('one', 'two'), untitled('new'), untitled('three')],
        ),
      ),
    ).toEqual([...['Untitled slide', 'one', 'two'], ...['+Untitled slide', '+new'], ...['Untitled slide', 'three']]);
  });

  test('that moved are one decision, also after the fragment was written and read', async () => {
    const blocks = await mergedSlides([D, A, B, C], [A, B, C, D]);
    expect(marked(blocks).filter((line) => /^[<>+-]/u.test(line))).toEqual(['<Risks', '<Rain', '>Risks', '>Rain']);
    for (const each of [blocks, scanFragment(writeFragment(blocks))]) {
      const units = unitsOf(each).all;
      expect(units.map(({ kind, changeIds }) => [kind, changeIds.length])).toEqual([['move', 4]]);
    }
    expect(changedNumbers(blocks)).toEqual({ original: [], revised: [] });
  });

  test('that are short and stand in the deck twice still move whole', async () => {
    const blocks = await mergedSlides(
      [untitled('Test'), A, untitled('Test'), B, C],
      [untitled('Test'), A, B, C, untitled('Test')],
    );
    expect(unitsOf(blocks).all.map(({ kind, changeIds }) => [kind, changeIds.length])).toEqual([['move', 4]]);
  });

  test('that moved past several shorter ones are one move', async () => {
    const long = untitled(
      'One of several long sentences',
      'Another of several long sentences',
      'The last long sentence',
    );
    const short = ['a', 'b', 'c'].map((text) => untitled(text));
    const blocks = await mergedSlides([long, ...short], [...short, long]);
    expect(unitsOf(blocks).all.map(({ kind }) => kind)).toEqual(['move']);
    expect(marked(blocks).filter((line) => /^<.*sentence/u.test(line))).toHaveLength(3);
  });

  test('that were rewritten under one title stay one slide', async () => {
    const blocks = await mergedSlides(
      [A, slide('Gains', 'Nothing so far'), C],
      [A, slide('Gains', 'Shares of three firms sold in autumn', 'Gifts'), C],
    );
    expect(marked(blocks)).toContain('Gains');
  });

  test('exchange a text as a move of that text', async () => {
    const long = 'A sentence about the shop that somebody moved';
    const blocks = await mergedSlides(
      [slide('Costs', 'Rent', long), C],
      [slide('Costs', 'Rent'), slide('Plans', 'A shop in May', 'Another one in June', long)],
    );
    expect(marked(blocks).filter((line) => line.includes(long))).toEqual([`<${long}`, `>${long}`]);
  });
});
