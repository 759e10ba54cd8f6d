// Decisions over both sides do not depend on their order, and never make equal sides differ.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INCLUDES, type Include } from '../../../../../shared/api/include.ts';
import type { Document } from '../../../../../shared/document/model.ts';
import type { Glyph, Rule } from '../../../../../service/formats/pdf/paint/glyph.ts';
import type { PageLayout } from '../../../../../service/formats/pdf/layout/layout.ts';
import type { TagBlock } from '../../../../../service/formats/pdf/paint/page-tags.ts';
import { composeReadings, type PdfReading } from '../../../../../service/formats/pdf/read-pdf.ts';
import { across, down, extracted, layoutOf, set } from '../pages.ts';
import { runsOf } from '../../../../seed/seed.ts';

const RUNS = { numRuns: runsOf(400) };

/**
 * Texts about which a side may be uncertain. They repeat, divide words, count, quote, lead to numbers or look like
 * headings.
 */
const LINES = [
  'Terms',
  'Payment',
  'Payment',
  '1. Delivery',
  '2. Delivery',
  '(a) the goods of the long-',
  '(b) the agree-',
  'ment on the long-term plan of the agreement.',
  'term plan that the supplier',
  'shall deliver the goods in Section',
  '3.2 of the terms and not later.',
  'words that go on to the end of the line here',
  "the party's ``goods'' and --- so on",
  'the party’s “goods” and — so on',
  'Termination ......... 12',
  'Termination ..... 12',
  '• goods',
  'Draft 1',
  'Page 3',
] as const;

/** A paragraph of one size, or a ruled table of two columns. */
interface Part {
  readonly lines: readonly string[];
  readonly size: number;
  readonly bold: boolean;
  readonly indent: number;
  /** Distance to the part before it, in points beyond the usual. */
  readonly gap: number;
  readonly ruled: boolean;
}

interface Source {
  readonly pages: readonly (readonly Part[])[];
  readonly header: string | null;
  readonly footer: string | null;
  /** Role of the first part of each page in a tagged document. */
  readonly firstRole: 'p' | 'h1' | 'h2' | null;
}

const part: fc.Arbitrary<Part> = fc.record({
  lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 4 }),
  size: fc.constantFrom(8, 10, 10, 10, 12, 14, 18),
  bold: fc.boolean(),
  indent: fc.constantFrom(0, 0, 18),
  gap: fc.constantFrom(0, 0, 4, 12),
  ruled: fc.constantFrom(false, false, false, true),
});

const source: fc.Arbitrary<Source> = fc.record({
  pages: fc.array(fc.array(part, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
  header: fc.constantFrom(null, 'Draft', 'Terms'),
  footer: fc.constantFrom(null, 'Page', 'Draft'),
  firstRole: fc.constantFrom(null, null, 'p' as const, 'h1' as const, 'h2' as const),
});

/** Two sources; most share their pages, in other settings. */
const pair: fc.Arbitrary<[Source, Source]> = fc.oneof(
  fc.tuple(source, source),
  fc.tuple(source, source, fc.array(part, { minLength: 20, maxLength: 20 })).map(([a, b, settings]) => {
    let index = 0;
    const set = ({ lines }: Part): Part => ({ ...settings[index++ % settings.length]!, lines });
    return [a, { ...b, pages: a.pages.map((parts) => parts.map(set)) }] as [Source, Source];
  }),
);

function layoutsOf({ pages, header, footer, firstRole }: Source): PageLayout[] {
  return pages.map((parts, index) => {
    const number = index + 1;
    const glyphs: Glyph[] = [];
    const rules: Rule[] = [];
    const tags: TagBlock[] = [];
    if (header !== null) glyphs.push(...set(`${header} ${number}`, 50, 30, { size: 8 }));
    if (footer !== null) glyphs.push(...set(`${footer} ${number}`, 50, 820, { size: 8 }));
    let y = 90;
    parts.forEach(({ lines, size, bold, indent, gap, ruled }, mcid) => {
      y += gap;
      const setting = { size, font: bold ? 'Times-Bold' : 'Times-Roman', mcid: firstRole === null ? -1 : mcid };
      const role = mcid === 0 && firstRole !== null ? firstRole : 'p';
      tags.push({ role, mcids: [mcid], items: [], cell: null });
      const top = y - size;
      for (const line of lines) {
        glyphs.push(...set(line, 50 + indent, y, setting));
        if (ruled) glyphs.push(...set('9.00', 480, y, setting));
        y += 1.2 * size;
      }
      if (!ruled) return;
      const bottom = y - 0.6 * size;
      rules.push(across(45, 550, top), across(45, 550, bottom));
      rules.push(...[45, 470, 550].map((x) => down(x, top, bottom)));
      y += size;
    });
    return layoutOf(glyphs, rules, { number, tags: firstRole === null ? null : tags });
  });
}

function settle(...sides: readonly Source[]): PdfReading[] {
  return settleWith([], ...sides);
}

function settleWith(include: readonly Include[], ...sides: readonly Source[]): PdfReading[] {
  return composeReadings(
    sides.map((side) => extracted(...layoutsOf(side))),
    include,
  );
}

function documentsOf(readings: readonly PdfReading[]): Document[] {
  return readings.map(({ document }) => document);
}

describe.each([[[]], [INCLUDES]])('two sides settled together, including %j', (include) => {
  test('are settled alike in either order', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(settleWith(include, b, a).reverse()).toEqual(settleWith(include, a, b));
      }),
      RUNS,
    );
  });

  test('stay equal if they are equal', () => {
    fc.assert(
      fc.property(source, (side) => {
        const [first, second] = settleWith(include, side, side);
        expect(second).toEqual(first);
      }),
      RUNS,
    );
  });

  test('show what is generated: headings, lists, tables and removed headers', () => {
    const seen = new Set<string>();
    for (const side of fc.sample(source, { numRuns: 60, seed: 1 }))
      for (const reading of settle(side, side)) {
        if (reading.headersAndFooters.length > 0) seen.add('header');
        for (const { blocks } of documentsOf([reading]))
          for (const block of blocks) {
            seen.add(block.kind === 'text' && block.type !== 'p' ? 'heading' : block.kind);
            if (block.path.length > 0) seen.add('list');
          }
      }
    expect([...seen].sort()).toEqual(['header', 'heading', 'list', 'table', 'text']);
  });
});

describe('heading levels', () => {
  const BODY = 'words that go on to the end of the line here';
  const body: Part = { lines: [BODY, BODY], size: 10, bold: false, indent: 0, gap: 12, ruled: false };
  const heading = (text: string, size: number): Part => ({ ...body, lines: [text], size });
  const documentWith = (...headings: readonly Part[]): Source => ({
    pages: [headings.flatMap((each) => [each, body])],
    header: null,
    footer: null,
    firstRole: null,
  });
  const levels = ({ document }: PdfReading): string[] =>
    document.blocks.flatMap((block) => (block.kind === 'text' && block.type !== 'p' ? [block.type] : []));

  test('of headings with the same words stay as they are on equal sides', () => {
    const side = documentWith(heading('Terms', 18), heading('Payment', 14), heading('Payment', 12));
    const [first, second] = settle(side, side);
    expect(levels(first!)).toEqual(['h1', 'h2', 'h3']);
    expect(levels(second!)).toEqual(['h1', 'h2', 'h3']);
  });

  test('follow the side with more levels, on whichever side it is', () => {
    const more = documentWith(heading('Terms', 18), heading('Payment', 14));
    const fewer = documentWith(heading('Payment', 14));
    expect(settle(more, fewer).map(levels)).toEqual([['h1', 'h2'], ['h2']]);
    expect(settle(fewer, more).map(levels)).toEqual([['h2'], ['h1', 'h2']]);
  });
});

describe('running headers', () => {
  test('are judged alike if two text sizes are equally frequent', () => {
    const side = (size: number): PageLayout[] => [
      layoutOf([
        ...set('Draft', 50, 30, { size: 12 }),
        ...set('words that go on to the end of the line', 50, 100, { size }),
        ...set('and then end.', 50, 120, { size }),
      ]),
    ];
    const settleSizes = (...sizes: readonly number[]): PdfReading[] =>
      composeReadings(sizes.map((size) => extracted(...side(size))));
    expect(settleSizes(14, 10).reverse()).toEqual(settleSizes(10, 14));
  });
});
