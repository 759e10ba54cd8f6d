import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mergeTexts } from '../../../../service/pipeline/merge/merge-texts.ts';
import { costlyTest } from '../../../seed/costly-test.ts';

const MARKERS = { ours: 'ours', theirs: 'theirs', size: 7 };
const merge = (base: string, ours: string, theirs: string) => mergeTexts(base, ours, theirs, MARKERS);

const sentence = fc.constantFrom('One. ', 'Two. ', 'Three.\n', '\n', '- a\n', '- b\n', 'No end', 'Ü ﬁ 漢字。', 'a\r\n');
const text = fc.array(sentence, { maxLength: 14 }).map((parts) => parts.join(''));

describe('laws of a merge', () => {
  it('with one side unchanged it is the other side, and with equal sides it is that', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merge(base, changed, base)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(base, base, changed)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(base, changed, changed)).toEqual({ text: changed, conflicts: 0 });
      }),
    );
  });

  it('the sides may change places, and a conflict stays a conflict', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const [one, other] = [merge(base, ours, theirs), merge(base, theirs, ours)];
        expect(other.conflicts).toBe(one.conflicts);
        if (one.conflicts === 0) expect(other.text).toBe(one.text);
      }),
    );
  });

  it('every conflict has its three markers at the start of lines', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const { text: merged, conflicts } = merge(base, ours, theirs);
        const signs = merged.split('\n').filter((line) => /^(?:<{7} ours|={7}|>{7} theirs)$/u.test(line));
        expect(signs).toEqual(
          Array.from({ length: conflicts }, () => ['<<<<<<< ours', '=======', '>>>>>>> theirs']).flat(),
        );
      }),
    );
  });

  it('edits of different paragraphs are all taken', () => {
    const paragraphs = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(paragraphs, (edits) => {
        const write = (of: (at: number, ours: boolean, theirs: boolean) => string): string =>
          edits.map(([ours, theirs], at) => `${of(at, ours, theirs && !ours)}\nkept ${at}\n`).join('');
        const base = write((at) => `base ${at}`);
        const ours = write((at, isOurs) => (isOurs ? `ours ${at}` : `base ${at}`));
        const theirs = write((at, _ours, isTheirs) => (isTheirs ? `theirs ${at}` : `base ${at}`));
        const both = write((at, isOurs, isTheirs) =>
          isOurs ? `ours ${at}` : isTheirs ? `theirs ${at}` : `base ${at}`,
        );
        expect(merge(base, ours, theirs)).toEqual({ text: both, conflicts: 0 });
      }),
    );
  });
});

describe('a merge', () => {
  test('takes two sentences of one paragraph', () => {
    const base = 'The fee is 5 euro. It is paid at once. It is final.\n';
    expect(merge(base, base.replace('5', '6'), base.replace('final', 'open'))).toEqual({
      text: 'The fee is 6 euro. It is paid at once. It is open.\n',
      conflicts: 0,
    });
    expect(merge(base, base.replace('5', '6'), base.replace('once', 'last')).conflicts).toBe(0);
  });

  test('never mixes two changes of one sentence', () => {
    const base = 'Before.\nIt is due. The fee is 5 euro. It is final.\nAfter.\n';
    expect(merge(base, base.replace('5', '6'), base.replace('euro', 'dollars'))).toEqual({
      text: `Before.
<<<<<<< ours
It is due. The fee is 6 euro. It is final.
=======
It is due. The fee is 5 dollars. It is final.
>>>>>>> theirs
After.
`,
      conflicts: 1,
    });
  });

  test('is a conflict where one side deletes what the other changes, or both insert', () => {
    expect(merge('a\nb\nc\n', 'a\nc\n', 'a\nB\nc\n').conflicts).toBe(1);
    expect(merge('a\nb\n', 'a\nx\nb\n', 'a\ny\nb\n').conflicts).toBe(1);
    expect(merge('a\nb\n', 'a\nx\nb\n', 'a\nB\n').conflicts).toBe(1);
  });

  test('keeps line ends, a byte order mark and a last line without an end', () => {
    expect(merge('\uFEFFa\r\nb\r\nc', '\uFEFFA\r\nb\r\nc', '\uFEFFa\r\nb\r\nC')).toEqual({
      text: '\uFEFFA\r\nb\r\nC',
      conflicts: 0,
    });
  });

  costlyTest('is linear: 200,000 lines with an edit in each third', () => {
    const lines = (of: (at: number) => string): string =>
      Array.from({ length: 200_000 }, (_, at) => `${of(at)}\n`).join('');
    const { conflicts, text: merged } = merge(
      lines((at) => `l${at}`),
      lines((at) => (at % 3 === 0 ? `o${at}` : `l${at}`)),
      lines((at) => (at % 3 === 1 ? `t${at}` : `l${at}`)),
    );
    expect(conflicts).toBe(0);
    expect(merged.startsWith('o0\nt1\nl2\no3\n')).toBe(true);
  });
});
