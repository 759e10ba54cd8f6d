/** A merge of two DOCX revisions, by the redlines. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { textOfFile } from '../../../../service/pipeline/file-text.ts';
import { decideThreeWay } from '../../../../service/pipeline/merge/decide-three-way.ts';
import { compareText } from '../../../../service/pipeline/compare/compare-text.ts';
import { mergeDocx } from '../../../../service/pipeline/merge/merge-docx.ts';
import { textOf } from '../../../../shared/document/model.ts';
import { resolveBlocks } from '../../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../../shared/fragment/scan.ts';
import { docx, r, wp } from '../../../builders/docx.ts';

const redline = (original: string, revised: string) =>
  scanFragment(compareText({ original, revised, format: 'markdown', mode: 'auto', complexity: 'extended' }).html);

/** The merged text, with what is left open as ours has it, and the number of conflicts. */
function merged(base: string, ours: string, theirs: string): { text: string; conflicts: number } {
  const oursToTheirs = redline(ours, theirs);
  const { accept, reject, conflicts } = decideThreeWay({
    baseToOurs: redline(base, ours),
    baseToTheirs: redline(base, theirs),
    oursToTheirs,
  });
  const decided = resolveBlocks(oursToTheirs, { accept, reject: [...reject, ...conflicts] });
  return {
    text: decided.map((block) => (block.kind === 'text' ? textOf(block) : '')).join(' | '),
    conflicts: conflicts.length,
  };
}

describe('three redlines', () => {
  const BASE = 'The fee is 5 euro.\n\nIt is paid at once.\n\nThe lease ends in May.';

  test.each<[string, string, string, string, number]>([
    [
      'both sides change other paragraphs',
      BASE.replace('5', '6'),
      BASE.replace('May', 'June'),
      'The fee is 6 euro. | It is paid at once. | The lease ends in June.',
      0,
    ],
    [
      'both change other words of a sentence',
      BASE.replace('The fee', 'The rent'),
      BASE.replace('5 euro', '5 dollars'),
      'The rent is 5 dollars. | It is paid at once. | The lease ends in May.',
      0,
    ],
    [
      'one deletes, the other changes elsewhere',
      BASE.replace('It is paid at once.\n\n', ''),
      BASE.replace('May', 'June'),
      'The fee is 5 euro. | The lease ends in June.',
      0,
    ],
    [
      'one inserts, the other changes elsewhere',
      `${BASE}\n\nIt is final.`,
      BASE.replace('5', '6'),
      'The fee is 6 euro. | It is paid at once. | The lease ends in May. | It is final.',
      0,
    ],
    [
      'one makes a word bold',
      BASE.replace('once', '**once**'),
      BASE.replace('5', '6'),
      'The fee is 6 euro. | It is paid at once. | The lease ends in May.',
      0,
    ],
    [
      'both make the same change',
      BASE.replace('5', '6'),
      BASE.replace('5', '6').replace('May', 'June'),
      'The fee is 6 euro. | It is paid at once. | The lease ends in June.',
      0,
    ],
    [
      'both change one word',
      BASE.replace('5', '6'),
      BASE.replace('5', '7'),
      'The fee is 6 euro. | It is paid at once. | The lease ends in May.',
      1,
    ],
    [
      'one changes what the other deletes',
      BASE.replace('once', 'last'),
      BASE.replace('It is paid at once.\n\n', ''),
      'The fee is 5 euro. | It is paid at last. | The lease ends in May.',
      1,
    ],
  ])('%s', (_name, ours, theirs, text, conflicts) => {
    const result = merged(BASE, ours, theirs);
    expect(result.text).toBe(text);
    expect(result.conflicts > 0).toBe(conflicts > 0);
    expect(merged(BASE, theirs, ours).conflicts > 0).toBe(conflicts > 0);
  });

  const word = fc.constantFrom('fee', 'rent', 'euro', 'lease', 'ends', 'May', 'June', 'once', 'paid', 'not');
  const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const text = fc.array(paragraph, { minLength: 1, maxLength: 5 }).map((list) => list.join('\n\n'));

  it('keep a side whose other side is the base, without a conflict', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        const plain = (source: string): string => source.split('\n\n').join(' | ');
        expect(merged(base, changed, base)).toEqual({ text: plain(changed), conflicts: 0 });
        expect(merged(base, base, changed)).toEqual({ text: plain(changed), conflicts: 0 });
      }),
    );
  });

  it('lose no word that a side wrote, unless there is a conflict', () => {
    const own = (prefix: string) =>
      fc
        .array(fc.tuple(fc.nat(30), fc.nat(9)), { maxLength: 3 })
        .map((list) => list.map(([at, n]) => [at, `${prefix}${n}`] as const));
    const edit = (base: string, edits: readonly (readonly [number, string])[]): string => {
      const words = base.split(' ');
      for (const [at, added] of edits) words[at % words.length] = `${words[at % words.length] ?? ''} ${added}`;
      return words.join(' ');
    };
    fc.assert(
      fc.property(paragraph, own('ours'), own('theirs'), (base, ourEdits, theirEdits) => {
        const result = merged(base, edit(base, ourEdits), edit(base, theirEdits));
        if (result.conflicts > 0) return;
        for (const [, added] of [...ourEdits, ...theirEdits]) expect(result.text.split(' ')).toContain(added);
      }),
    );
  });
});

test('of DOCX files decide by their texts', async () => {
  const file = (...paragraphs: string[]): Uint8Array => docx(paragraphs.map((each) => wp(r(each))).join(''));
  const base = file('The fee is 5 euro.', 'It is paid at once.');
  const { decisions } = await mergeDocx(
    base,
    file('The fee is 6 euro.', 'It is paid at once.'),
    file('The fee is 5 euro.', 'It is paid at last.'),
  );
  expect(decisions).toEqual({ accept: ['chg_000002'], reject: ['chg_000001'], conflicts: [] });
  expect((await textOfFile('docx', base)).text).toContain('5 euro');
});
