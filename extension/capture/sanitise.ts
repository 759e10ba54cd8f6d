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

/** What passes when these attributes do. */
function rules(attributes: readonly string[]) {
  return {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESSES,
    // The pattern is asked of every value; only these are addresses.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== 'href'),
    FORBID_CONTENTS: FORBIDDEN_CONTENT,
  };
}

/**
 * Page HTML on its arrival, as the body of a document without a window: elements of text only, nothing that runs, loads
 * or leads elsewhere than by http, mail or telephone. Classes and roles stay, as the article is found by them.
 */
export function sanitisedPage(markup: string): HTMLElement {
  const options = { ...rules([...COMPARED, ...STRUCTURAL]), RETURN_DOM: true } as const;
  // What it returns is the body that it made; the types say less.
  return createDOMPurify(window).sanitize(markup, options) as HTMLElement;
}

/**
 * The HTML of a sanitised page without what is neither compared nor carried: what is sent to the service. Takes these
 * attributes from the page itself; sanitising a long page once more would take a second.
 */
export function comparedHtml(page: HTMLElement): string {
  for (const element of page.querySelectorAll(STRUCTURAL.map((name) => `[${name}]`).join())) {
    for (const name of STRUCTURAL) element.removeAttribute(name);
  }
  return page.innerHTML;
}

/** HTML that was not sanitised yet, as it is sent to the service. */
export function sanitiseForComparison(markup: string): string {
  return createDOMPurify(window).sanitize(markup, rules(COMPARED));
}
