import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnspacedWords } from '../../../../service/engine/tokens/unspaced-words.ts';

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
const LETTERS = [...'我爱北京大学生活中国人民银行ภาษาไทยประเทศกรุงเทพที่นี่สวัสดีひらがなカタカナー東京ສະບາຍດີភាសាမြန်မာ'];

const arbitraryRun = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 30 })
  .map((letters) => `国${letters.join('')}`);
const arbitraryText = fc
  .array(fc.tuple(arbitraryRun, fc.constantFrom(' ', '\n', ', ', ' word ', '。', ' 12 ')), {
    minLength: 1,
    maxLength: 40,
  })
  .map((parts) => parts.map(([run, between]) => run + between).join(''));

/** The runs of a text: everything between characters of other scripts. */
const runsOf = (text: string): RegExpExecArray[] => [...text.matchAll(/[^\x20-\x7e\n。]+/gu)];

/** The ends of words if only the run is segmented. */
const endsAlone = (run: string): number[] =>
  [...SEGMENTER.segment(run)].map(({ index, segment }) => index + segment.length);

describe('words of scripts without spaces', () => {
  test('depend on their run alone, not on later text or earlier calls', () => {
    fc.assert(
      fc.property(fc.array(arbitraryText, { minLength: 1, maxLength: 3 }), (texts) => {
        const words = new UnspacedWords();
        for (const text of [...texts, ...texts]) {
          for (const run of runsOf(text)) {
            const { index } = run;
            expect(words.endsIn(text, index, index + run[0].length)).toEqual(endsAlone(run[0]));
          }
        }
      }),
    );
  });

  test('are found in pieces if a run is too long for the segmenter', () => {
    const run = 'ประเทศไทย'.repeat(700);
    const ends = new UnspacedWords().endsIn(run, 0, run.length);
    expect(ends.at(-1)).toBe(run.length);
    expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
    expect(ends.length).toBeGreaterThan(690);
  });

  test('are found for more runs than are remembered', () => {
    const words = new UnspacedWords();
    const letters = LETTERS.slice(0, 34);
    const runs = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    expect(runs.length).toBeGreaterThan(32_768);
    const text = runs.join(' ');
    let at = 0;
    for (const run of runs) {
      expect(words.endsIn(text, at, at + run.length).at(-1)).toBe(run.length);
      at += run.length + 1;
    }
  });
});
