/**
 * The declarations that change how the text of an element looks: those of its `style`, of older attributes and of its
 * name. Each is in one spelling, so that two spellings of one look are equal. Marks, labels and directions of blocks
 * are read elsewhere.
 */
import { lookOfDeclarations } from '../../look-record.ts';
import { sha256 } from '../../../sha256.ts';
import { colourOf } from './css-colours.ts';
import { declarationsIn } from './css-declarations.ts';
import { attributeOf, isText, nextInside, type ChildNode, type ParentNode } from '../tree/html-tree.ts';
import { HEADING } from '../tree/tags.ts';

/** Properties that text inherits: the nearest declaration counts. The title of an element is one of them. */
const INHERITED = properties(
  'border-collapse border-spacing caption-side color direction empty-cells font* hyphens letter-spacing line-height ' +
    'list-style-image list-style-position overflow-wrap quotes ruby-* tab-size text-align* text-emphasis* text-indent ' +
    'text-justify text-orientation text-shadow text-transform text-underline* text-wrap* title white-space word-* ' +
    'writing-mode link-colour visited-link-colour active-link-colour ' +
    '-webkit-text-fill-color -webkit-text-security text-security -webkit-text-stroke* -webkit-writing-mode --*',
);
/** Properties of the boxes around a text: each box adds its own. */
const OF_BOXES = properties(
  'align-* aspect-ratio backdrop-filter background* border* bottom box-shadow clear clip clip-path column* content ' +
    'content-visibility counter-* display filter flex* float gap grid* height inset* justify-* left -webkit-line-clamp ' +
    'line-clamp margin* mask* max-* min-* mix-blend-mode object-* opacity order outline* overflow* padding* place-* ' +
    'position right rotate row-gap scale text-decoration* text-overflow top transform* translate unicode-bidi ' +
    'vertical-align visibility width z-index zoom',
);
const FOUR_SIDES: ReadonlySet<string> = new Set(['margin', 'padding']);
/** Values of boxes that show nothing. */
const NEUTRAL: Readonly<Record<string, ReadonlySet<string>>> = {
  background: new Set(['none', 'transparent', 'initial', '0 0']),
  'background-attachment': new Set(['scroll']),
  'background-position': new Set(['0 0', '0% 0%']),
  'background-repeat': new Set(['repeat']),
  'background-color': new Set(['transparent', 'initial']),
  'background-image': new Set(['none', 'initial']),
  border: new Set(['none', '0', 'initial', 'medium none']),
  display: new Set(['block', 'inline', 'initial']),
  opacity: new Set(['1', '100%']),
  outline: new Set(['none', '0']),
  overflow: new Set(['visible']),
  position: new Set(['static', 'initial']),
  visibility: new Set(['visible']),
};
/** Values with which most properties begin, and the properties that begin with another value. */
const FIRST_VALUES: ReadonlySet<string> = new Set(['auto', 'initial', 'none', 'normal']);
const BEGIN_OTHERWISE = properties('display flex hyphens margin* object-fit overflow* quotes text-decoration*');
/** Properties that begin with zero, and the elements that browsers give a padding. */
const BEGIN_WITH_ZERO = properties(
  'border-radius letter-spacing min-* order padding* text-indent word-spacing -webkit-text-stroke-width',
);
const PADDED: ReadonlySet<string> = new Set(
  'button dir fieldset input legend menu ol option select td textarea th ul'.split(' '),
);
/** Elements that keep white space by themselves. */
const KEEP_SPACE: ReadonlySet<string> = new Set(['nobr', 'pre', 'textarea']);
/** Elements that browsers show in a look of their own, which is no mark. */
const BY_NAME: Readonly<Record<string, readonly [name: string, value: string]>> = {
  address: ['font-style', 'italic'],
  big: ['font-size', 'larger'],
  button: ['frame', 'button'],
  center: ['text-align', 'center'],
  cite: ['font-style', 'italic'],
  dfn: ['font-style', 'italic'],
  fieldset: ['frame', 'group'],
  marquee: ['movement', 'scrolling'],
  meter: ['frame', 'meter'],
  nobr: ['white-space', 'nowrap'],
  progress: ['frame', 'progress bar'],
  q: ['quotation-marks', 'shown'],
  rt: ['ruby', 'above'],
  select: ['frame', 'list'],
  small: ['font-size', 'smaller'],
  textarea: ['frame', 'text area'],
  var: ['font-style', 'italic'],
};
/** Attributes of `body` for the colours of links. */
const LINK_COLOURS = { link: 'link-colour', vlink: 'visited-link-colour', alink: 'active-link-colour' } as const;
/** The start of names that newer browsers also know without it. */
const PREFIX = /^-webkit-(?=writing-mode|text-security)/;
/** Directions that are compared for themselves at a block or a cell. */
const OF_BLOCKS: ReadonlySet<string> = new Set(['direction', 'writing-mode', '-webkit-writing-mode']);
/** The sizes of `font`, as browsers show them. */
const FONT_SIZES = ['', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];
/** Words of `text-decoration` that marks record, or that say nothing. */
const RECORDED_LINES: ReadonlySet<string> = new Set(['underline', 'line-through', 'none', 'solid', 'auto', 'initial']);
/** Types of `input` that browsers show as other things than a text field. */
const TYPES_OF_INPUT: ReadonlySet<string> = new Set(
  'color date datetime-local file month password range time week'.split(' '),
);
/** Attributes that size a form control or set its scale. */
const OF_CONTROLS: ReadonlySet<string> = new Set('cols high low max min multiple optimum rows size'.split(' '));
const CONTROLS: ReadonlySet<string> = new Set('input meter progress select textarea'.split(' '));
const CELLS: ReadonlySet<string> = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'col', 'colgroup']);
/** Maximum length of a value, in UTF-16 units. A longer one is its end and a digest. */
const VALUE_LENGTH = 200;
const KEPT_LENGTH = 60;
const LENGTH = /(?<![\w#.-])([+-]?)(\d*\.?\d+)(px|pt|pc|in|cm|mm)?(?![\w.%])/g;
/** CSS pixels in a unit (CSS Values and Units 4, 6.2). */
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

/** Elements whose look depends on their attributes or their children. */
const HAS_LOOK: ReadonlySet<string> = new Set(['details', 'input', 'table']);

/** Properties that change a picture beside its size. */
const OF_PICTURES = properties(
  'backdrop-filter border* box-shadow clip* filter float mask* mix-blend-mode object-* opacity outline* rotate scale ' +
    'transform* translate',
);
/** Properties that paint something where there is no text. */
const PAINTED = properties('background* border* box-shadow outline* table-border*');

/** The declarations of the elements around a text, each with one value. */
export type DeclaredLook = ReadonlyMap<string, string>;

/** Marks that the text around an element has, which its own style may take back. */
export interface MarksAround {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** No declarations. */
export const NO_LOOK: DeclaredLook = new Map();

/** The look of the text in an element, over the look around it. The same object if the element adds nothing. */
export function lookInside(node: ParentNode, around: DeclaredLook, marks: MarksAround, isBlock: boolean): DeclaredLook {
  const { name, attributes } = node;
  const own = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (own === undefined && attributes.length === 0 && !HAS_LOOK.has(name)) return around;
  const look = new Look(around);
  if (name === 'details' && attributeOf(node, 'open') === undefined) look.add('part', 'closed');
  if (name === 'input') look.add('frame', frameOf(attributeOf(node, 'type')));
  if (name === 'table') look.add('table-columns', columnsIn(node));
  if (own !== undefined && !(own[1] === 'italic' && marks.isItalic)) look.add(own[0], own[1]);
  // A style counts before the older attributes.
  for (const attribute of attributes) addAttribute(look, name, attribute.name, attribute.value, isBlock);
  const style = attributeOf(node, 'style');
  if (style !== undefined) addStyle(look, style, name, marks, isBlock);
  return look.take();
}

/** What an element without text declares for itself. */
export function ownLook(node: ParentNode): DeclaredLook {
  return lookInside(node, NO_LOOK, { isBold: false, isItalic: false }, false);
}

/** The part of its own look that changes a picture. Empty: there is none. */
export function pictureLook(node: ParentNode): string {
  return lookOfDeclarations(new Map([...ownLook(node)].filter(([name]) => OF_PICTURES.test(name))));
}

/** The part of its own look that an element without text paints. Empty: nobody sees it. */
export function paintedLook(node: ParentNode): string {
  return lookOfDeclarations(new Map([...ownLook(node)].filter(([name]) => PAINTED.test(name))));
}

/** The look with the classes and ids of an element that a style sheet of the page names. */
export function withNames(look: DeclaredLook, names: readonly string[]): DeclaredLook {
  if (names.length === 0) return look;
  const named = new Look(look);
  named.add('class', [...new Set(names)].sort().join(' '));
  return named.take();
}

/** The look with one more declaration. An empty one adds nothing. */
export function withPart(look: DeclaredLook, name: string, value: string): DeclaredLook {
  const named = new Look(look);
  named.add(name, value);
  return named.take();
}

/** Declarations over those around. They are copied with the first one that is added. */
class Look {
  readonly #around: DeclaredLook;
  #own: Map<string, string> | undefined;

  constructor(around: DeclaredLook) {
    this.#around = around;
  }

  add(name: string, value: string): void {
    if (value === '') return;
    const before = this.#around.get(name);
    const isInherited = INHERITED.test(name);
    // Text starts at the left by itself.
    if (before === undefined && name === 'text-align' && (value === 'left' || value === 'start')) return;
    this.#own ??= new Map(this.#around);
    this.#own.set(name, shortened(isInherited || before === undefined ? value : `${before} › ${value}`));
  }

  /** Takes back what the elements around declare. */
  remove(name: string): void {
    if (!this.#around.has(name)) return;
    this.#own ??= new Map(this.#around);
    this.#own.delete(name);
  }

  take(): DeclaredLook {
    return this.#own ?? this.#around;
  }
}

/** Matches these names of properties. "*" stands for any end. */
function properties(names: string): RegExp {
  return new RegExp(`^(?:${names.replaceAll('*', String.raw`[\w-]*`).replaceAll(' ', '|')})$`);
}

function shortened(value: string): string {
  return value.length <= VALUE_LENGTH ? value : `${sha256(value).slice(0, 12)}…${value.slice(-KEPT_LENGTH)}`;
}

function addAttribute(look: Look, element: string, name: string, value: string, isBlock: boolean): void {
  const plain = value.trim().toLowerCase();
  if (OF_CONTROLS.has(name) && CONTROLS.has(element)) look.add(name, plain);
  switch (name) {
    case 'title':
      look.add(name, value.replaceAll(/[;\s]+/gu, ' ').trim());
      return;
    case 'bordercolor':
      look.add('table-border-color', colourOf(plain) ?? plain);
      return;
    case 'cellpadding':
      if (plain !== '1') look.add('table-cell-margins', plain);
      return;
    case 'cellspacing':
      if (plain !== '2') look.add('border-spacing', valueOf(`${plain}px`));
      return;
    case 'align':
      if (element === 'table') look.add('float', plain);
      else if (element === 'img') {
        if (plain === 'left' || plain === 'right') look.add('float', plain);
      } else look.add('text-align', plain === 'middle' ? 'center' : plain);
      return;
    case 'valign':
      if (plain !== 'middle') look.add('vertical-align', plain);
      return;
    case 'bgcolor':
      look.add('background-color', colourOf(plain) ?? plain);
      return;
    case 'background':
      look.add('background-image', plain);
      return;
    case 'color':
      if (element === 'font' || element === 'hr') look.add('color', colourOf(plain) ?? plain);
      return;
    case 'text':
      if (element === 'body') look.add('color', colourOf(plain) ?? plain);
      return;
    case 'link':
    case 'vlink':
    case 'alink':
      if (element === 'body') look.add(LINK_COLOURS[name], colourOf(plain) ?? plain);
      return;
    case 'face':
      if (element === 'font') look.add('font-family', fontsOf(plain));
      return;
    case 'size':
      if (element === 'font') look.add('font-size', FONT_SIZES[Number(plain)] ?? plain);
      if (element === 'hr') look.add('height', `${plain}px`);
      return;
    case 'border':
    case 'frame':
    case 'rules':
      if (element === 'table' && plain !== '0') look.add(`table-${name}`, plain === '' ? '1' : plain);
      if (element === 'img' && plain !== '0') look.add(name, plain);
      return;
    case 'width':
    case 'height':
      if (element === 'table' || element === 'hr' || CELLS.has(element))
        look.add(name, valueOf(/^\d+$/.test(plain) ? `${plain}px` : plain));
      return;
    case 'class': {
      const language = element === 'code' ? /(?:^|\s)language-(\S+)/.exec(value)?.[1] : undefined;
      if (language !== undefined) look.add('language', language.replaceAll(';', ' '));
      return;
    }
    case 'disabled':
      look.add('state', 'disabled');
      return;
    case 'nowrap':
      look.add('white-space', 'nowrap');
      return;
    case 'dir':
      // The direction of a block is compared for itself.
      if (!isBlock && (plain === 'rtl' || plain === 'ltr')) look.add('direction', plain);
      return;
  }
}

/** What the frame of an `input` is called. A checkbox and a radio button are signs without a frame. */
function frameOf(type = 'text'): string {
  const plain = type.trim().toLowerCase();
  if (/^(?:submit|reset|button)$/.test(plain)) return 'button';
  return /^(?:checkbox|radio|hidden|image)$/.test(plain) ? '' : TYPES_OF_INPUT.has(plain) ? plain : 'text';
}

/** The looks of the columns of a table, as its `col` elements state them. */
function columnsIn(table: ParentNode): string {
  const columns: string[] = [];
  for (let node: ChildNode | null = table.first; node !== null;) {
    const isGroup = !isText(node) && node.name === 'colgroup';
    if (!isText(node) && (node.name === 'col' || (isGroup && node.first === null))) columns.push(columnOf(node));
    node = nextInside(table, node, isGroup);
  }
  return columns.every((column) => column === '') ? '' : columns.map((column) => column || 'standard').join(' | ');
}

function columnOf(node: ParentNode): string {
  const look = ownLook(node);
  const span = Number(attributeOf(node, 'span') ?? 1);
  const declared = [...look].map(([name, value]) => `${name} ${value}`).join(', ');
  return span > 1 ? `${declared} × ${span}` : declared;
}

function addStyle(
  look: Look,
  style: string,
  element: string,
  { isBold, isItalic }: MarksAround,
  isBlock: boolean,
): void {
  for (const { name, value: raw } of declarationsIn(style)) {
    const isFour = FOUR_SIDES.has(name);
    if (!isFour && !INHERITED.test(name) && !OF_BOXES.test(name)) continue;
    const value = name === 'font-family' ? fontsOf(raw.toLowerCase()) : valueOf(raw);
    if (value === '' || value === 'inherit' || value === 'unset' || NEUTRAL[name]?.has(value)) continue;
    if (isFirstValue(name, value, element)) {
      if (INHERITED.test(name)) look.remove(name);
      continue;
    }
    if (isFour) {
      const sides = value.split(' ');
      const [top = value, right = top, bottom = top, left = right] = sides;
      look.add(`${name}-top`, top);
      look.add(`${name}-right`, right);
      look.add(`${name}-bottom`, bottom);
      look.add(`${name}-left`, left);
    } else if (name === 'font-weight') {
      const isPlain = value === 'normal' || value === 'lighter' || (Number(value) > 0 && Number(value) < 600);
      if (isPlain && (isBold || element === 'th' || HEADING.test(element))) look.add(name, 'normal');
    } else if (name === 'font-style') {
      if (value === 'normal' && isItalic) look.add(name, value);
    } else if (name.startsWith('text-decoration')) {
      const rest = value.split(' ').filter((word) => !RECORDED_LINES.has(word));
      if (rest.length > 0) look.add(name, rest.join(' '));
      else if (value === 'none' && element === 'a') look.add(name, value);
    } else if (name === 'vertical-align') {
      if (!/^(?:super|sub|baseline|middle)$/.test(value)) look.add(name, value);
    } else if (name === 'background') {
      const colour = colourOf(value);
      look.add(colour === undefined ? name : 'background-color', colour ?? value);
    } else if (!OF_BLOCKS.has(name) || !isBlock) look.add(name.replace(PREFIX, ''), value);
  }
}

/** Whether a property has this value where nothing declares it. Weight and slant are marks. */
function isFirstValue(name: string, value: string, element: string): boolean {
  if (name === 'font-weight' || name === 'font-style') return false;
  if (name === 'white-space' && KEEP_SPACE.has(element)) return false;
  if (/^0(?: 0)*$/.test(value))
    return BEGIN_WITH_ZERO.test(name) && !(name.startsWith('padding') && PADDED.has(element));
  return FIRST_VALUES.has(value) && !BEGIN_OTHERWISE.test(name);
}

/** A value in one spelling: lower case, colours as `#rrggbb`, absolute lengths in pixels. No "; " is left in it. */
function valueOf(raw: string): string {
  if (/url\(/i.test(raw)) return raw.replaceAll(/[;\s]+/gu, ' ');
  const value = raw
    .toLowerCase()
    .replaceAll(/[;\s]+/gu, ' ')
    .replaceAll(/\s*,\s*/gu, ',')
    .trim();
  const colour = /[a-z#]/.test(value) && !/^[0-9a-f]+$/.test(value) ? colourOf(value) : undefined;
  if (colour !== undefined) return colour;
  return value
    .split(' ')
    .map((word) => (word.startsWith('#') || /^[a-z]+$/.test(word) ? (colourOf(word) ?? word) : word))
    .join(' ')
    .replaceAll(LENGTH, (_whole, sign: string, digits: string, unit?: string) => {
      const pixels = Math.round(Number(`${sign}${digits}`) * (unit === undefined ? 1 : PIXELS[unit]!) * 100) / 100;
      return unit === undefined || pixels === 0 ? String(pixels + 0) : `${pixels}px`;
    });
}

/** Names of fonts, without quotation marks and without spaces around the commas. */
function fontsOf(value: string): string {
  return value
    .replaceAll(/["';]/g, '')
    .split(',')
    .map((font) => font.replaceAll(/\s+/gu, ' ').trim())
    .join(', ');
}
