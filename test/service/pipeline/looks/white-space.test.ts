/** White space that differs between the words of two documents is told in words, whatever the format. */
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

async function told(format: 'docx' | 'html' | 'markdown', original: Uint8Array, revised: Uint8Array) {
  const { summary, uncompared } = await compareFiles({
    ...{ formats: bothSides(format), original, revised, mode: 'auto', attributeMode: 'semantic' },
  });
  return [summary.changeCount, ...(uncompared ? describeDifferences(uncompared) : [])];
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sentence = (words: string, was: string, is: string): string =>
  `The same text has another formatting: “${words}”, “before it ${was}” became “before it ${is}”.`;

describe('in a DOCX', () => {
  test.each([
    ['a no-break space', 'Pay 30 days.', 'Pay 30\u00a0days.', 'days.', 'a space', 'a no-break space'],
    ['two spaces', 'One.  Two.', 'One. Two.', 'Two.', '2 spaces', 'a space'],
    ['a thin space', '10 000 euro', '10\u2009000 euro', '000 euro', 'a space', 'a thin space'],
    ['two kinds', 'a b', 'a \u00a0b', 'b', 'a space', '2 spaces, one of which is a no-break space'],
  ])('%s', async (_, before, after, words, was, is) => {
    expect(await told('docx', docx(wp(before)), docx(wp(after)))).toEqual([0, sentence(words, was, is)]);
  });

  test('over the end of a run', async () => {
    const [before, after] = [wp(r('Pay 30') + r(' days.')), wp(r('Pay 30 ') + r(' days.'))];
    expect(await told('docx', docx(before), docx(after))).toEqual([0, sentence('days.', 'a space', '2 spaces')]);
  });

  test.each([
    ['at the ends of a paragraph', ' Pay. ', 'Pay.'],
    ['around a break', `${r('Pay ')}<w:r><w:br/></w:r>${r(' now.')}`, `${r('Pay')}<w:r><w:br/></w:r>${r('now.')}`],
  ])('but not %s', async (_, before, after) => {
    expect(await told('docx', docx(wp(before)), docx(wp(after)))).toEqual([0]);
  });

  test('a letter of a symbol font that looks like a typed one', async () => {
    const symbol = '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>';
    expect(await told('docx', docx(wp(r('Angle ') + symbol)), docx(wp('Angle α')))).toEqual([
      0,
      'The same text has another formatting: “α”, “letters of the font Symbol” became “letters standard”.',
    ]);
  });
});

describe('in a page', () => {
  test.each([
    ['html', '<p>Pay 30 days.</p>', '<p>Pay 30&nbsp;days.</p>'],
    ['html', '<p>Pay <b>30</b> days.</p>', '<p>Pay <b>30</b>&nbsp;days.</p>'],
    ['markdown', 'Pay 30 days.', 'Pay 30\u00a0days.'],
  ] as const)('%s: a no-break space', async (format, before, after) => {
    expect(await told(format, bytes(before), bytes(after))).toEqual([
      0,
      sentence('days.', 'a space', 'a no-break space'),
    ]);
  });

  test('but not spaces and lines that it shows as one space', async () => {
    expect(await told('html', bytes('<p>Pay 30 days.</p>'), bytes('<p>Pay  30\n\t days.</p>'))).toEqual([0]);
  });
});
