import { splitFrontMatter } from './markdown/front-matter.ts';
import { dropByteOrderMark, isBlank, unifyLineEnds } from './normalise/white-space.ts';
import type { TextFormat } from './read-result.ts';

/**
 * Characters of each side that are searched for markup. It is enough for a decision, and fast on inputs of megabytes.
 */
const LOOKED_AT = 256 * 1024;

/** HTML tags per non-blank line, for texts that start with a tag and for other texts. */
const TAGS_PER_LINE_FROM_START = 0.1;
const TAGS_PER_LINE = 0.5;
/** Markdown with HTML inside has more Markdown than this for each tag; HTML has less. Corpus: 0.23 and 0.02. */
const MARKDOWN_PER_TAG = 0.1;
/** Share of lines with structure that only Markdown has. Corpus: Markdown from 0.04 up, other texts up to 0.01. */
const STRONG_SHARE = 0.02;
/** Share of lines with structure of any kind; lists and quotations occur in plain text too. */
const ANY_SHARE = 0.3;

const TAG_NAMES = new Set(
  (
    'html head body title meta link script style a abbr address article aside b bdi bdo blockquote br button caption ' +
    'center cite code col colgroup dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr i iframe img input ins kbd label legend li main mark menu nav ol option p pre q s ' +
    'samp section select small span strike strong sub summary sup svg table tbody td textarea tfoot th thead time tr ' +
    'tt u ul var video'
  ).split(' '),
);
const TAG = /<\/?([a-zA-Z][a-zA-Z0-9]*)(?=[\s/>])/g;
const HTML_DOCUMENT = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;

const HEADING = /^ {0,3}#{1,6}[ \t]+\S/;
const UNDERLINE = /^(?:={3,}|-{3,})[ \t]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const TABLE_RULE = /^ {0,3}\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*(?::?-{2,}:?[ \t]*)?$/;
const LINK = /\[[^[\]]{1,300}\]\([^()\s]{1,500}(?:\)| ")|^ {0,3}\[[^[\]]{1,300}\]:[ \t]+\S/;
const BOLD = /\*\*[^\s*][^*]{0,300}\*\*|(?<![\w_])__[^\s_][^_]{0,300}__(?!\w)/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,3}[.)])[ \t]+\S/;
const QUOTE = /^ {0,3}> ?\S/;
const CODE = /`[^`]{1,300}`/;
const EMPHASIS = /(?<![\w*\\])\*[^\s*][^*]{0,200}[^\s*]\*(?![\w*])/;

/**
 * The one format of both sides, detected from their contents. Blank sides have no vote. If all are blank, it is
 * `txt`.
 *
 * 1. `json`: every side begins with `{` or `[` and parses as JSON.
 * 2. `html`: every side is an HTML document (doctype or `html` first), or HTML tags are frequent over both sides.
 *    Frequent means one for two lines, or one for ten lines if every side begins with `<`. There must also be less
 *    than one line of Markdown for ten tags.
 * 3. `markdown`: two lines in a hundred have signs of Markdown alone. These are `#` heading, underlined heading
 *    (counted half), fence, table rule, link, bold. Front matter counts as two lines. It is also `markdown` if three
 *    lines in ten have these signs, list items, quotations, code or emphasis.
 * 4. `txt`.
 */
export function detectFormat(original: string, revised: string): TextFormat {
  const sides = [original, revised].map(dropByteOrderMark).filter((text) => !isBlank(text));
  if (sides.length === 0) return 'txt';
  if (sides.every(isJson)) return 'json';
  const texts = sides.map((text) => unifyLineEnds(text.slice(0, LOOKED_AT)));
  if (texts.every((text) => HTML_DOCUMENT.test(text))) return 'html';

  const count = { lines: 0, strong: 0, weak: 0 };
  for (const text of texts) countMarkdown(text, count);
  const tags = texts.reduce((sum, text) => sum + countTags(text), 0);
  const fromStart = texts.every((text) => /^\s*<[a-zA-Z!/?]/.test(text));
  const frequent = tags > 0 && tags >= count.lines * (fromStart ? TAGS_PER_LINE_FROM_START : TAGS_PER_LINE);
  if (frequent && count.strong + count.weak < tags * MARKDOWN_PER_TAG) return 'html';
  if (count.strong > 0 && count.strong >= count.lines * STRONG_SHARE) return 'markdown';
  if (count.strong + count.weak >= count.lines * ANY_SHARE) return 'markdown';
  return 'txt';
}

function isJson(text: string): boolean {
  const first = text.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function countTags(text: string): number {
  let tags = 0;
  for (const tag of text.matchAll(TAG)) if (TAG_NAMES.has((tag[1] ?? '').toLowerCase())) tags += 1;
  return tags;
}

function countMarkdown(text: string, count: { lines: number; strong: number; weak: number }): void {
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter !== null) count.strong += 2;
  let afterText = false;
  for (const line of body.split('\n')) {
    if (isBlank(line)) {
      afterText = false;
      continue;
    }
    count.lines += 1;
    if (HEADING.test(line) || FENCE.test(line) || TABLE_RULE.test(line) || LINK.test(line) || BOLD.test(line)) {
      count.strong += 1;
    } else if (afterText && UNDERLINE.test(line)) {
      count.strong += 0.5;
    } else if (LIST_ITEM.test(line) || QUOTE.test(line) || CODE.test(line) || EMPHASIS.test(line)) {
      count.weak += 1;
    }
    afterText = true;
  }
}
