/**
 * The library `diffsvc/engine`: compares HTML without a service. It is pure: it reads no file, clock or network, and
 * uses nothing of Node or the browser. The same input gives the same result. See docs/libraries.md for its use.
 */
import type { Complexity } from '../../shared/api/complexity.ts';
import type { Include } from '../../shared/api/include.ts';
import { PAGE_MAX_LIMIT, type Change, type Summary } from '../../shared/change/page.ts';
import type { Uncompared } from '../../shared/change/uncompared.ts';
import type { Document } from '../../shared/document/model.ts';
import { readHtml } from '../formats/html/read-html.ts';
import { compareText } from '../pipeline/compare/compare-text.ts';

export { compareDocuments, type CompareOptions, type Merged } from '../engine/compare.ts';
export { resolve, resolveBlocks, type Decisions } from '../../shared/fragment/resolve.ts';
export { ResolveError } from '../../shared/fragment/decisions.ts';
export { FragmentError } from '../../shared/fragment/fragment-error.ts';
export { scanFragment } from '../../shared/fragment/scan.ts';
export { writeFragment } from '../../shared/fragment/write.ts';
export { ServiceError } from '../../shared/errors.ts';
export type { Block, Document } from '../../shared/document/model.ts';
export type { Change, Summary } from '../../shared/change/page.ts';
export type { Uncompared } from '../../shared/change/uncompared.ts';

/** Options of `compareHtml`. */
export interface CompareHtmlOptions {
  /** `word` (default): word by word inside a block. `block`: a block whose text differs is replaced whole. */
  readonly mode?: 'word' | 'block';
  /** Content beside the text to compare. Default: none. `uncompared` lists the rest. */
  readonly include?: readonly Include[];
  /** `extended` (default) keeps the structure of large documents. `standard` compares them as text. */
  readonly complexity?: Complexity;
}

/** A finished comparison of two pages. */
export interface HtmlComparison {
  /** The redline: an HTML fragment. `resolve` restores both sides from it. */
  readonly html: string;
  /** Counts of the changes by kind. */
  readonly summary: Summary;
  /** All changes, in document order. Positions count Unicode code points. */
  readonly changes: readonly Change[];
  /** Content that was seen and not compared. Absent: nothing was left out. */
  readonly uncompared?: Uncompared;
  /** Why the documents were compared as text. Absent: they kept their structure. */
  readonly fallbackReason?: string;
}

/**
 * Compares two HTML documents or fragments of any quality.
 *
 * @throws ServiceError `document_too_complex` with the measured value and the limit
 */
export function compareHtml(original: string, revised: string, options: CompareHtmlOptions = {}): HtmlComparison {
  const { mode = 'word', include = [], complexity = 'extended' } = options;
  const comparison = compareText({ original, revised, format: 'html', mode, include, complexity });
  const changes: Change[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = comparison.page(offset, PAGE_MAX_LIMIT);
    changes.push(...page.changes);
    offset = page.nextOffset;
  }
  const { html, summary, uncompared, fallbackReason } = comparison;
  return { html, summary, changes, ...(uncompared && { uncompared }), ...(fallbackReason && { fallbackReason }) };
}

/**
 * The document of an HTML text, as `compareDocuments` takes it.
 *
 * @throws ServiceError `document_too_complex`
 */
export function documentOf(html: string): Document {
  return readHtml(html).document;
}
