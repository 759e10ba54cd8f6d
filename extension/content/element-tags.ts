/** How an element of a page is read. */
export type TagFate =
  /** The element and its content are skipped. */
  | 'drop'
  /** The element is written under its own name. */
  | 'keep'
  /** Only the content is written, inside a `div` if the page shows it as a block. */
  | 'unwrap';

/** Elements without text for a reader, and fields, whose contents belong to the reader and not to the page. */
const DROPPED = new Set(
  'script style noscript template head link meta title base canvas audio video object embed applet svg math input textarea select option datalist progress meter dialog'.split(
    ' ',
  ),
);

/** Elements that the service compares, and sections that help to find the article. */
const KEPT = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th figure figcaption ' +
    'hr br strong b em i u s strike del ins sup sub mark a img div section article main aside nav header footer address details summary'
  ).split(' '),
);

/** Elements without an end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** How an element with this lower-case name is read. An open dialog is not part of the text below it. */
export function fateOf(tag: string): TagFate {
  if (DROPPED.has(tag)) return 'drop';
  return KEPT.has(tag) ? 'keep' : 'unwrap';
}

/** Attributes that are written: compared or carried ones, and those that help to find the article. */
export const KEPT_ATTRIBUTES: readonly string[] = [
  ...['alt', 'colspan', 'rowspan', 'dir', 'lang', 'start', 'type', 'class', 'id', 'role', 'itemprop', 'hidden'],
];
