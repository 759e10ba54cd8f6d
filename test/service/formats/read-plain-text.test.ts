import { describe, expect, it } from 'vitest';
import { readText } from '../../../service/formats/read-text.ts';
import { textBlock } from './builders.ts';

describe('readPlainText', () => {
  it('makes lines of any line end and paragraphs of blank lines', () => {
    expect(readText('a\r\nb\rc\n \t\n\nd\u00a0 \te ', 'txt').document.blocks).toEqual([
      textBlock('line', 'a', ['para', true]),
      textBlock('line', 'b', ['para', false]),
      textBlock('line', 'c', ['para', false]),
      textBlock('line', 'd\u00a0 \te ', ['para', true]),
    ]);
  });

  it('keeps spaces at the edges of a line', () => {
    expect(readText('  a  ', 'txt').document.blocks).toEqual([textBlock('line', '  a  ', ['para', true])]);
  });

  it('reads nothing from nothing', () => {
    expect(readText(' \n\t\n', 'txt').document.blocks).toEqual([]);
  });
});
