/** What becomes of an element of a page when it is read. */
export type TagFate =
  /** It and everything in it is passed over. */
  | 'drop'
  /** It is written under its own name. */
  | 'keep'
  /** Only what is in it is written; inside a `div` when the page shows it as a block. */
  | 'unwrap';

/** Elements without text for a reader, and fields, whose contents are the reader's own and not the page's. */
const DROPPED = new Set(
  'script style noscript template head link meta title base canvas audio video object embed applet svg math input textarea select option datalist progress meter dialog'.split(
    ' ',
  ),
);

/** What the service compares, and the sections by which the article of a page is found. */
const KEPT = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th figure figcaption ' +
    'hr br strong b em i u s strike del ins sup sub mark a img div section article main aside nav header footer address details summary'
  ).split(' '),
);

/** Elements that have no end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** What becomes of an element with this name, in lower case. An open dialog is not part of the text under it. */
export function fateOf(tag: string): TagFate {
  if (DROPPED.has(tag)) return 'drop';
  return KEPT.has(tag) ? 'keep' : 'unwrap';
}

/** Attributes that are written: what is compared or carried, and what the article of a page is found by. */
export const KEPT_ATTRIBUTES: readonly string[] = [
  ...['alt', 'colspan', 'rowspan', 'dir', 'lang', 'start', 'type', 'class', 'id', 'role', 'itemprop', 'hidden'],
];
