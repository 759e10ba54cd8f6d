/** An element of a page while its content is read: its role, and how its text is read and looks. */
import type { Row, TextType } from '../../../shared/document/model.ts';
import { readHref, readPageDirection, readShownAttributes, type TagAttributes } from './attributes.ts';
import { lookInside, withNames, type DeclaredLook } from './css/declared-look.ts';
import { readInlineStyle } from './css/inline-style.ts';
import type { StyleSheets } from './css/style-sheets.ts';
import { Flow, type TextContext } from './flow.ts';
import type { OpenStep, StepCount } from './list-path.ts';
import type { ParentNode } from './tree/html-tree.ts';
import { isSvg } from './tree/subtree.ts';
import { HEADING, markBit, type TagTraits } from './tree/tags.ts';

/** Elements whose direction applies to the whole page. */
const PAGE: ReadonlySet<string> = new Set(['html', 'body']);
const STRONG = markBit('strong');
const EM = markBit('em');

/** What an element contributes when it ends. */
export type Role =
  | { readonly is: 'inline' }
  | { readonly is: 'step'; readonly step: OpenStep }
  | { readonly is: 'table'; readonly rows: Row[]; readonly captions: Flow[]; readonly attributes: TagAttributes }
  | { readonly is: 'row'; readonly cells: Row['cells'][number][] }
  | { readonly is: 'cell'; readonly header: boolean; readonly colspan: number; readonly rowspan: number }
  | { readonly is: 'caption' }
  | { readonly is: 'drawn_text' };

/** The role of an element that is part of a line. */
export const INLINE: Role = { is: 'inline' };
/** The role of a text in a drawing. */
export const DRAWN: Role = { is: 'drawn_text' };

/** An element whose content is being read. */
export interface OpenElement {
  readonly node: ParentNode;
  readonly traits: TagTraits;
  readonly role: Role;
  /** Where its content goes. Cells and captions have flows of their own. */
  readonly flow: Flow;
  readonly context: TextContext;
  /** Marks and link of its text, including marks of the elements around it. */
  readonly marks: number;
  readonly href: string | null;
  /** What its text looks like beside its marks. */
  readonly look: DeclaredLook;
  /** Whether it is inside the service's own fragment, whose classes are read back. */
  readonly inFragment: boolean;
  /** Whether it is part of a drawing and outside of its texts. */
  readonly isDrawing: boolean;
}

/** An element as it is opened: what its tag, its attributes and the style sheets add to the element around it. */
export function openElement(
  node: ParentNode,
  traits: TagTraits,
  attributes: TagAttributes,
  role: Role,
  around: OpenElement,
  stepCount: StepCount,
  sheets: StyleSheets | undefined,
): OpenElement {
  const { name } = node;
  let ownMarks = traits.mark;
  const style = attributes.get('style');
  if (style !== undefined) {
    const { sets, unsets } = readInlineStyle(style);
    // Headings and header cells are bold by themselves.
    const ignored = HEADING.test(name) || name === 'th' ? STRONG : 0;
    ownMarks = (ownMarks & ~unsets) | (sets & ~ignored);
  }
  // The fragment writes an image that is not shown inside a link of its own. It is no link of the document.
  const isLink = name === 'a' && !(around.inFragment && attributes.get('class') === 'image');
  const isFragmentRoot = !around.inFragment && name === 'div' && attributes.get('class') === 'diffsvc';
  const hasFlow = role.is === 'cell' || role.is === 'caption';
  return {
    node,
    traits,
    role,
    flow: hasFlow ? new Flow(stepCount) : around.flow,
    context: contextOf(name, traits, attributes, role, around),
    marks: around.marks | ownMarks,
    href: (isLink ? readHref(attributes) : null) ?? around.href,
    look: isSvg(node) ? around.look : lookOf(node, traits, around, sheets),
    inFragment: around.inFragment || isFragmentRoot,
    isDrawing: isSvg(node) && role.is !== 'drawn_text' && (around.isDrawing || !isSvg(around.node)),
  };
}

/** The look of the text in an element. Classes, ids and attributes count where a style sheet of the page uses them. */
export function lookOf(
  node: ParentNode,
  traits: TagTraits,
  { look: outer, marks, context }: OpenElement,
  sheets: StyleSheets | undefined,
): DeclaredLook {
  const around = { isBold: (marks & STRONG) !== 0 || HEADING.test(context.type), isItalic: (marks & EM) !== 0 };
  const look = lookInside(node, outer, around, traits.block);
  return sheets === undefined || sheets.names.isEmpty ? look : withNames(look, sheets.names.of(node));
}

function contextOf(
  name: string,
  traits: TagTraits,
  attributes: TagAttributes,
  role: Role,
  { context, inFragment }: OpenElement,
): TextContext {
  const type = textTypeOf(name, traits, attributes, role, context.type, inFragment);
  if (PAGE.has(name)) return { type, attributes: readPageDirection(attributes, context.attributes) };
  const showsAttributes = traits.block || traits.tablePart || role.is === 'cell' || role.is === 'caption';
  const shown = showsAttributes ? readShownAttributes(attributes, context.attributes, inFragment) : context.attributes;
  return type === context.type && shown === context.attributes ? context : { type, attributes: shown };
}

function textTypeOf(
  name: string,
  traits: TagTraits,
  attributes: TagAttributes,
  role: Role,
  around: TextType,
  inFragment: boolean,
): TextType {
  if (role.is === 'cell') return 'p';
  if (role.is === 'caption') return 'caption';
  if (around === 'caption') return traits.type === 'pre' ? 'pre' : 'caption';
  if (inFragment && (name === 'p' || name === 'pre')) {
    const ownClass = attributes.get('class');
    if (ownClass === 'line') return name === 'p' ? 'line' : 'code-line';
    if (ownClass === 'caption') return 'caption';
  }
  return traits.type ?? around;
}
