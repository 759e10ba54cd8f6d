import createDOMPurify from 'dompurify';

const TAGS = [
  ...'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th'.split(' '),
  ...'figure figcaption hr br strong b em i u s strike del ins sup sub mark a img div section article main aside'.split(
    ' ',
  ),
  ...'nav header footer address details summary'.split(' '),
];
/** What the service compares or carries. */
const COMPARED = ['href', 'alt', 'colspan', 'rowspan', 'dir', 'lang', 'start', 'type'];
/** What the article of a page is found by. */
const STRUCTURAL = ['class', 'id', 'role', 'itemprop', 'hidden'];

const FORBIDDEN_CONTENT = [
  'script',
  'style',
  'noscript',
  'template',
  'textarea',
  'select',
  'title',
  'iframe',
  'xmp',
  'svg',
];

const ADDRESSES = /^(?:https?|mailto|tel):/i;

/** Elements and attributes that pass. `structural`: also those by which an article is found. */
function clean(markup: string, attributes: readonly string[]): string {
  return createDOMPurify(window).sanitize(markup, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESSES,
    // The pattern is asked of every value; only these are addresses.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href'),
    FORBID_CONTENTS: FORBIDDEN_CONTENT,
  });
}

/**
 * Page HTML on its arrival: elements of text only, nothing that runs, loads or leads elsewhere than by http, mail or
 * telephone. Classes and roles stay, as the article is found by them.
 */
export function sanitiseArrived(markup: string): string {
  return clean(markup, [...COMPARED, ...STRUCTURAL]);
}

/** The same without what is neither compared nor carried: what is sent to the service. */
export function sanitiseForComparison(markup: string): string {
  return clean(markup, COMPARED);
}
