import { isProbablyReaderable, Readability } from '@mozilla/readability';
import type { Capture, PageScope } from './capture.ts';
import { comparedHtml, sanitisedPage, sanitiseForComparison } from './sanitise.ts';

/** One side in the form that is sent. */
export interface ComparableSide {
  readonly html: string;
  /** The compared part of a page. It is `whole` if no article was found. */
  readonly scope: PageScope;
}

/** Above this number of elements the article search is skipped, because it would block the page for seconds. */
const ARTICLE_MAX_ELEMENTS = 60_000;

/** The sanitised HTML of an HTML capture: the article of a page, or the whole page. */
export function comparableSide(capture: Capture, scope: PageScope): ComparableSide {
  const body = sanitisedPage(capture.markup);
  if (capture.from === 'page' && scope === 'article') {
    const article = articleOf(body, capture.title);
    if (article !== null) return { html: sanitiseForComparison(article), scope: 'article' };
  }
  return { html: comparedHtml(body), scope: 'whole' };
}

/** The article of a sanitised page with its title as a heading; null if there is none. */
function articleOf(body: HTMLElement, title: string): string | null {
  if (body.getElementsByTagName('*').length > ARTICLE_MAX_ELEMENTS) return null;
  // A copy, because the search destroys the page, and without an article the whole page is compared.
  const page = document.implementation.createHTMLDocument(title);
  page.body.replaceWith(page.importNode(body, true));
  // Readability would return a part of any page. Changes elsewhere would stay unseen.
  if (!isProbablyReaderable(page, { visibilityChecker: () => true })) return null;
  const found = new Readability(page, { keepClasses: false }).parse();
  const content = found?.content;
  if (typeof content !== 'string' || (found?.textContent ?? '').trim() === '') return null;
  const heading = page.createElement('h1');
  heading.textContent = found?.title ?? '';
  return (heading.textContent.trim() === '' ? '' : heading.outerHTML) + content;
}

/** Elements whose text is on lines of its own. */
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, pre, tr, caption, figcaption, div, section, article, hr, summary, address';

/** The text of a capture, one line for each block. It is compared if one of the two sides is plain text. */
export function plainTextOf(capture: Capture): string {
  if (capture.isPlainText) return linesOf(capture.markup);
  const page = new DOMParser().parseFromString(sanitiseForComparison(capture.markup), 'text/html');
  for (const element of page.body.querySelectorAll('br')) element.replaceWith('\n');
  for (const element of page.body.querySelectorAll('td, th')) element.append(' ');
  for (const block of page.body.querySelectorAll(BLOCKS)) {
    block.before('\n');
    block.after('\n');
  }
  return linesOf(page.body.textContent);
}

/** Lines with content, with single spaces. Other white space of pages and clipboards carries no meaning. */
function linesOf(text: string): string {
  return text
    .split(/\r\n|[\r\n]/u)
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
