/** Links and cross-references of two DOCX: a bookmark that is their target and moved is told. */
import { describe, expect, test } from 'vitest';
import { describeDifferences } from '../../../../shared/change/describe-uncompared.ts';
import { bothSides } from '../../../../shared/formats.ts';
import { compareFiles } from '../../../../service/pipeline/compare/compare-files.ts';
import { docx, r, tbl, tc, tr, wp } from '../../../builders/docx.ts';

async function compare(original: string, revised: string, complexity: 'standard' | 'extended' = 'extended') {
  const { summary, uncompared, sameness } = await compareFiles({
    formats: bothSides('docx'),
    original: docx(original),
    revised: docx(revised),
    mode: 'auto',
    attributeMode: 'semantic',
    complexity,
  });
  const told = uncompared === undefined ? [] : describeDifferences(uncompared);
  return { changes: summary.changeCount, told, sameness };
}

const start = (name: string, id = 1): string => `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`;
const end = (id = 1): string => `<w:bookmarkEnd w:id="${id}"/>`;
const marked = (name: string, text: string, id = 1): string => start(name, id) + r(text) + end(id);
const field = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const link = (name: string): string => `<w:hyperlink w:anchor="${name}">${r('see the clause')}</w:hyperlink>`;

const PAYMENT = 'Payment is due in thirty days.';
const TERMINATION = 'Termination needs a notice of one month.';
/** A paragraph with a reference, and two clauses; the bookmark is in one of them. */
const pointing = (reference: string, name: string, at: 'payment' | 'termination' | 'nowhere'): string =>
  wp(r('For money ') + reference + r('.')) +
  wp(at === 'payment' ? marked(name, PAYMENT) : r(PAYMENT)) +
  wp(at === 'termination' ? marked(name, TERMINATION) : r(TERMINATION));

const MOVED = `Target of “see the clause”: “${PAYMENT}” became “${TERMINATION}”.`;

describe('what leads to a bookmark of both documents', () => {
  test.each([
    ['a link', link('Pay'), 'Pay'],
    ['a link to a generated bookmark', link('_Hlk12345'), '_Hlk12345'],
    ['a link that is a field', field('HYPERLINK \\l "Pay" \\o "Clause"', 'see the clause'), 'Pay'],
    ['a cross-reference', field('REF _Ref111 \\h', 'see the clause'), '_Ref111'],
    ['a page reference', field('PAGEREF _Ref111 \\h', 'see the clause'), '_Ref111'],
    ['a simple field', `<w:fldSimple w:instr=" REF Pay \\h ">${r('see the clause')}</w:fldSimple>`, 'Pay'],
  ])('is told if it leads to another place: %s', async (_, reference, name) => {
    const { changes, told, sameness } = await compare(
      pointing(reference, name, 'payment'),
      pointing(reference, name, 'termination'),
    );
    expect([changes, told]).toEqual([0, [MOVED]]);
    expect(sameness).toBe('no_differences_in_compared_content');
  });

  test('is told if its bookmark is gone', async () => {
    const { told } = await compare(pointing(link('Pay'), 'Pay', 'payment'), pointing(link('Pay'), 'Pay', 'nowhere'));
    expect(told).toEqual([`Target of “see the clause”: “${PAYMENT}” became “no place”.`]);
  });

  test('is told if the bookmark is on other words of one paragraph', async () => {
    const words = (first: string, second: string): string => wp(link('Pay')) + wp(first + r(' and ') + second);
    const { told } = await compare(
      words(marked('Pay', 'the price'), r('the date')),
      words(r('the price'), marked('Pay', 'the date')),
    );
    expect(told).toEqual([
      'Target of “see the clause”: “the price and the date” became “the date, in the price and the date”.',
    ]);
  });

  test('is told if the bookmark is in another cell, or between two paragraphs', async () => {
    const cells = (first: string, second: string): string => wp(link('Pay')) + tbl(tr([tc(wp(first)), tc(wp(second))]));
    const { told } = await compare(
      cells(marked('Pay', 'first cell'), r('second cell')),
      cells(r('first cell'), marked('Pay', 'second cell')),
    );
    expect(told).toEqual(['Target of “see the clause”: “first cell” became “second cell”.']);

    const between = (first: string, second: string): string =>
      wp(link('Pay')) + first + wp(PAYMENT) + second + wp(TERMINATION) + end();
    const other = await compare(between(start('Pay'), ''), between('', start('Pay')));
    expect(other.told).toEqual([MOVED]);
  });

  test('is told in a document that is compared as text', async () => {
    const many = Array.from({ length: 1600 }, (_, at) => wp(`Clause ${at} of the schedule.`)).join('');
    const { told } = await compare(
      pointing(link('Pay'), 'Pay', 'payment') + many,
      pointing(link('Pay'), 'Pay', 'termination') + many,
      'standard',
    );
    expect(told).toContain(MOVED);
  });

  test.each<[string, string, string]>([
    ['paragraphs before it came', '', wp('A new clause of some length.')],
    ['nothing changed', '', ''],
  ])('says nothing if it leads to the same place: %s', async (_, before, after) => {
    const { told } = await compare(
      before + pointing(link('Pay'), 'Pay', 'payment'),
      after + pointing(link('Pay'), 'Pay', 'payment'),
    );
    expect(told).toEqual([]);
  });

  test('says nothing if the words of its target changed, or its target moved with it', async () => {
    const clause = (text: string): string => wp(link('Pay')) + wp(marked('Pay', text)) + wp(TERMINATION);
    expect((await compare(clause(PAYMENT), clause('Payment is due within sixty days.'))).told).toEqual([]);

    const [one, two] = [wp(marked('Pay', PAYMENT)), wp(TERMINATION)];
    expect((await compare(wp(link('Pay')) + one + two, wp(link('Pay')) + two + one)).told).toEqual([]);
  });

  test('says nothing of a bookmark to which nothing leads', async () => {
    const { sameness } = await compare(
      wp(marked('Pay', PAYMENT)) + wp(TERMINATION),
      wp(PAYMENT) + wp(marked('Pay', TERMINATION)),
    );
    expect(sameness).toBe('no_differences');
  });
});
