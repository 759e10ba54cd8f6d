import createDOMPurify from 'dompurify';
import { DRAWN_ATTRIBUTES, MATH_TAGS, SVG_TAGS } from '../content/element-tags.ts';

const TAGS = [
  ...'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th'.split(' '),
  ...'figure figcaption hr br strong b em i u s strike del ins sup sub mark a img div section article main aside'.split(
    ' ',
  ),
  ...'nav header footer address details summary'.split(' '),
  // The service lists these. The value of an `input` is no permitted attribute.
  ...'input canvas audio video'.split(' '),
  ...MATH_TAGS,
  ...SVG_TAGS,
];
/** Attributes that the service compares or carries. */
const COMPARED = [
  ...['href', 'src', 'alt', 'title', 'width', 'height', 'placeholder', 'id'],
  ...['colspan', 'rowspan', 'dir', 'lang', 'start', 'type'],
  ...DRAWN_ATTRIBUTES,
];
const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set(['href', 'src']);
/** Attributes that help to find the article of a page. */
const STRUCTURAL = ['class', 'role', 'itemprop', 'hidden'];

const FORBIDDEN_CONTENT = ['script', 'style', 'noscript', 'template', 'textarea', 'select', 'title', 'iframe', 'xmp'];

/** Links inside the page lead to an id. */
const ADDRESSES = /^(?:(?:https?|mailto|tel):|#)/i;

/** All permitted attributes. */
function rules(attributes: readonly string[]) {
  return {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: ADDRESSES,
    // DOMPurify tests the pattern on every value, but only these are addresses.
    ADD_URI_SAFE_ATTR: attributes.filter((name) => !ADDRESS_ATTRIBUTES.has(name)),
    FORBID_CONTENTS: FORBIDDEN_CONTENT,
  };
}

/**
 * Sanitises page HTML into the body of a document without a window. Only text elements remain. Nothing in it runs or
 * loads. Links lead only to http, mail or telephone addresses, or into the page. Classes and roles remain, because the
 * article search needs them.
 */
export function sanitisedPage(markup: string): HTMLElement {
  const options = { ...rules([...COMPARED, ...STRUCTURAL]), RETURN_DOM: true } as const;
  // It returns the body that it made, although its type says less.
  return createDOMPurify(window).sanitize(markup, options) as HTMLElement;
}

/**
 * The HTML of a sanitised page without attributes that are neither compared nor carried. This is sent to the service.
 * It removes the attributes from the page itself, because sanitising a long page again would take a second.
 */
export function comparedHtml(page: HTMLElement): string {
  for (const element of page.querySelectorAll(STRUCTURAL.map((name) => `[${name}]`).join())) {
    for (const name of STRUCTURAL) element.removeAttribute(name);
  }
  return page.innerHTML;
}

/** Sanitises HTML for the service. */
export function sanitiseForComparison(markup: string): string {
  return createDOMPurify(window).sanitize(markup, rules(COMPARED));
}
