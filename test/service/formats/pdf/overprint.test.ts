// Letters that are drawn twice at nearly one place are one letter.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../../../shared/document/model.ts';
import { readPdf } from '../../../../service/formats/pdf/read-pdf.ts';
import { corpusRoot } from '../../../oracle/input-pairs.ts';
import { FIRST_FREE, plainPdf } from '../../../builders/plain-pdf.ts';
import { comparePdfs, toldChanges } from './compare-pdfs.ts';

/** Each letter of a text in Courier, as wide as the type is, drawn at these offsets. */
const letters = (text: string, offsets: readonly (readonly [x: number, y: number, mode: number])[]): Uint8Array =>
  plainPdf(
    [
      {
        content: [...text]
          .flatMap((letter, at) =>
            offsets.map(
              ([x, y, mode]) => `BT ${mode} Tr /F2 12 Tf 1 0 0 1 ${72 + 7.2 * at + x} ${700 + y} Tm (${letter}) Tj ET`,
            ),
          )
          .join('\n'),
        fonts: `/F2 ${FIRST_FREE} 0 R`,
      },
    ],
    ['<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'],
  );

const textOfPdf = async (pdf: Uint8Array): Promise<string> =>
  (await readPdf(pdf)).document.blocks.map((block) => (block.kind === 'text' ? textOf(block) : '')).join('\n');

describe('letters drawn again', () => {
  test.each([
    [
      'at the same place',
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'a little to the right, to look bold',
      [
        [0, 0, 0],
        [0.4, 0, 0],
      ],
    ],
    [
      'a little below, as a shadow',
      [
        [0.8, -0.8, 0],
        [0, 0, 0],
      ],
    ],
    [
      'with an outline',
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
    ],
    [
      'three times',
      [
        [0, 0, 0],
        [0.3, 0, 0],
        [0.6, 0, 0],
      ],
    ],
  ] as const)('%s are one letter each', async (_, offsets) => {
    expect(await textOfPdf(letters('Pay 500 or all.', offsets))).toBe('Pay 500 or all.');
  });

  test('make no difference to the text, which may differ', async () => {
    const [once, twice] = [
      [[0, 0, 0]] as const,
      [
        [0, 0, 0],
        [0.3, 0, 0],
      ] as const,
    ];
    expect((await comparePdfs(letters('Pay 500', once), letters('Pay 500', twice))).changes).toEqual([]);
    expect(toldChanges((await comparePdfs(letters('Pay 500', twice), letters('Pay 600', twice))).changes)).toEqual([
      '500 → 600',
    ]);
  });
});

test('two equal narrow letters stay two', async () => {
  const pdf = plainPdf([{ content: 'BT /F1 12 Tf 1 0 0 1 72 700 Tm (ill-filled hall of the illness) Tj ET' }]);
  expect(await textOfPdf(pdf)).toBe('ill-filled hall of the illness');
});

test('a word that is drawn twice is one word', async () => {
  const pdf = plainPdf([
    { content: 'BT /F1 12 Tf 1 0 0 1 72 700 Tm (Total sum) Tj 1 0 0 1 72.5 700 Tm (Total sum) Tj ET' },
  ]);
  expect(await textOfPdf(pdf)).toBe('Total sum');
});

describe.each([
  ['letters-twice-both-amount', ['500 → 600']],
  ['letters-twice-vs-once-offset-0', []],
])('the reported %s', (name, expected) => {
  const folder = join(corpusRoot() ?? '', 'reports', name);
  test.skipIf(!existsSync(folder))('has its changes', async () => {
    const [original, revised] = ['original.pdf', 'revised.pdf'].map((file) => readFileSync(join(folder, file)));
    expect(toldChanges((await comparePdfs(original!, revised!)).changes)).toEqual(expected);
  });
});
