import { TAB_MARKUP_MAX_LENGTH, UNREAD_FRAMES_MAX } from '../../shared/messages/extension-message.ts';
import { controlMarkup, isControl } from './controls.ts';
import { DRAWN_ATTRIBUTES, fateOf, isDrawingTitle, KEPT_ATTRIBUTES, VOID_TAGS } from './element-tags.ts';
import { escapeHtml, escapeText } from '../../shared/escape-html.ts';
import {
  attributeOf,
  childNodesOf,
  hasAttributes,
  localNameOf,
  namespaceOf,
  newRange,
  nodeTypeOf,
  ownerDocumentOf,
  parentElementOf,
  windowOf,
} from './plain-dom.ts';
import { shadowRootOf } from './shadow-root.ts';

/** The content below a node. */
export interface ReadNodes {
  /** HTML of the kept elements. Frames of the same origin and shadow trees are in it at their place. */
  readonly markup: string;
  /** Addresses of visible frames that could not be read. */
  readonly unreadFrames: readonly string[];
}

/** The part of a page that is read: everything, or a selection. */
export type Extent = Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>;

/** A node list during the walk, and the text that follows it. */
interface Level {
  readonly nodes: readonly Node[];
  at: number;
  readonly end: string;
  /** Whether its text is painted. An element inside may be visible again. */
  readonly isSeen: boolean;
}

/** The text before and after the children of an element, and these children. */
type Opened = Omit<Level, 'at'> & { readonly start: string };

const HTML = 'http://www.w3.org/1999/xhtml';
const PICTURE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp)[;,]/i;
/** Maximum length of a picture inside the page, in UTF-16 units. A larger one is written without its data. */
const DATA_MAX_LENGTH = 100_000;

/** Display values of inline elements and of elements without a box. */
const IN_A_LINE = /^(inline|contents|ruby|none)/;

/**
 * Reads the visible content of `roots` as HTML. It does not recurse, because a page may nest to any depth. Null if
 * the result is longer than `TAB_MARKUP_MAX_LENGTH`.
 */
export function readNodes(roots: readonly Node[], extent: Extent | null): ReadNodes | null {
  const parts: string[] = [];
  const frames: string[] = [];
  const levels: Level[] = [{ nodes: roots, at: 0, end: '', isSeen: roots.every(isAroundSeen) }];
  const range = extent === null ? null : new Bounds(extent);
  let length = 0;
  const write = (text: string): void => {
    length += text.length;
    parts.push(text);
  };
  while (length <= TAB_MARKUP_MAX_LENGTH) {
    const level = levels.at(-1);
    if (level === undefined) return { markup: parts.join(''), unreadFrames: frames };
    const node = level.nodes[level.at];
    level.at += 1;
    if (node === undefined) {
      write(level.end);
      levels.pop();
    } else if (range !== null && !range.touches(node)) {
      continue;
    } else if (nodeTypeOf(node) === Node.TEXT_NODE) {
      if (!level.isSeen) continue;
      write(escapeText(range === null ? (node as Text).data : range.cut(node as Text)));
    } else if (nodeTypeOf(node) === Node.ELEMENT_NODE) {
      const opened = open(node as Element, frames);
      if (opened === null) continue;
      write(opened.start);
      levels.push({ ...opened, at: 0 });
    }
  }
  return null;
}

/** Null: the element is not read. */
function open(element: Element, frames: string[]): Opened | null {
  const tag = localNameOf(element);
  const namespace = namespaceOf(element);
  const fate = fateOf(tag, namespace);
  if (fate === 'drop') return null;
  // The browser computes each property when it is read.
  const style = stylesOf(element);
  const { display } = style;
  const isName = isDrawingTitle(tag, namespace);
  if (display === 'none' && !isName) return null;
  const isSeen = isPainted(style.visibility);
  if (tag === 'iframe' || tag === 'frame') return isSeen ? openFrame(element, frames) : null;
  const isWhole = fate === 'list' || isControl(tag);
  if (!isSeen && (VOID_TAGS.has(tag) || isWhole)) return null;
  if (isControl(tag)) return { start: controlMarkup(element), end: '', nodes: [], isSeen };
  if (fate === 'list') return { start: `<${tag}${attributesOf(element)}>`, end: `</${tag}>`, nodes: [], isSeen };
  const nodes = shownChildren(element);
  // The service reads it as it reads a text of the drawing. HTML has a `title` of its own.
  if (isName) return { start: '<text>', end: '</text>', nodes, isSeen };
  if (fate === 'keep') {
    const start = `<${tag}${attributesOf(element)}${directionOf(element, display, style)}>`;
    if (VOID_TAGS.has(tag)) return { start, end: '', nodes: [], isSeen };
    // The parser drops a line feed right after `<pre>`. One more keeps the page's own.
    return { start: tag === 'pre' ? `${start}\n` : start, end: `</${tag}>`, nodes, isSeen };
  }
  if (IN_A_LINE.test(display)) return { start: '', end: '', nodes, isSeen };
  return { start: `<div${attributesOf(element)}>`, end: '</div>', nodes, isSeen };
}

/** The computed style of an element. A document without a window has the CSS defaults. */
function stylesOf(element: Element): Pick<CSSStyleDeclaration, 'display' | 'direction' | 'visibility'> {
  const page = ownerDocumentOf(element);
  const view = page === null ? null : windowOf(page);
  return view?.getComputedStyle(element) ?? { display: 'inline', direction: 'ltr', visibility: 'visible' };
}

/** Whether a text is painted that is read without its element. */
function isAroundSeen(node: Node): boolean {
  const parent = nodeTypeOf(node) === Node.TEXT_NODE ? parentElementOf(node) : null;
  return parent === null || isPainted(stylesOf(parent).visibility);
}

/** Empty for an element outside a page, because the browser does not style it. */
function isPainted(visibility: string): boolean {
  return visibility !== 'hidden' && visibility !== 'collapse';
}

/** A right-to-left block states its direction, because its surroundings and the page's styles are not sent. */
function directionOf(element: Element, display: string, style: Pick<CSSStyleDeclaration, 'direction'>): string {
  if (IN_A_LINE.test(display) || style.direction !== 'rtl' || attributeOf(element, 'dir') !== null) return '';
  return ' dir="rtl"';
}

/** The document of a frame of the same origin. A visible frame of another origin is listed instead. */
function openFrame(frame: Element, frames: string[]): Opened | null {
  const inner = contentOf(frame);
  if (inner !== null) return { start: '<div>', end: '</div>', nodes: [...childNodesOf(inner)], isSeen: true };
  const { width, height } = frame.getBoundingClientRect();
  const address = (frame as HTMLIFrameElement).src;
  // Tracking frames are a pixel in size and contain nothing to read.
  const isShown = width > 1 && height > 1;
  if (isShown && frames.length < UNREAD_FRAMES_MAX && !frames.includes(address)) frames.push(address);
  return null;
}

function contentOf(frame: Element): Document | null {
  try {
    return (frame as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** The children as the page shows them: a shadow tree with the content of its slots. */
export function shownChildren(element: Element): readonly Node[] {
  const shadow = shadowRootOf(element);
  if (shadow !== null) return [...childNodesOf(shadow)];
  // Checked by name instead of by class, because the elements of a frame have classes of their own.
  if (localNameOf(element) === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return [...childNodesOf(element)];
}

function attributesOf(element: Element): string {
  if (!hasAttributes(element)) return '';
  let text = '';
  const write = (name: string, value: string | null): void => {
    if (value !== null) text += ` ${name}="${escapeHtml(value)}"`;
  };
  for (const name of KEPT_ATTRIBUTES) write(name, attributeOf(element, name));
  if (namespaceOf(element) !== HTML) for (const name of DRAWN_ATTRIBUTES) write(name, attributeOf(element, name));
  else write(...addressOf(element));
  return text;
}

/** The address of a link, picture or player, resolved against the page: it has the same meaning everywhere. */
function addressOf(element: Element): [name: string, value: string | null] {
  switch (localNameOf(element)) {
    case 'a': {
      const written = attributeOf(element, 'href')?.trim() ?? '';
      if (written.startsWith('#')) return ['href', written];
      const { href } = element as HTMLAnchorElement;
      const place = placeInPage(href, ownerDocumentOf(element));
      if (place !== null) return ['href', place];
      return ['href', /^(https?|mailto|tel):/i.test(href) ? href : null];
    }
    case 'img':
    case 'audio':
    case 'video': {
      const { currentSrc, src } = element as HTMLImageElement | HTMLMediaElement;
      // `currentSrc` depends on the size of the window, and is all that a `source` element leaves.
      const address = src || currentSrc;
      const isWritten = PICTURE_DATA.test(address) ? address.length <= DATA_MAX_LENGTH : /^https?:/i.test(address);
      return ['src', isWritten ? address : null];
    }
    default:
      return ['src', null];
  }
}

/** The place inside the page that a link with the page's own address leads to; null for another page. */
function placeInPage(href: string, page: Document | null): string | null {
  const own = page === null ? null : windowOf(page)?.location.href;
  const at = href.indexOf('#');
  if (own === null || own === undefined || at === -1) return null;
  return href.slice(0, at) === own.replace(/#.*$/su, '') ? href.slice(at) : null;
}

function rootOf(node: Node): Node {
  return Node.prototype.getRootNode.call(node);
}

/** A selection that is queried node by node. */
class Bounds {
  readonly #extent: Extent;
  readonly #range: Range;

  constructor(extent: Extent) {
    this.#extent = extent;
    this.#range = newRange(ownerDocumentOf(extent.startContainer) ?? document);
    this.#range.setStart(extent.startContainer, extent.startOffset);
    this.#range.setEnd(extent.endContainer, extent.endOffset);
  }

  /** Whether a part of the node is selected. A node of another tree, such as a shadow tree, follows its host. */
  touches(node: Node): boolean {
    if (rootOf(node) !== rootOf(this.#extent.startContainer)) return true;
    return this.#range.intersectsNode(node);
  }

  /** The selected part of a text. */
  cut(text: Text): string {
    const { startContainer, startOffset, endContainer, endOffset } = this.#extent;
    const to = text === endContainer ? endOffset : text.data.length;
    return text.data.slice(text === startContainer ? startOffset : 0, to);
  }
}
