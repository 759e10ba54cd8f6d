/** Values of content controls that change: each is a change of its own, also where little text is between them. */
import { describe, expect, test } from 'vitest';
import { bothSides } from '../../../shared/formats.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { inWords } from '../../builders/changes-in-words.ts';
import { docx, r, wp } from '../../builders/docx.ts';

const control = (kind: string, value: string): string =>
  `<w:sdt><w:sdtPr>${kind}</w:sdtPr><w:sdtContent>${r(value)}</w:sdtContent></w:sdt>`;
const choice = (value: string): string => control('<w:dropDownList><w:listItem w:value="x"/></w:dropDownList>', value);
const date = (value: string): string => control('<w:date/>', value);
const text = (value: string): string => control('<w:text/>', value);
const hint = (value: string): string => control('<w:showingPlcHdr/><w:text/>', value);

async function changesOf(original: string, revised: string): Promise<string[]> {
  const comparison = await compareFiles({
    formats: bothSides('docx'),
    ...{ original: docx(wp(original)), revised: docx(wp(revised)) },
    ...{ mode: 'auto', attributeMode: 'semantic' },
  });
  return inWords(comparison.page(0, 100).changes);
}

describe('values of two controls', () => {
  test.each([
    [
      'two choices',
      r('Pay ') + choice('Monthly') + r(' in ') + choice('francs') + r('.'),
      r('Pay ') + choice('Yearly') + r(' in ') + choice('euros') + r('.'),
      ['Monthly → Yearly', 'francs → euros'],
    ],
    [
      'a choice, and a hint that was overwritten',
      r('The buyer pays ') + choice('by bank transfer') + r(', ') + hint('Click here to enter text.') + r('.'),
      r('The buyer pays ') + choice('in cash at once') + r(', ') + text('Bern') + r('.'),
      ['by bank transfer → in cash at once', 'Click here to enter text. → Bern'],
    ],
    [
      'dates',
      r('From ') + date('1 May 2020') + r(' to ') + date('3 June 2021') + r(' at noon.'),
      r('From ') + date('2 July 2022') + r(' to ') + date('4 April 2024') + r(' at noon.'),
      ['1 May 2020 → 2 July 2022', '3 June 2021 → 4 April 2024'],
    ],
    [
      'nearly nothing else',
      text('Anna Example of Lake Street') + r(' / ') + text('Example Limited Company'),
      text('Hans Muster from Berne') + r(' / ') + text('Other Public Partners'),
      ['Anna Example of Lake Street → Hans Muster from Berne', 'Example Limited Company → Other Public Partners'],
    ],
    [
      'a space alone between them',
      r('Paid ') + choice('Monthly') + r(' ') + hint('Click here to enter text.') + r(' at the end of the term.'),
      r('Paid ') + choice('Yearly') + r(' ') + text('Bern') + r(' at the end of the term.'),
      ['Monthly → Yearly', 'Click here to enter text. → Bern'],
    ],
    [
      'a tab alone between them',
      choice('Monthly') + '<w:r><w:tab/></w:r>' + text('Zurich'),
      choice('Yearly') + '<w:r><w:tab/></w:r>' + text('Bern'),
      ['Monthly → Yearly', 'Zurich → Bern'],
    ],
  ])('are two changes: %s', async (_, original, revised, changes) => {
    expect(await changesOf(original, revised)).toEqual(changes);
  });

  test('and words without controls stay one change', async () => {
    expect(await changesOf(r('Pay Monthly in francs.'), r('Pay Yearly in euros.'))).toEqual([
      'Monthly in francs → Yearly in euros',
    ]);
  });
});
