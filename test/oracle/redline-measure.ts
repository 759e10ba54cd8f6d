/**
 * Measures the HTML redline of any tool: text and tags of each side, amount and place of its marks.
 *
 * Reads tags as they are written (htmlparser2, no tree repair). A browser's parser moves misplaced elements and would
 * hide the fault. Understands `ins` and `del`, and the classes of visual-dom-diff for added and removed elements.
 */
import { Parser } from 'htmlparser2';

/** Measures of one redline. */
export interface RedlineMeasure {
  /** Text with `ins` dropped and `del` unwrapped; white space, block boundaries and `br` as one space. */
  readonly original: string;
  /** Text with `del` dropped and `ins` unwrapped. */
  readonly revised: string;
  /** Tags of each side without `ins` and `del`, and without elements that hold neither text nor a void element. */
  readonly originalTags: readonly string[];
  readonly revisedTags: readonly string[];
  /** Code points in `ins` or `del` that are not white space. */
  readonly changedChars: number;
  /** Stretches of changed text of one kind in reading order; a stretch may cross elements and blocks. */
  readonly segments: number;
  /** Empty `ins` and `del` elements. */
  readonly empty: number;
  /**
   * `ins` and `del` elements in a place that the content model forbids. Also such elements that contain an element
   * which may not be there.
   */
  readonly illegal: number;
  /** End tags that are missing or close nothing. */
  readonly malformed: number;
  /** Whether anything is marked as changed. */
  readonly marked: boolean;
}

/** Elements that begin and end a line of text. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose text a page does not show. */
export const HIDDEN_TAGS: ReadonlySet<string> = new Set(
  'head title script style template noembed noframes iframe object'.split(' '),
);

const VOID_TAGS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
// `ins` and `del` may not be children of these (HTML, content models; only script-supporting elements beside the rows and items).
const CLOSED_PARENTS: ReadonlySet<string> = new Set(
  'colgroup dl menu ol optgroup select table tbody tfoot thead tr ul'.split(' '),
);
// `ins` and `del` are transparent: inside these they hold phrasing content only.
const PHRASING_PARENTS: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big cite code data dfn em font h1 h2 h3 h4 h5 h6 i kbd label legend mark p pre q s samp small span ' +
    'strike strong sub summary sup time tt u var'
  ).split(' '),
);
// Never a child of flow content, and so never of `ins` or `del`.
const OWNED_TAGS: ReadonlySet<string> = new Set(
  'body caption col colgroup dd dt head html li optgroup option tbody td tfoot th thead tr'.split(' '),
);

const INSERTED = 1;
const DELETED = 2;

interface OpenElement {
  readonly name: string;
  /** Bits of `INSERTED` and `DELETED`: kinds of changes around the content. */
  readonly state: number;
  readonly outermost: boolean;
  /** Sides that have the tag itself. */
  readonly onOriginal: boolean;
  readonly onRevised: boolean;
  hasText: boolean;
  hasContent: boolean;
  illegal: boolean;
}

/** Reads a redline and measures it. `preserve` keeps white space as it is, for redlines of plain text. */
export function measureRedline(html: string, { preserve = false }: { preserve?: boolean } = {}): RedlineMeasure {
  const original: string[] = [];
  const revised: string[] = [];
  const originalTags: string[] = [];
  const revisedTags: string[] = [];
  const open: OpenElement[] = [];
  let hidden = 0;
  let changedChars = 0;
  let segments = 0;
  let lastState = 0;
  let empty = 0;
  let illegal = 0;
  let malformed = 0;
  let marked = false;

  const addText = (text: string): void => {
    if (hidden > 0 || text === '') return;
    const state = open.at(-1)?.state ?? 0;
    if ((state & INSERTED) === 0) original.push(text);
    if ((state & DELETED) === 0) revised.push(text);
    if (state !== 0) changedChars += countInk(text);
    if (/\S/u.test(text)) {
      if (state !== 0 && state !== lastState) segments += 1;
      lastState = state;
    }
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const element = open[index]!;
      if (element.hasText) break;
      element.hasText = true;
      element.hasContent = true;
    }
    const inked = /\S/u.test(text);
    if (inked && (state & INSERTED) === 0) originalTags.push('#');
    if (inked && (state & DELETED) === 0) revisedTags.push('#');
  };

  const breakLine = (): void => {
    original.push('\n');
    revised.push('\n');
  };

  const openElement = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const above = open.at(-1);
    const classes = ` ${attributes.class ?? ''} `;
    const added = classes.includes(' vdd-added ');
    const removed = classes.includes(' vdd-removed ');
    // An `ins` of a format change: the text itself is on both sides.
    const modified = classes.includes(' vdd-modified ');
    const isChange = name === 'ins' || name === 'del';
    marked ||= isChange || added || removed || modified;
    const inserted = added || (name === 'ins' && !modified);
    const deleted = removed || name === 'del';
    const outside = above?.state ?? 0;
    const state = outside | (inserted ? INSERTED : 0) | (deleted ? DELETED : 0);
    const element: OpenElement = {
      name,
      state,
      outermost: (isChange || added || removed) && outside === 0,
      onOriginal: !isChange && (state & INSERTED) === 0,
      onRevised: !isChange && (state & DELETED) === 0,
      hasText: false,
      hasContent: false,
      illegal: isChange && above !== undefined && CLOSED_PARENTS.has(above.name),
    };
    if (!isChange) blameChangeAround(open, name);
    if (BLOCK_TAGS.has(name) || name === 'br') breakLine();
    if (VOID_TAGS.has(name)) {
      for (const outer of open) outer.hasContent = true;
      if (element.onOriginal && name !== 'wbr') originalTags.push(`<${name}/>`);
      if (element.onRevised && name !== 'wbr') revisedTags.push(`<${name}/>`);
    } else {
      if (element.onOriginal) originalTags.push(`<${name}>`);
      if (element.onRevised) revisedTags.push(`<${name}>`);
    }
    if (HIDDEN_TAGS.has(name)) hidden += 1;
    open.push(element);
  };

  const closeElement = (name: string, implied: boolean): void => {
    const element = open.pop();
    if (element === undefined) return;
    if (implied && !VOID_TAGS.has(name)) malformed += 1;
    if (HIDDEN_TAGS.has(name)) hidden -= 1;
    if (BLOCK_TAGS.has(name)) breakLine();
    if (name === 'ins' || name === 'del') {
      if (!element.hasContent) empty += 1;
      if (element.illegal) illegal += 1;
      return;
    }
    if (VOID_TAGS.has(name)) return;
    if (element.onOriginal) closeTag(originalTags, name);
    if (element.onRevised) closeTag(revisedTags, name);
  };

  const parser = new Parser(
    {
      ontext: addText,
      onopentag: (name, attributes, implied) => {
        if (implied) malformed += 1;
        openElement(name, attributes);
      },
      onclosetag: closeElement,
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();

  return {
    original: preserve ? original.join('') : collapseSpace(original.join('')),
    revised: preserve ? revised.join('') : collapseSpace(revised.join('')),
    originalTags: joinText(originalTags),
    revisedTags: joinText(revisedTags),
    changedChars,
    segments,
    empty,
    illegal,
    malformed,
    marked,
  };
}

/** White space (no-break spaces too) as single spaces, none at the ends. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/** Text without white space, in NFC. No reader may lose any of it. */
export function inkOf(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}

/** Code points that are not white space. */
export function countInk(text: string): number {
  let count = 0;
  for (const char of text) if (!/\s/u.test(char)) count += 1;
  return count;
}

// Marks the changes that contain a forbidden element: a block where only phrasing is allowed, or a row or item.
function blameChangeAround(open: readonly OpenElement[], name: string): void {
  if (!BLOCK_TAGS.has(name)) return;
  for (let index = open.length - 1; index >= 0; index -= 1) {
    const outer = open[index]!;
    if (outer.name !== 'ins' && outer.name !== 'del') return;
    const parent = open[index - 1]?.name;
    if (OWNED_TAGS.has(name) || (parent !== undefined && PHRASING_PARENTS.has(parent))) outer.illegal = true;
  }
}

// Writes an end tag, or takes the start tag back when nothing came after it.
function closeTag(tags: string[], name: string): void {
  if (tags.at(-1) === `<${name}>`) tags.pop();
  else tags.push(`</${name}>`);
}

// Neighbouring pieces of text are one.
function joinText(tags: readonly string[]): string[] {
  return tags.filter((tag, index) => tag !== '#' || tags[index - 1] !== '#');
}
