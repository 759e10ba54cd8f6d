import { MARKS } from '../../../shared/document/model.ts';
import type { MarkName, TextType } from '../../../shared/document/model.ts';

/**
 * What an end tag's search for its element stops at: bits of `TagTraits.barrier` (HTML Standard 13.2.4.2, "has an
 * element in scope").
 */
export const SCOPE = 1;
export const BUTTON_SCOPE = 2;
export const LIST_SCOPE = 4;
export const TABLE_SCOPE = 8;

/** How the reader treats an element by its name alone. Names that are not listed are transparent inline elements. */
export interface TagTraits {
  /** "Special" in the HTML Standard: an unmatched end tag does not close it. */
  readonly special: boolean;
  /** Begins and ends a block of text. */
  readonly block: boolean;
  /** Counted as a block element by the envelope. */
  readonly counted: boolean;
  /** Its start tag closes an open `p`. */
  readonly closesParagraph: boolean;
  /** In the HTML Standard's list of formatting elements: left open, it goes on in the next block. */
  readonly formatting: boolean;
  readonly void: boolean;
  /** Its content is not part of the document. */
  readonly dropped: boolean;
  /** Closed without an error when an element around it ends. */
  readonly impliedEnd: boolean;
  readonly tablePart: boolean;
  /** Formatting left open outside does not reach into it, nor out of it. */
  readonly marker: boolean;
  readonly barrier: number;
  /** Bit of the mark that it sets; 0 for none. */
  readonly mark: number;
  /** Type of the text in it; undefined: as around it. */
  readonly type: TextType | undefined;
}

type Writable = { -readonly [K in keyof TagTraits]: TagTraits[K] };

function plain(): Writable {
  return {
    special: false,
    block: false,
    counted: false,
    closesParagraph: false,
    formatting: false,
    void: false,
    dropped: false,
    impliedEnd: false,
    tablePart: false,
    marker: false,
    barrier: 0,
    mark: 0,
    type: undefined,
  };
}

/** Names of headings, as a pattern and as a list. */
export const HEADING = /^h[1-6]$/;
export const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** Blocks whose start tag closes an open paragraph, and whose end tag is matched in scope. */
const CONTAINER_BLOCKS =
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header ' +
  'hgroup listing main menu nav ol p pre search section summary ul';

const SPECIAL =
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
  'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
  'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ' +
  'ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot ' +
  'th thead title tr track ul wbr xmp';

/** The block-level elements of HTML; rows and cells of a table are not counted beside it. */
const COUNTED =
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 ' +
  'h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp';

const DROPPED =
  'title script style template noscript iframe object embed svg canvas audio video textarea select option optgroup ' +
  'datalist noframes noembed applet progress meter annotation annotation-xml';

const MARK_OF: Readonly<Record<string, MarkName>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sup: 'sup',
  sub: 'sub',
  mark: 'mark',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

/** Bit of a mark in `Run.marks`. */
export function markBit(name: MarkName): number {
  return 1 << MARKS.indexOf(name);
}

function makeTable(): Map<string, TagTraits> {
  const table = new Map<string, Writable>();
  const each = (names: string | readonly string[], change: (traits: Writable, name: string) => void): void => {
    for (const name of typeof names === 'string' ? names.split(' ') : names) {
      let traits = table.get(name);
      if (!traits) table.set(name, (traits = plain()));
      change(traits, name);
    }
  };
  each(SPECIAL, (t) => (t.special = true));
  each(COUNTED, (t) => (t.counted = true));
  each(DROPPED, (t) => (t.dropped = true));
  each(CONTAINER_BLOCKS, (t) => (t.block = t.closesParagraph = true));
  each('li dd dt', (t) => (t.block = true));
  each('plaintext xmp', (t) => (t.block = t.closesParagraph = true));
  each('hr', (t) => (t.closesParagraph = true));
  each('legend marquee', (t) => (t.block = true));
  each(HEADINGS, (t, name) => {
    t.block = t.closesParagraph = true;
    t.type = name as TextType;
  });
  each('pre listing plaintext xmp', (t) => (t.type = 'pre'));
  each('a b big code em font i nobr s small strike strong tt u', (t) => (t.formatting = true));
  each('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr', (t) => {
    t.void = true;
  });
  each('dd dt li optgroup option p rb rp rt rtc', (t) => (t.impliedEnd = true));
  each('table tbody thead tfoot tr', (t) => (t.tablePart = true));
  each('applet caption marquee object td template th', (t) => (t.marker = true));
  each('applet caption table td th marquee object template', (t) => (t.barrier |= SCOPE));
  each('button', (t) => (t.barrier |= BUTTON_SCOPE));
  each('ol ul', (t) => (t.barrier |= LIST_SCOPE));
  each('table template', (t) => (t.barrier |= TABLE_SCOPE));
  each(Object.keys(MARK_OF), (t, name) => {
    const mark = MARK_OF[name];
    if (mark) t.mark = markBit(mark);
  });
  return table;
}

const TRAITS: ReadonlyMap<string, TagTraits> = makeTable();
const UNKNOWN: TagTraits = plain();

/** The traits of an element, by its lower-case name. */
export function traitsOf(name: string): TagTraits {
  return TRAITS.get(name) ?? UNKNOWN;
}
