import {
  PLAIN_ATTRIBUTES,
  type Block,
  type Row,
  type RowSection,
  type TextType,
} from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import {
  NO_ATTRIBUTES,
  readAttributes,
  readCellForm,
  readHref,
  readImage,
  readShownAttributes,
  type TagAttributes,
} from './attributes.ts';
import { Flow, type TextContext } from './flow.ts';
import { isText, type ParentNode, type TextNode } from './html-tree.ts';
import { readInlineStyle } from './inline-style.ts';
import { StepCount, type OpenStep } from './list-path.ts';
import { openStep, opensStep } from './open-step.ts';
import { HEADING, markBit, traitsOf, type TagTraits } from './tags.ts';

const ONLY_WHITE_SPACE = /^[\t\n\f\r ]*$/;
const SECTION_OF: Readonly<Record<string, RowSection>> = { thead: 'head', tbody: 'body', tfoot: 'foot' };
/** Elements whose direct text is layout: it is white space, because the parser moves any other text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set('html head table thead tbody tfoot tr colgroup'.split(' '));
const STRONG = markBit('strong');
const TASK_DONE = '☑ ';
const TASK_OPEN = '☐ ';

/** What an element contributes when it ends. */
type Role =
  | { readonly is: 'inline' }
  | { readonly is: 'step'; readonly step: OpenStep }
  | { readonly is: 'table'; readonly rows: Row[]; readonly captions: Flow[] }
  | { readonly is: 'row'; readonly cells: Row['cells'][number][] }
  | { readonly is: 'cell'; readonly header: boolean; readonly colspan: number; readonly rowspan: number }
  | { readonly is: 'caption' };

const INLINE: Role = { is: 'inline' };

/** An element whose content is being read. */
interface OpenElement {
  readonly node: ParentNode;
  readonly traits: TagTraits;
  readonly role: Role;
  /** Where its content goes. Cells and captions have flows of their own. */
  readonly flow: Flow;
  readonly context: TextContext;
  /** Marks and link of its text, with those of the elements around it. */
  readonly marks: number;
  readonly href: string | null;
  /** Whether it is inside the service's own fragment, whose classes are read back. */
  readonly inFragment: boolean;
}

/** Reads the tree of a page into blocks. It walks the tree without recursion, because pages nest as deep as they like. */
export class TreeReader {
  readonly #stepCount = new StepCount();
  readonly #open: OpenElement[] = [];

  read(document: ParentNode): Block[] {
    const flow = new Flow(this.#stepCount);
    this.#open.push({
      node: document,
      traits: traitsOf(document.name),
      role: INLINE,
      flow,
      context: { type: 'p', attributes: PLAIN_ATTRIBUTES },
      marks: 0,
      href: null,
      inFragment: false,
    });
    let next = document.first;
    while (next !== null || this.#open.length > 1) {
      if (next === null) {
        next = this.#leave().next;
      } else if (isText(next)) {
        this.#text(next);
        next = next.next;
      } else {
        next = this.#enter(next) ? next.first : next.next;
      }
    }
    return flow.take();
  }

  get #top(): OpenElement {
    return this.#open.at(-1)!;
  }

  #text({ text }: TextNode): void {
    const { node, flow, marks, href, context } = this.#top;
    if (WITHOUT_TEXT.has(node.name) && ONLY_WHITE_SPACE.test(text)) return;
    flow.addText(text, marks, href, context);
  }

  /** Begins an element. False: its content is not read. */
  #enter(node: ParentNode): boolean {
    const { name } = node;
    const traits = traitsOf(name);
    if (traits.dropped) return false;
    const attributes = readAttributes(node.attributes);
    const around = this.#top;
    if (traits.void) {
      if (!isHidden(attributes)) this.#void(name, attributes);
      return false;
    }
    const role = this.#roleOf(name, attributes);
    if (isHidden(attributes)) {
      if (role.is === 'step') around.flow.listPath.close(role.step);
      return false;
    }
    const element = openElement(node, traits, attributes, role, around, this.#stepCount);
    if (traits.block) element.flow.endBlock();
    this.#open.push(element);
    return true;
  }

  #roleOf(name: string, attributes: TagAttributes): Role {
    const { flow, inFragment } = this.#top;
    switch (name) {
      case 'table':
        return { is: 'table', rows: [], captions: [] };
      case 'tr':
        return { is: 'row', cells: [] };
      case 'caption':
        return { is: 'caption' };
      case 'td':
      case 'th':
        return { is: 'cell', ...readCellForm(name === 'th', attributes) };
    }
    if (!opensStep(name, attributes, inFragment)) return INLINE;
    flow.endBlock();
    return { is: 'step', step: openStep(flow.listPath, name, attributes, !isHidden(attributes)) };
  }

  #void(name: string, attributes: TagAttributes): void {
    const { flow, marks, href, context } = this.#top;
    if (name === 'hr') flow.addRule();
    else if (name === 'br') flow.addBreak(marks, href, context);
    else if (name === 'img') {
      const image = readImage(attributes);
      if (image) flow.addImage(image, href, context);
    } else if (name === 'input' && attributes.get('type')?.trim().toLowerCase() === 'checkbox') {
      flow.addText(attributes.has('checked') ? TASK_DONE : TASK_OPEN, marks, href, context);
    }
  }

  /** Ends the innermost element: its block, step, cell, row or table is complete. */
  #leave(): ParentNode {
    const { node, traits, role, flow } = this.#open.pop()!;
    if (traits.block) flow.endBlock();
    switch (role.is) {
      case 'inline':
        break;
      case 'step':
        flow.listPath.close(role.step);
        break;
      case 'caption':
        this.#around('table')?.captions.push(flow);
        break;
      case 'cell': {
        const { header, colspan, rowspan } = role;
        this.#around('row')?.cells.push({ header, colspan, rowspan, blocks: flow.take() });
        break;
      }
      case 'row':
        if (role.cells.length > 0)
          this.#around('table')?.rows.push({ section: SECTION_OF[this.#top.node.name] ?? 'body', cells: role.cells });
        break;
      case 'table': {
        flow.endBlock();
        const blocks: Block[] = role.captions.flatMap((caption) => caption.take());
        if (role.rows.length > 0) blocks.push({ kind: 'table', rows: role.rows, path: TOP });
        for (const block of blocks) flow.addBlock(block);
      }
    }
    return node;
  }

  /** The role of the innermost open table or row. */
  #around<Is extends 'table' | 'row'>(is: Is): Extract<Role, { is: Is }> | undefined {
    const element = this.#open.findLast(({ role }) => role.is === is);
    return element?.role as Extract<Role, { is: Is }> | undefined;
  }
}

function openElement(
  node: ParentNode,
  traits: TagTraits,
  attributes: TagAttributes,
  role: Role,
  around: OpenElement,
  stepCount: StepCount,
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
    inFragment: around.inFragment || isFragmentRoot,
  };
}

function contextOf(
  name: string,
  traits: TagTraits,
  attributes: TagAttributes,
  role: Role,
  { context, inFragment }: OpenElement,
): TextContext {
  const type = textTypeOf(name, traits, attributes, role, context.type, inFragment);
  const showsAttributes = traits.block || traits.tablePart || role.is === 'cell' || role.is === 'caption';
  const shown = showsAttributes ? readShownAttributes(attributes, context.attributes) : context.attributes;
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

function isHidden(attributes: TagAttributes): boolean {
  if (attributes === NO_ATTRIBUTES) return false;
  if (attributes.has('hidden')) return true;
  const style = attributes.get('style');
  return style !== undefined && readInlineStyle(style).hides;
}
