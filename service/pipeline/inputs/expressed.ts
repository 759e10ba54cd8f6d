/** What each format states about a document. A comparison of two formats compares what both state. */
import type { Include } from '../../../shared/api/include.ts';
import { CODE_BIT, MARKS, type MarkName } from '../../../shared/document/model.ts';
import type { SideFormat } from '../../../shared/formats.ts';

/** How far a format states its paragraphs; the higher number is believed. */
export const PARAGRAPHS = {
  /** Lines, which may end inside a paragraph. */
  lines: 0,
  /** Distances on a page. */
  printed: 1,
  /** Paragraphs of their own. */
  stated: 2,
} as const;

/** What a format states. A member is false, empty or low where a reader has to guess. */
export interface Expressed {
  /** Headings and their levels. */
  readonly headings: boolean;
  /** Items, their kinds and their nesting; quotations. */
  readonly lists: boolean;
  readonly tables: boolean;
  /** Several paragraphs in a cell. */
  readonly cellParagraphs: boolean;
  readonly paragraphs: number;
  /** Line breaks inside a paragraph. */
  readonly lineBreaks: boolean;
  /** Text whose white space counts; captions of tables; definition lists. */
  readonly pageForms: boolean;
  /** Thematic breaks. */
  readonly rules: boolean;
  /** Destinations of links: all of them, or those outside the document. */
  readonly links: 'all' | 'outside' | 'none';
  readonly marks: readonly MarkName[];
  /** Vertical lines of a text. */
  readonly verticalLines: boolean;
  /** Pictures as addresses, as a page has them. */
  readonly pictureAddresses: boolean;
}

const ALL: Expressed = {
  headings: true,
  lists: true,
  tables: true,
  cellParagraphs: true,
  paragraphs: PARAGRAPHS.stated,
  lineBreaks: true,
  pageForms: true,
  rules: true,
  links: 'all',
  marks: MARKS,
  verticalLines: true,
  pictureAddresses: true,
};

/** The formats. A PDF states fonts and places: what its headings, items and cells are is a guess of the reader. */
const FORMATS: Readonly<Record<SideFormat, Expressed>> = {
  html: ALL,
  markdown: { ...ALL, cellParagraphs: false },
  docx: {
    ...ALL,
    pageForms: false,
    rules: false,
    pictureAddresses: false,
    marks: MARKS.filter((mark) => mark !== 'code'),
  },
  pdf: {
    ...ALL,
    headings: false,
    lists: false,
    cellParagraphs: false,
    paragraphs: PARAGRAPHS.printed,
    lineBreaks: false,
    pageForms: false,
    rules: false,
    links: 'outside',
    marks: ['strong', 'em', 'sup', 'sub'],
    verticalLines: false,
    pictureAddresses: false,
  },
  pptx: { ...ALL, pageForms: false, rules: false, pictureAddresses: false },
  xlsx: { ...ALL, lists: false, pageForms: false, rules: false, marks: [], pictureAddresses: false },
  txt: {
    headings: false,
    lists: false,
    tables: false,
    cellParagraphs: false,
    paragraphs: PARAGRAPHS.lines,
    lineBreaks: false,
    pageForms: false,
    rules: false,
    links: 'none',
    marks: [],
    verticalLines: false,
    pictureAddresses: false,
  },
};

/** What a format states. */
export function expressedIn(format: SideFormat): Expressed {
  return FORMATS[format];
}

/** What both formats state. */
export function expressedInBoth(a: SideFormat, b: SideFormat): Expressed {
  const [x, y] = [FORMATS[a], FORMATS[b]];
  const order = ['none', 'outside', 'all'] as const;
  return {
    headings: x.headings && y.headings,
    lists: x.lists && y.lists,
    tables: x.tables && y.tables,
    cellParagraphs: x.cellParagraphs && y.cellParagraphs,
    paragraphs: Math.min(x.paragraphs, y.paragraphs),
    lineBreaks: x.lineBreaks && y.lineBreaks,
    pageForms: x.pageForms && y.pageForms,
    rules: x.rules && y.rules,
    links: order[Math.min(order.indexOf(x.links), order.indexOf(y.links))]!,
    marks: x.marks.filter((mark) => y.marks.includes(mark)),
    verticalLines: x.verticalLines && y.verticalLines,
    pictureAddresses: x.pictureAddresses && y.pictureAddresses,
  };
}

/** The bits of the marks that a format states, `code` included. */
export function markBitsOf({ marks, pageForms }: Expressed): number {
  return marks.reduce((bits, mark) => bits | (1 << MARKS.indexOf(mark)), pageForms ? CODE_BIT : 0);
}

/**
 * What the readers of two formats include. Headers and footers of a DOCX are read if the other side prints its pages.
 * They are then found in its text and left out there. No format has comments in common with another.
 */
export function includedBetween(a: SideFormat, b: SideFormat, include: readonly Include[]): readonly Include[] {
  if (a === b) return include;
  const { pictureAddresses } = expressedInBoth(a, b);
  const printed = [a, b].includes('pdf') || [a, b].includes('txt');
  return [
    ...include.filter((name) => name === 'pictures' && pictureAddresses),
    ...(printed ? (['headers', 'footers'] as const) : []),
  ];
}
