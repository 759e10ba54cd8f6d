import type { Random } from './random.ts';

/** The programs that produce PDFs. */
export type Producer = 'chromium' | 'libreoffice-html' | 'libreoffice-docx' | 'pdflatex';

/** The layout of a document, and the program that produces it. */
export interface FreshLayout {
  readonly producer: Producer;
  readonly tagged: boolean;
  readonly columns: 1 | 2 | 3;
  readonly paper: 'A4' | 'letter';
  readonly marginMm: number;
  readonly serif: boolean;
  readonly sizePt: number;
  readonly lineHeight: number;
  readonly justified: boolean;
  /** Paragraphs have an indented first line and no space between them. */
  readonly indented: boolean;
  readonly softHyphens: boolean;
  readonly headings: 'plain' | 'centred' | 'spaced' | 'small-caps' | 'same-size';
  readonly dropCap: boolean;
  readonly table: 'grid' | 'rows' | 'none' | 'striped';
  readonly header: 'none' | 'title' | 'section';
  readonly footer: 'none' | 'number' | 'page-of' | 'roman' | 'text';
}

/** A table with more columns does not fit a narrow column. */
const NARROW_TABLE = 2;

/** Picks a layout for one of these programs. `widest` is the column count of the widest table. */
export function makeLayout(random: Random, producers: readonly Producer[], widest: number): FreshLayout {
  const producer = random.pick(producers);
  const picked = random.pick([1, 1, 1, 2, 2, 3] as const);
  const columns = widest > NARROW_TABLE ? 1 : picked;
  return {
    producer,
    tagged: random.chance(0.5),
    // LibreOffice sets HTML in one column. Three columns are narrow on this paper.
    columns: producer === 'libreoffice-html' ? 1 : columns,
    paper: random.pick(['A4', 'letter']),
    marginMm: random.int(15, 28),
    serif: random.chance(0.5),
    sizePt: columns === 3 ? random.pick([8, 9]) : random.pick([9, 10, 10.5, 11, 12]),
    lineHeight: random.pick([1.15, 1.25, 1.4, 1.5]),
    justified: random.chance(0.5),
    indented: random.chance(0.25),
    softHyphens: random.chance(0.3),
    headings: random.pick(['plain', 'plain', 'plain', 'centred', 'spaced', 'small-caps', 'same-size']),
    dropCap: random.chance(0.1),
    table: random.pick(['grid', 'grid', 'rows', 'none', 'striped']),
    header: random.pick(['none', 'title', 'section']),
    footer: random.pick(['none', 'number', 'page-of', 'roman', 'text']),
  };
}

/** Describes the layout in a line. */
export function describeLayout(layout: FreshLayout): string {
  const { producer, columns, sizePt } = layout;
  const parts = [
    producer,
    layout.tagged ? 'tagged' : 'untagged',
    `${columns} col`,
    `${sizePt} pt`,
    `lh ${layout.lineHeight}`,
  ];
  if (layout.justified) parts.push('justified');
  if (layout.indented) parts.push('indented');
  if (layout.softHyphens) parts.push('soft hyphens');
  if (layout.dropCap) parts.push('drop cap');
  parts.push(
    `headings ${layout.headings}`,
    `table ${layout.table}`,
    `header ${layout.header}`,
    `footer ${layout.footer}`,
  );
  return parts.join(', ');
}
