// Typography without meaning: drop caps, spaced-out letters, small capitals, justified lines, quotations.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import { html, page } from './compose.ts';
import { CHARACTER, set, setLines } from './pages.ts';

const FULL = 'words that go on to the end of the line here';

/** Text with this letter spacing (em). */
const spaced = (text: string, x: number, y: number, tracking: number): Glyph[] =>
  [...text].flatMap((character, index) => set(character, x + index * 10 * (CHARACTER + tracking), y));

describe('drop caps', () => {
  test('begin the line beside them, and the lines below continue it', () => {
    const glyphs = [
      ...set('T', 50, 124, { size: 36 }),
      ...set('he words go on to the end of the line', 70, 100),
      ...set('words that go on to the end of the li', 70, 112),
      ...set('words that go on to the end of the li', 70, 124),
      ...set(FULL, 50, 136),
      ...set('and end.', 50, 148),
    ];
    const rest = 'words that go on to the end of the li';
    expect(html([page(glyphs)])).toEqual([
      `<p>The words go on to the end of the line ${rest} ${rest} ${FULL} and end.</p>`,
    ]);
  });

  test('may precede an indented first line', () => {
    const glyphs = [
      ...set('T', 50, 124, { size: 36 }),
      ...set('he words go on to the end of the line', 90, 100),
      ...set('words that go on to the end of the li', 70, 112),
      ...set('words that go on to the end of the li', 70, 124),
      ...set('and end.', 50, 136),
    ];
    expect(html([page(glyphs)])[0]).toContain('<p>The words go on');
  });

  test('keep a painted space after them', () => {
    const glyphs = [
      ...set('A', 50, 112, { size: 24 }),
      ...set(' party may go on to the end of the line', 63, 100),
      ...set('and end.', 68, 112),
    ];
    expect(html([page(glyphs)])[0]).toBe('<p>A party may go on to the end of the line and end.</p>');
  });
});

describe('spaced-out letters', () => {
  test('form words, with spaces at wider gaps', () => {
    expect(html([page(spaced('EFFECTIVE DATE', 50, 100, 0.2))])[0]).toContain('EFFECTIVE DATE');
  });

  test('stay single letters if spaces separate them', () => {
    expect(html([page(setLines(['a b c d e f'], 50, 100))])[0]).toContain('a b c d e f');
  });
});

describe('small capitals', () => {
  test('are read as lower case, by their size', () => {
    const glyphs = [...set('D', 50, 100), ...set('EFINED', 55, 100, { size: 7.5 })];
    expect(html([page(glyphs)])[0]).toContain('Defined');
  });

  test('do not include capitals of one size, or capitals beside lower case', () => {
    expect(html([page(set('EU LAW', 50, 100))])[0]).toContain('EU LAW');
    const glyphs = [...set('The E', 50, 100), ...set('U', 75, 100, { size: 7.5 })];
    expect(html([page(glyphs)])[0]).toContain('The EU');
  });
});

describe('justified lines', () => {
  /** Words with even spaces over the full width. */
  const justified = (words: readonly string[], y: number): Glyph[] => {
    const letters = words.join('').length * 10 * CHARACTER;
    const gap = (125 - letters) / (words.length - 1);
    let x = 50;
    return words.flatMap((word) => {
      const glyphs = set(word, x, y);
      x += word.length * 10 * CHARACTER + gap;
      return glyphs;
    });
  };

  test('in a narrow column are no table at any gap width', () => {
    const lines = [
      ['Obligations', 'under', 'the'],
      ['agreement', 'that', 'parties'],
      ['subcontract', 'shall', 'end'],
      ['confidentiality', 'notices'],
    ];
    const [text] = html([
      page([...lines.flatMap((words, row) => justified(words, 100 + 12 * row)), ...set('too.', 50, 148)]),
    ]);
    expect(text).toBe(`<p>${lines.flat().join(' ')} too.</p>`);
  });
});

describe('quotations', () => {
  test('are indented on both sides, and their lines end there', () => {
    const quoted = ['words that are quoted', 'and end where they do', 'stand in as well, so'];
    const glyphs = [...setLines([FULL, FULL], 50, 100), ...setLines([...quoted, 'they are one.'], 100, 140)];
    expect(html([page(glyphs)])[0]).toContain(`<p>${quoted.join(' ')} they are one.</p>`);
  });
});
