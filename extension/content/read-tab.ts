import {
  TAB_LINE_MAX_LENGTH,
  TAB_MARKUP_MAX_LENGTH,
  UNREAD_FRAMES_MAX,
  type CapturedPart,
  type TabReading,
} from '../../shared/messages/extension-message.ts';
import { findSelection } from './find-selection.ts';
import { closestOf, contentTypeOf, matches, nodeTypeOf, parentElementOf, shownRootsOf, titleOf } from './plain-dom.ts';
import type { markPage } from './mark-page.ts';
import type { readPdf } from './read-pdf.ts';
import { readNodes, type Extent, type ReadNodes } from './read-nodes.ts';

/** Elements that give the children of a selection their meaning, such as lists for items and tables for cells. */
const NEEDED_AROUND = 'ul, ol, dl, table, pre';
const NEEDS_ITS_PARENT = 'ul, ol, dl, table, thead, tbody, tfoot, tr, pre, pre *';

/** Maximum length of markup that is searched for text at all. */
const TAGS_ALONE_MAX_LENGTH = 1_000_000;

/** The functions that content.js leaves in the extension's world of a tab. */
export interface ReaderWorld {
  readonly diffsvcReadTab: typeof readTab;
  readonly diffsvcReadPdf: typeof readPdf;
  readonly diffsvcMarkPage: typeof markPage;
}

/** Reads the page or its selection, in the tab's own process. */
export function readTab(part: CapturedPart, page: Document): TabReading {
  // The browser's own viewer: the page around it is empty.
  if (contentTypeOf(page) === 'application/pdf') return { type: 'pdf' };
  if (part === 'page') return contentOf(page, [readNodes(shownRootsOf(page), null)]);
  const selection = findSelection(page);
  if (selection === null) return { type: 'nothing-selected' };
  if (selection.kind === 'text') {
    if (selection.text.length > TAB_MARKUP_MAX_LENGTH) return { type: 'too-large' };
    return { ...aboutPage(page), markup: selection.text, isPlainText: true, unreadFrames: [] };
  }
  return contentOf(
    page,
    selection.ranges.map((range) => readNodes([rootOf(range)], range)),
  );
}

function contentOf(page: Document, read: readonly (ReadNodes | null)[]): TabReading {
  const whole = read.filter((part) => part !== null);
  const markup = whole.map((part) => part.markup).join('');
  if (whole.length < read.length || markup.length > TAB_MARKUP_MAX_LENGTH) return { type: 'too-large' };
  if (!hasText(markup)) return { type: 'no-text' };
  const frames = [...new Set(whole.flatMap((part) => part.unreadFrames))].map(line).slice(0, UNREAD_FRAMES_MAX);
  return { ...aboutPage(page), markup, isPlainText: false, unreadFrames: frames };
}

/** Whether there is text between the tags. Longer markup is assumed to contain text. */
function hasText(markup: string): boolean {
  return markup.length > TAGS_ALONE_MAX_LENGTH || /[^\s<>][^<>]*(?:<|$)/u.test(markup.replaceAll(/<[^>]*>/gu, '<'));
}

function aboutPage(page: Document) {
  return { type: 'content', title: line(titleOf(page)), url: line(location.href) } as const;
}

function line(text: string): string {
  return text.slice(0, TAB_LINE_MAX_LENGTH);
}

/** The node to begin at: the one that contains the whole selection, or the list, table or listing around it. */
function rootOf(range: Extent): Node {
  const { commonAncestorContainer } = range as Range;
  const node = commonAncestorContainer;
  const element = nodeTypeOf(node) === Node.ELEMENT_NODE ? (node as Element) : parentElementOf(node);
  if (element === null) return node;
  return matches(element, NEEDS_ITS_PARENT) ? (closestOf(element, NEEDED_AROUND) ?? element) : node;
}
