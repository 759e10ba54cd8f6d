// What is only how a text looks: drop caps, letters spaced out, small capitals, justified lines, quotations.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../service/formats/pdf/paint/glyph.ts';
import { html, page } from './compose.ts';
import { CHARACTER, set, setLines } from './pages.ts';

const FULL = 'words that go on to the end of the line here';

/** Text with so many ems between its letters. */
const spaced = (text: string, x: number, y: number, tracking: number): Glyph[] =>
  [...text].flatMap((character, index) => set(character, x + index * 10 * (CHARACTER + tracking), y));

describe('drop caps', () => {
  test('are the first letter of the line beside them, and the lines below go on', () => {
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

  test('stand in front of a first line that stands in', () => {
    const glyphs = [
      ...set('T', 50, 124, { size: 36 }),
      ...set('he words go on to the end of the line', 90, 100),
      ...set('words that go on to the end of the li', 70, 112),
      ...set('words that go on to the end of the li', 70, 124),
      ...set('and end.', 50, 136),
    ];
    expect(html([page(glyphs)])[0]).toContain('<p>The words go on');
  });

  test('keep a space behind them that is painted', () => {
    const glyphs = [
      ...set('A', 50, 112, { size: 24 }),
      ...set(' party may go on to the end of the line', 63, 100),
      ...set('and end.', 68, 112),
    ];
    expect(html([page(glyphs)])[0]).toBe('<p>A party may go on to the end of the line and end.</p>');
  });
});

describe('letters spaced out', () => {
  test('are words, with spaces where the gap is wider', () => {
    expect(html([page(spaced('EFFECTIVE DATE', 50, 100, 0.2))])[0]).toContain('EFFECTIVE DATE');
  });

  test('are letters when they stand alone', () => {
    expect(html([page(setLines(['a b c d e f'], 50, 100))])[0]).toContain('a b c d e f');
  });
});

describe('small capitals', () => {
  test('stand for lower case, by their size', () => {
    const glyphs = [...set('D', 50, 100), ...set('EFINED', 55, 100, { size: 7.5 })];
    expect(html([page(glyphs)])[0]).toContain('Defined');
  });

  test('are no capitals of one size, and none beside lower case', () => {
    expect(html([page(set('EU LAW', 50, 100))])[0]).toContain('EU LAW');
    const glyphs = [...set('The E', 50, 100), ...set('U', 75, 100, { size: 7.5 })];
    expect(html([page(glyphs)])[0]).toContain('The EU');
  });
});

describe('justified lines', () => {
  /** Words spread evenly over the width. */
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

  test('in a narrow column are no table, however wide their gaps', () => {
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
  test('stand in on both sides, and end their lines there', () => {
    const quoted = ['words that are quoted', 'and end where they do', 'stand in as well, so'];
    const glyphs = [...setLines([FULL, FULL], 50, 100), ...setLines([...quoted, 'they are one.'], 100, 140)];
    expect(html([page(glyphs)])[0]).toContain(`<p>${quoted.join(' ')} they are one.</p>`);
  });
});
