import { MARKS } from '../../../../shared/document/model.ts';
import type { UncomparedKind } from '../../../../shared/change/uncompared.ts';
import type { MarkName, TextType } from '../../../../shared/document/model.ts';

/** How the reader treats an element by its name alone. Elements that are not listed are transparent inline elements. */
export interface TagTraits {
  /** Begins and ends a block of text. */
  readonly block: boolean;
  /** Counts as a block element in the envelope. */
  readonly counted: boolean;
  /** Has no content. */
  readonly void: boolean;
  /** Its content is not part of the document. */
  readonly dropped: boolean;
  /** A reader sees it, or could, and it is listed instead of read. */
  readonly listed: UncomparedKind | undefined;
  readonly tablePart: boolean;
  /** Bit of the mark that it sets; 0 for none. */
  readonly mark: number;
  /** Type of the text in it. Undefined: the type of the text around it. */
  readonly type: TextType | undefined;
}

type Writable = { -readonly [K in keyof TagTraits]: TagTraits[K] };

function plain(): Writable {
  return {
    block: false,
    counted: false,
    void: false,
    dropped: false,
    listed: undefined,
    tablePart: false,
    mark: 0,
    type: undefined,
  };
}

/** Names of headings. */
export const HEADING = /^h[1-6]$/;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

const BLOCKS =
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
  'header hgroup legend li listing main marquee menu nav ol p plaintext pre search section summary textarea ul xmp';

/** The block-level elements of HTML. The rows and cells of a table are not counted beside it. */
const COUNTED =
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 ' +
  'h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp';

const DROPPED = 'title script style noscript noframes noembed rp';

/** Elements of HTML that are listed. `template` and `datalist` are seen only where a script shows them. */
const LISTED: Readonly<Record<string, UncomparedKind>> = {
  iframe: 'frame',
  frame: 'frame',
  object: 'embedded_object',
  embed: 'embedded_object',
  applet: 'embedded_object',
  canvas: 'canvas',
  audio: 'media',
  video: 'media',
  template: 'hidden_content',
  datalist: 'hidden_content',
};

const VOID = 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr';

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
  each(BLOCKS, (t) => (t.block = true));
  each(COUNTED, (t) => (t.counted = true));
  each(VOID, (t) => (t.void = true));
  each(DROPPED, (t) => (t.dropped = true));
  each(Object.keys(LISTED), (t, name) => (t.listed = LISTED[name]));
  each(HEADINGS, (t, name) => {
    t.block = true;
    t.type = name as TextType;
  });
  each('pre listing plaintext textarea xmp', (t) => (t.type = 'pre'));
  each('table tbody thead tfoot tr', (t) => (t.tablePart = true));
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
