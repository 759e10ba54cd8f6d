/** Finds text in a document with changes: in the shown text and in each side. */
import { describe, expect, it, test } from 'vitest';
import { findPattern, patternOf, type TextPiece, type TextMatch } from '../../../renderer/find/find-text.ts';

const both = (text: string): TextPiece => ({ text, side: null });
const was = (text: string): TextPiece => ({ text, side: 'original' });
const is = (text: string): TextPiece => ({ text, side: 'revised' });
const PIECES = [both('The fee is '), was('five'), is('six'), both(' euro a month.')];
const find = (pieces: readonly TextPiece[], wanted: string): readonly TextMatch[] => {
  const pattern = patternOf(wanted);
  return pattern === null ? [] : findPattern(pieces, pattern);
};
/** The text from the start of a match to its end, both sides. */
const found = (wanted: string, pieces: readonly TextPiece[] = PIECES): string[] =>
  find(pieces, wanted).map(({ from, to }) =>
    pieces
      .slice(from.piece, to.piece + 1)
      .map(({ text }, index, all) =>
        text.slice(index === 0 ? from.offset : 0, index === all.length - 1 ? to.offset : undefined),
      )
      .join(''),
  );

describe('a text is found', () => {
  test.each([
    ['fee', ['fee']],
    ['FEE  is', ['fee is']],
    ['five euro', ['fivesix euro']],
    ['six euro', ['six euro']],
    ['fivesix', ['fivesix']],
    ['e', ['e', 'e', 'e', 'e', 'e']],
    ['.', ['.']],
    ['(', []],
    ['', []],
    ['  ', []],
  ])('%j', (wanted, expected) => {
    expect(found(wanted)).toEqual(expected);
  });

  it('once where no change is, and in the order of the document', () => {
    expect(found('a', [both('banana')])).toEqual(['a', 'a', 'a']);
    expect(find([], 'a')).toEqual([]);
  });
});
