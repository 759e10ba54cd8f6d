/** A document beside a print whose reader guessed the order: the places on the page decide, and edits stay changes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Document } from '../../../../shared/document/model.ts';
import { resolve } from '../../../../shared/fragment/resolve.ts';
import { writeFragment } from '../../../../shared/fragment/write.ts';
import { floating } from '../../../../service/formats/floating.ts';
import { measureEnvelope } from '../../../../service/formats/measure-envelope.ts';
import type { PlacedLine } from '../../../../service/formats/pdf/assemble/placed-lines.ts';
import { compareReadings } from '../../../../service/pipeline/compare/compare-readings.ts';
import { agreedForm, type FormSide } from '../../../../service/pipeline/two-formats/agreed-form.ts';
import { doc, p, table, td, tr } from '../../../builders/document.ts';

/** A text that is printed on one line. */
interface Printed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const LETTER = 5;
const LINE = 12;
const BEFORE = ['The parties agree that this is not binding.', 'Payment is due within 30 days of delivery.'];
const ROWS = [
  ['Goods of the first kind', 'shall cost 1010 euros'],
  ['Goods of another kind', 'shall not cost 2020 euros'],
];
const BOX = 'Confidential until the closing date.';
const AFTER = ['Either side may end it by notice.', 'Signed by both of them in Vienna.'];

const stated: Document['blocks'] = doc(
  ...BEFORE.map((text) => p(text)),
  floating(p(BOX)),
  table(...ROWS.map((cells) => tr(...cells.map((cell) => td(p(cell)))))),
  ...AFTER.map((text) => p(text)),
);
/** The print from the top of the page to its end. The box stands beside the table. */
const PRINT: readonly Printed[] = [
  ...BEFORE.map((text, at) => ({ text, x: 50, y: 50 + 20 * at })),
  ...ROWS.flatMap((cells, row) => cells.map((text, cell) => ({ text, x: 50 + 150 * cell, y: 100 + 20 * row }))),
  { text: BOX, x: 400, y: 115 },
  ...AFTER.map((text, at) => ({ text, x: 50, y: 160 + 20 * at })),
];

const lineOf = ({ text, x, y }: Printed): PlacedLine => ({
  text,
  page: 1,
  x0: x,
  x1: x + LETTER * text.length,
  top: y,
  bottom: y + LINE,
  rightToLeft: false,
});

/** Compares with a print that was read in the order of its texts. `turned`: the print is the original. */
function compare(print: readonly Printed[], turned = false) {
  const blocks = doc(...print.map(({ text }) => p(text)));
  const leading: FormSide = {
    format: 'docx',
    document: { blocks: stated, warnings: [] },
    envelope: measureEnvelope(stated),
  };
  const pages: FormSide = {
    format: 'pdf',
    document: { blocks, warnings: [] },
    envelope: measureEnvelope(blocks),
    pageOfBlock: print.map(() => 1),
    linesOfBlock: print.map((printed) => [lineOf(printed)]),
  };
  const [original, revised] = turned ? [pages, leading] : [leading, pages];
  const form = agreedForm(original, revised);
  const formats = { original: original.format, revised: revised.format };
  const comparison = compareReadings(form.original, form.revised, {
    format: 'mixed',
    formats,
    mode: 'word',
    attributeMode: 'semantic',
  });
  expect(resolve(comparison.html, { reject: 'all' })).toBe(writeFragment(form.original.document.blocks));
  expect(resolve(comparison.html, { accept: 'all' })).toBe(writeFragment(form.revised.document.blocks));
  return comparison;
}

const textsOf = (print: readonly Printed[], turned = false): string[] =>
  compare(print, turned)
    .page(0, 20)
    .changes.map((change) => {
      const [before, after] = [
        'before' in change ? change.before.text : '',
        'after' in change ? change.after.text : '',
      ];
      return `${change.type}: ${before} → ${after}`;
    });

/** The print with the words of two texts in each other's place. */
const exchanged = (first: string, second: string): Printed[] =>
  PRINT.map((printed) => ({
    ...printed,
    text: printed.text === first ? second : printed.text === second ? first : printed.text,
  }));
const edited = (from: string, to: string): Printed[] =>
  PRINT.map((printed) => ({ ...printed, text: printed.text.replace(from, to) }));

describe('the order of a print', () => {
  test('is that of the document, in whatever order its reader finds the texts', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...PRINT], { minLength: PRINT.length }), fc.boolean(), (print, turned) => {
        expect(textsOf(print, turned)).toEqual([]);
      }),
    );
  });

  test('with rows that a line of the reader runs through is no change', () => {
    const [a, b, c, d] = PRINT.slice(2, 6) as [Printed, Printed, Printed, Printed];
    const line = (left: Printed, right: Printed): Printed => ({ ...left, text: `${left.text}    ${right.text}` });
    expect(textsOf([...PRINT.slice(0, 2), line(c, d), line(a, b), ...PRINT.slice(6)])).toEqual([]);
  });

  test('does not hide another digit', () => {
    expect(textsOf(edited('1010', '1910'))).toEqual(['replace: 1010 → 1910']);
  });

  test('does not hide a “not” that is missing', () => {
    expect(textsOf(edited('is not', 'is'))).toEqual(['delete: not  → ']);
  });

  test('does not hide two paragraphs in each other’s place', () => {
    expect(textsOf(exchanged(AFTER[0]!, AFTER[1]!))).toEqual([
      `block_insert:  → ${AFTER[1]}`,
      `block_delete: ${AFTER[1]} → `,
    ]);
  });

  test('does not hide a paragraph on the other side of the table', () => {
    expect(textsOf(exchanged(BEFORE[1]!, AFTER[0]!))).toEqual([
      `block_delete: ${BEFORE[1]} → `,
      `block_insert:  → ${AFTER[0]}`,
      `block_delete: ${AFTER[0]} → `,
      `block_insert:  → ${BEFORE[1]}`,
    ]);
  });

  test('does not hide two cells of a row in each other’s place', () => {
    expect(textsOf(exchanged(ROWS[0]![0]!, ROWS[0]![1]!))).toEqual([
      `block_insert:  → ${ROWS[0]![1]}`,
      `block_delete: ${ROWS[0]![1]} → `,
    ]);
  });

  test('does not hide two cells of a column in each other’s place', () => {
    expect(textsOf(exchanged(ROWS[0]![1]!, ROWS[1]![1]!))).toEqual([
      `block_delete: ${ROWS[0]![1]} → `,
      `block_insert:  → ${ROWS[0]![1]}`,
    ]);
  });
});
