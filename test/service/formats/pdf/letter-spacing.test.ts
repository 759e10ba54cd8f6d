// Letters that stand apart, and letters that are wider or narrower than their font has them.
import { describe, expect, test } from 'vitest';
import { plainPdf } from '../../../builders/plain-pdf.ts';
import { comparePdfs } from './compare-pdfs.ts';

const LINES = [
  'The supplier delivers the goods within',
  'thirty days after the order of the buyer,',
  'and the buyer pays.',
];

/** Two lines in Helvetica. `set` are operators before the text; `show` may place its letters. */
const page = (set = '', show = (line: string): string => `(${line}) Tj`): Uint8Array =>
  plainPdf([
    {
      content: LINES.map((line, at) => `BT /F1 11 Tf ${set} 1 0 0 1 72 ${700 - 14 * at} Tm ${show(line)} ET`).join(
        '\n',
      ),
    },
  ]);
/** Letters that are placed one by one, so far apart (em). */
const placed = (em: number) => (line: string) =>
  `[${[...line].map((letter) => `(${letter}) ${-1000 * em}`).join(' ')}] TJ`;

const told = async (original: Uint8Array, revised: Uint8Array): Promise<readonly string[]> => {
  const { changes, listed } = await comparePdfs(original, revised);
  expect(changes).toEqual([]);
  return listed;
};
const format = (words: string): string[] => [
  `The same text has another formatting: “The supplier delivers the goods within …”, ${words}.`,
];

describe('letter spacing', () => {
  test.each([
    ['as an operator', page('1.1 Tc')],
    ['as places of letters', page('', placed(0.1))],
  ])('is told: %s', async (_, spaced) => {
    expect(await told(page(), spaced)).toEqual(format('“letter spacing standard” became “letter spacing 0.1em”'));
    expect(await told(spaced, page())).toEqual(format('“letter spacing 0.1em” became “letter spacing standard”'));
  });

  test('is the same however it is written', async () => {
    expect(await told(page('1.1 Tc'), page('', placed(0.1)))).toEqual([]);
  });

  test.each([
    ['too little to see', page('0.3 Tc')],
    ['between words', page('3 Tw')],
    [
      'another in each line, as in lines that a program fits',
      page('', (line) => placed(0.06 * (1 + LINES.indexOf(line)))(line)),
    ],
  ])('is not told: %s', async (_, spaced) => {
    expect(await told(page(), spaced)).toEqual([]);
  });

  test('of a single word is told', async () => {
    const word = (line: string): string => `(${line.replace('thirty', ') Tj 1.65 Tc (thirty) Tj 0 Tc (')}) Tj`;
    expect(await told(page(), page('', word))).toEqual([
      'The same text has another formatting: “thirty days after the order of the …”, “letter spacing standard” became “letter spacing 0.15em”.',
    ]);
  });
});

describe('width of letters', () => {
  test.each([
    [80, '80%'],
    [130, '130%'],
  ])('is told: %s %%', async (percent, words) => {
    expect(await told(page(), page(`${percent} Tz`))).toEqual(
      format(`“width of the letters standard” became “width of the letters ${words}”`),
    );
  });

  test('is not told if nobody sees it', async () => {
    expect(await told(page(), page('96 Tz'))).toEqual([]);
  });
});
