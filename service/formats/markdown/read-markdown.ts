import createMarkdownIt from 'markdown-it';
import type { MarkdownIt } from 'markdown-it';
import type { Include } from '../../../shared/api/include.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { GUARD_MAX_DEPTH } from '../max-depth.ts';
import { readHtml } from '../html/read-html.ts';
import { dropByteOrderMark, unifyLineEnds } from '../normalise/white-space.ts';
import type { ReadResult } from '../read-result.ts';
import { readFootnotes } from './footnotes.ts';
import { splitFrontMatter } from './front-matter.ts';
import { nameHeadings } from './heading-ids.ts';

/** Maximum nesting of emphasis, links and brackets in a paragraph. Deeper ones stay text. It is the library's limit. */
const INLINE_NESTING_MAX = 100;

/**
 * Maximum number of quoted lines, each counted once per quotation around it, which is the cost of conversion. Ten
 * thousand lines quoted ten times come to a tenth of this.
 */
const QUOTED_LINES_MAX = 1_000_000;

const TASK = /^\[([ xX])\](?=[ \t\n])/;

/**
 * Reads Markdown through HTML, whose envelope is measured. It is CommonMark with footnotes and with the tables,
 * strikethrough, bare links and task lists of GFM. YAML front matter becomes a `pre` block. Links of every scheme keep
 * their address as written. Throws as `readHtml` does.
 */
export function readMarkdown(text: string, include: readonly Include[] = []): ReadResult {
  const { frontMatter, body } = splitFrontMatter(unifyLineEnds(dropByteOrderMark(text)));
  const converter = createConverter();
  const front = frontMatter === null ? '' : `<pre>\n${converter.utils.escapeHtml(frontMatter)}</pre>\n`;
  return readHtml(front + convert(converter, body), include);
}

function convert(converter: MarkdownIt, body: string): string {
  try {
    return converter.render(body);
  } catch (error) {
    // Only nesting makes the converter recurse, so a full stack means a document nested too deep.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function createConverter(): MarkdownIt {
  const converter = new createMarkdownIt({ html: true, linkify: true, maxNesting: Infinity });
  readFootnotes(converter);
  // Addresses are compared as written. The fragment never links an unsafe one.
  converter.validateLink = () => true;
  converter.normalizeLink = (url) => url;
  converter.normalizeLinkText = (url) => url;
  refuseDeepBlocks(converter);
  limitInlineNesting(converter);
  readTaskLists(converter);
  noteDelimiters(converter);
  nameHeadings(converter);
  return converter;
}

/** The library drops blocks beyond its nesting limit without an error. Its limit is turned off, and ours throws. */
function refuseDeepBlocks(converter: MarkdownIt): void {
  let quotedLines = 0;
  let level = 0;
  converter.block.ruler.before('table', 'refuse_deep_blocks', (state, startLine, endLine) => {
    if (state.level > GUARD_MAX_DEPTH) throw tooDeep();
    // The first block of a quotation.
    if (state.level > level && state.parentType === 'blockquote') quotedLines += endLine - startLine;
    if (quotedLines > QUOTED_LINES_MAX) throw tooDeep();
    level = state.level;
    return false;
  });
}

function tooDeep(): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `Lists or quotations are nested too deep. The limits are ${GUARD_MAX_DEPTH} elements, ${QUOTED_LINES_MAX} lines of all ` +
      'quotations together, and the memory. Flatten them, or compare the text alone (format txt).',
    { limit: GUARD_MAX_DEPTH },
  );
}

function limitInlineNesting(converter: MarkdownIt): void {
  converter.core.ruler.before('inline', 'limit_inline_nesting', (state) => {
    state.md.options.maxNesting = INLINE_NESTING_MAX;
  });
}

/** `[ ]` and `[x]` at the start of a list item become the boxes that the HTML reader makes of checkboxes. */
function readTaskLists(converter: MarkdownIt): void {
  converter.core.ruler.after('inline', 'task_lists', (state) => {
    state.tokens.forEach((token, i) => {
      if (token.type !== 'inline' || state.tokens[i - 2]?.type !== 'list_item_open') return;
      const first = token.children?.[0];
      const task = first?.type === 'text' ? TASK.exec(token.content) : null;
      if (!first || !task || !first.content.startsWith(task[0])) return;
      first.content = (task[1] === ' ' ? '☐' : '☑') + first.content.slice(task[0].length);
    });
  });
}

/** Lists that are written "1)" instead of "1." keep their sign, which the HTML reader reads back. */
function noteDelimiters(converter: MarkdownIt): void {
  converter.core.ruler.after('block', 'delimiters', (state) => {
    for (const token of state.tokens)
      if (token.type === 'ordered_list_open' && token.markup === ')') token.attrSet('data-delimiter', ')');
  });
}
