import { describe, expect, test } from 'vitest';
import { readText } from '../../../service/formats/read-text.ts';
import { hasLines, isAlignedText } from '../../../shared/document/aligned-text.ts';

const PROSE = 'The buyer pays the price within thirty days.\n'.repeat(200);

describe('plain text that is aligned by spaces', () => {
  test.each([
    ['a table', 'Item     Price\nTea          3\n', true],
    ['columns by tabs', 'Item\tPrice\nTea\t3\n', true],
    ['sentences with two spaces between them', 'It ends.  It begins.\n'.repeat(9), false],
    ['one slip', 'It ends.    It begins.\nIt is over.\n', false],
    ['indented lines', '      It begins.\n\tIt ends.\n', false],
    ['a long contract with one line to sign on', `${PROSE}Seller:     Buyer:\n`, false],
    ['a long report with a table', `${PROSE}${'Tea          3\n'.repeat(9)}`, true],
    ['nothing', '', false],
  ])('%s', (_name, text, expected) => {
    expect(isAlignedText(readText(text, 'txt').document.blocks)).toBe(expected);
  });

  test('is always plain text', () => {
    expect(isAlignedText(readText('<pre>a    b\nc    d</pre>', 'html').document.blocks)).toBe(false);
    expect(hasLines(readText('# A\n\nB', 'markdown').document.blocks)).toBe(false);
    expect(hasLines(readText('A', 'txt').document.blocks)).toBe(true);
  });
});
