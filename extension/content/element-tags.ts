/** How an element of a page is read. */
export type TagFate =
  /** The element and its content are skipped. */
  | 'drop'
  /** The element is written under its own name. */
  | 'keep'
  /** The element is written without its content. The service lists it. */
  | 'list'
  /** Only the content is written, inside a `div` if the page shows it as a block. */
  | 'unwrap';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements without text for a reader. */
const DROPPED = set(
  'script style noscript template head link meta title base object embed applet datalist ' +
    'annotation annotation-xml defs symbol metadata desc',
);
/** Elements that are shown and not read. */
const LISTED = set('canvas audio video');

/** Elements that the service compares, and sections that help to find the article. */
const KEPT = set(
  'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th figure figcaption ' +
    'hr br strong b em i u s strike del ins sup sub mark a img div section article main aside nav header footer address details summary',
);
/** Elements of MathML and SVG that the service reads, and the shapes that it lists. */
export const MATH_TAGS: readonly string[] =
  'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mfenced menclose mstyle merror mpadded mphantom semantics'.split(
    ' ',
  );
/** See `MATH_TAGS`. */
export const SVG_TAGS: readonly string[] = 'svg g path rect circle ellipse line polyline polygon text tspan'.split(' ');
const KEPT_MATH: ReadonlySet<string> = new Set(MATH_TAGS);
const KEPT_SVG: ReadonlySet<string> = new Set(SVG_TAGS);

/** Elements without an end tag. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

const SVG = 'http://www.w3.org/2000/svg';
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Whether an element is the name of a drawing or of a part. The page shows such a name where the pointer rests. */
export function isDrawingTitle(tag: string, namespace: string | null): boolean {
  return namespace === SVG && tag === 'title';
}

/** How an element with this local name is read. */
export function fateOf(tag: string, namespace: string | null): TagFate {
  if (isDrawingTitle(tag, namespace)) return 'keep';
  if (DROPPED.has(tag)) return 'drop';
  if (namespace === SVG) return KEPT_SVG.has(tag) ? 'keep' : 'unwrap';
  if (namespace === MATHML) return KEPT_MATH.has(tag) ? 'keep' : 'unwrap';
  if (LISTED.has(tag)) return 'list';
  return KEPT.has(tag) ? 'keep' : 'unwrap';
}

/** Attributes of shapes and texts in a drawing, and of equations. */
export const DRAWN_ATTRIBUTES: readonly string[] = (
  'd x y dx dy x1 y1 x2 y2 cx cy r rx ry points transform viewBox fill stroke stroke-width opacity ' +
  'display open close separators'
).split(' ');

/** Attributes that are written: compared or carried ones, and those that help to find the article. */
export const KEPT_ATTRIBUTES: readonly string[] = [
  ...['alt', 'title', 'width', 'height', 'colspan', 'rowspan', 'dir', 'lang', 'start', 'type'],
  ...['class', 'id', 'role', 'itemprop', 'hidden'],
];
