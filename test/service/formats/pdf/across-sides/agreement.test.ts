// What one side leaves open is decided by the other side.
import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import { html, page } from '../compose.ts';
import { set, setLines } from '../pages.ts';

const FULL = 'words that go on to the end of the line here';

describe('paragraphs', () => {
  test('a line that begins like a clause is no paragraph if the other side has it inside a line', () => {
    const first = ['The notice is given as is said in Section', '3.2 of the terms and not later.'];
    // The other side has a narrower column, so that "Section 3.2" is inside a line.
    const one = [page(setLines(first, 50, 100))];
    const other = [
      page(setLines(['The notice is given as', 'is said in Section 3.2 of the', 'terms and not later.'], 50, 100)),
    ];
    const [a, b] = html(one, other);
    expect(a).toBe(b);
    expect(a).toBe(`<p>${first.join(' ')}</p>`);
  });

  test('a full line continues over a larger distance inside its sentence', () => {
    const quoted = [
      page([...setLines([FULL, FULL, 'end.'], 50, 60), ...set(FULL, 50, 110), ...set('goes on.', 50, 126)]),
    ];
    expect(html(quoted)[0]).toContain(`<p>${FULL} goes on.</p>`);
  });

  test('a word divided at a line end matches the whole word of the other side', () => {
    const divided = [
      page(setLines([FULL, FULL, `${FULL.slice(0, -8)} of the termi-`], 50, 700)),
      page(setLines(['nation (i) of the terms', 'and all else.'], 50, 100), 2),
    ];
    const whole = [
      page(setLines([FULL, FULL, `${FULL.slice(0, -8)} of the termination (i) of the terms and all else.`], 50, 300)),
    ];
    const [a, b] = html(divided, whole);
    expect(a).toBe(b);
  });

  test('a paragraph that its author split stays split', () => {
    const whole = [page(setLines([FULL, 'ends. Another begins here.'], 50, 100))];
    const split = [page([...setLines([FULL, 'ends.'], 50, 100), ...set('Another begins here.', 50, 140)])];
    const [a, b] = html(whole, split);
    expect(a).not.toContain('</p><p>');
    expect(b).toContain('ends.</p><p>Another');
  });
});

describe('heading levels', () => {
  const body = (y: number): Glyph[] => setLines([FULL, FULL, 'end.'], 50, y);
  const styled = (title: number, part: number): PageLayout[] => [
    page([
      ...set('Title', 50, 60, { size: title }),
      ...set('Part', 50, 85, { size: part }),
      ...body(110),
      ...set('Other', 50, 170, { size: part }),
      ...body(190),
    ]),
  ];

  test('match the same headings on the other side at any size', () => {
    const [a, b] = html(styled(22, 16), styled(17, 13));
    expect(b).toBe(a);
    expect(a!.match(/<h\d>\w+/g)).toEqual(['<h1>Title', '<h2>Part', '<h2>Other']);
  });

  test('follow the other side if it has one more level', () => {
    const smaller = [
      page([...set('Part', 50, 85, { size: 14 }), ...body(110), ...set('Other', 50, 170, { size: 14 }), ...body(190)]),
    ];
    expect(html(styled(22, 16), smaller)[1]!.match(/<h\d>\w+/g)).toEqual(['<h2>Part', '<h2>Other']);
  });
});

describe('numbers of sections', () => {
  test('are no list if the other side has headings with the same words', () => {
    const sections = (size: number): PageLayout[] => [
      page(
        [1, 2, 3].flatMap((number) => [
          ...set(`${number}. Part ${'abc'[number]!}`, 50, 60 + 80 * number, { size }),
          ...setLines([FULL, FULL, 'end.'], 50, 90 + 80 * number),
        ]),
      ),
    ];
    const [plain, headed] = html(sections(10), sections(14));
    expect(headed).toContain('<h1>1. Part');
    expect(plain).toContain('<p>1. Part');
  });
});

describe('line ends', () => {
  test('add no space in an address, or in text that the other side writes without one', () => {
    const broken = [
      page(
        setLines(['See the page at https://a.example/b?', 'c=1 and the terms for goods and/', 'or services.'], 50, 100),
      ),
    ];
    const whole = [
      page(setLines(['See the page at https://a.example/b?c=1 and', 'the terms for goods and/or services.'], 50, 100)),
    ];
    const [a, b] = html(broken, whole);
    expect(a).toBe(b);
    expect(a).toContain('https://a.example/b?c=1 and the terms for goods and/or services.');
  });
});

describe('running heads', () => {
  const body = (y: number): Glyph[] => setLines([FULL, FULL, FULL, 'end.'], 50, y);
  const section = (name: string, number: number): PageLayout =>
    page([...set(name, 50, 40, { size: 9 }), ...set(name, 50, 100, { size: 14 }), ...body(130)], number);

  test('that name the section of the page are removed, and the headings stay', () => {
    const [text] = html([section('Warranties', 1), section('Liability', 2), section('Notices', 3)]);
    expect(text!.match(/Warranties|Liability|Notices/g)).toEqual(['Warranties', 'Liability', 'Notices']);
    expect(text).toContain('<h1>Liability</h1>');
  });

  test('do not include lines that are at the page edge by chance', () => {
    const plain = (text: string, number: number): PageLayout => page([...set(text, 50, 60), ...body(130)], number);
    const [text] = html([plain('First the fee is due.', 1), plain('Then it is paid.', 2)]);
    expect(text).toContain('First the fee is due.');
    expect(text).toContain('Then it is paid.');
  });
});
