/** Reads the tree of a page into blocks. */
import { html } from 'parse5';
import { inputSight } from '../../../shared/document/control-text.ts';
import { PLAIN_ATTRIBUTES, type Block, type RowSection } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import {
  NO_ATTRIBUTES,
  readAttributes,
  readCellForm,
  readImage,
  readTableDirection,
  type TagAttributes,
} from './attributes.ts';
import { gaugeOf, inputText, optionsOf } from './controls.ts';
import { Flow } from './flow.ts';
import { withDigest } from '../compared-pictures.ts';
import { NO_LOOK, ownLook, paintedLook, withPart, type DeclaredLook } from './css/declared-look.ts';
import { lookOfDeclarations } from '../look-record.ts';
import { HtmlInventory } from './inventory/html-inventory.ts';
import { attributeOf, isText, type ParentNode, type TextNode } from './tree/html-tree.ts';
import { readInlineStyle } from './css/inline-style.ts';
import { isBlank } from '../normalise/white-space.ts';
import { StepCount } from './list-path.ts';
import { mathLook } from './math/math-look.ts';
import { mathText } from './math/math-text.ts';
import { DRAWN, INLINE, lookOf, openElement, type OpenElement, type Role } from './open-element.ts';
import { openStep, opensStep } from './open-step.ts';
import { LEFT_OUT, type LeftOutParts } from './tree/select-parts.ts';
import type { StyleSheets } from './css/style-sheets.ts';
import { isSvg, textBelow } from './tree/subtree.ts';
import { traitsOf, type TagTraits } from './tree/tags.ts';

const ONLY_WHITE_SPACE = /^[\t\n\f\r ]*$/;
const SECTION_OF: Readonly<Record<string, RowSection>> = { thead: 'head', tbody: 'body', tfoot: 'foot' };
/** Elements whose direct text is layout: it is white space, because the parser moves any other text. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set('html head table thead tbody tfoot tr colgroup'.split(' '));
/** Values of `white-space` under which a line feed ends a line. */
const KEEPS_LINES = /^(?:pre|pre-wrap|pre-line|break-spaces)$/;
/** Elements of a drawing that contain text. A `title` is shown where the pointer rests. */
const DRAWN_TEXT: ReadonlySet<string> = new Set(['text', 'title']);
/** Attributes of a `tspan` that begin a line or a column. */
const DRAWN_PLACES = ['x', 'y', 'dy'];

/** Reads the tree of a page into blocks. It walks the tree without recursion, because pages nest as deep as they like. */
export class TreeReader {
  /** Content that is seen and not read into blocks. */
  readonly inventory = new HtmlInventory();
  readonly #stepCount = new StepCount();
  readonly #open: OpenElement[] = [];
  readonly #comparesPictures: boolean;
  readonly #leftOut: LeftOutParts['parts'] | undefined;
  readonly #sheets: StyleSheets | undefined;
  readonly #spelledLooks = new WeakMap<DeclaredLook, string>();

  /** `comparesPictures`: images have their displayed size and their digest. `leftOut`: what selectors left out. */
  constructor(comparesPictures: boolean, leftOut?: LeftOutParts, sheets?: StyleSheets) {
    this.#comparesPictures = comparesPictures;
    this.#sheets = sheets;
    this.#leftOut = leftOut?.parts;
    if (leftOut?.outside) this.inventory.leftOut(leftOut.outside, '');
  }

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
      look: NO_LOOK,
      inFragment: false,
      isDrawing: false,
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
    const { node, isDrawing } = this.#top;
    if (isDrawing || (WITHOUT_TEXT.has(node.name) && ONLY_WHITE_SPACE.test(text))) return;
    const { flow, marks, href, context, look } = this.#top;
    const keepsLines = context.type !== 'pre' && KEEPS_LINES.test(look.get('white-space') ?? '');
    for (const [at, line] of (keepsLines ? text.split('\n') : [text]).entries()) {
      if (at > 0) flow.addBreak(marks, href, context);
      if (line !== '') this.#addText(line);
    }
  }

  #addText(text: string, look = this.#top.look): void {
    const { flow, marks, href, context } = this.#top;
    flow.addText(text, marks, href, context, this.#spelledLook(look));
    if (!ONLY_WHITE_SPACE.test(text)) this.inventory.read(text);
  }

  /** A look as runs have it; undefined if it says nothing. */
  #spelledLook(look: DeclaredLook): string | undefined {
    if (look.size === 0) return undefined;
    let spelled = this.#spelledLooks.get(look);
    if (spelled === undefined) this.#spelledLooks.set(look, (spelled = lookOfDeclarations(look)));
    return spelled;
  }

  /** Begins an element. False: it is read as a whole, or not at all. */
  #enter(node: ParentNode): boolean {
    const { name } = node;
    if (name === LEFT_OUT) {
      const part = this.#leftOut?.get(node);
      if (part !== undefined) this.inventory.leftOut(part);
      return false;
    }
    const traits = traitsOf(name);
    const isDrawn = isSvg(node);
    if (traits.dropped && !(isDrawn && name === 'title')) return false;
    const attributes = readAttributes(node.attributes);
    if (isDrawn) return this.#enterDrawing(node, traits, attributes);
    const isUnseen = isHidden(name, attributes);
    if (isUnseen) this.inventory.hidden(node);
    if (traits.void) {
      if (!isUnseen) this.#void(node, attributes);
      return false;
    }
    if (!isUnseen && this.#leaf(node, traits)) return false;
    if (!isUnseen && isEmpty(node)) this.#shape(node);
    const role = this.#roleOf(node, attributes, isUnseen);
    if (isUnseen) {
      if (role.is === 'step') this.#top.flow.listPath.close(role.step);
      return false;
    }
    this.#push(node, traits, attributes, role);
    return true;
  }

  /** An element of SVG. The drawing is listed, and its texts are read, with a space on both sides. */
  #enterDrawing(node: ParentNode, traits: TagTraits, attributes: TagAttributes): boolean {
    if (isHidden(node.name, attributes) || isHiddenDrawing(node)) {
      this.inventory.hidden(node);
      return false;
    }
    if (!isSvg(this.#top.node)) this.inventory.drawing(node, this.#top.href);
    const isText = DRAWN_TEXT.has(node.name);
    if (isText || (node.name === 'tspan' && DRAWN_PLACES.some((name) => attributeOf(node, name) !== undefined)))
      this.#addText(' ');
    this.#push(node, traits, attributes, isText ? DRAWN : INLINE);
    return true;
  }

  #push(node: ParentNode, traits: TagTraits, attributes: TagAttributes, role: Role): void {
    const element = openElement(node, traits, attributes, role, this.#top, this.#stepCount, this.#sheets);
    if (traits.block) {
      element.flow.endBlock();
      this.inventory.read(' ');
    }
    this.#open.push(element);
  }

  /** Reads an element that is read as a whole. False: it is none. */
  #leaf(node: ParentNode, traits: TagTraits): boolean {
    const { name } = node;
    if (node.namespace === html.NS.MATHML) {
      const isBlock = attributeOf(node, 'display')?.trim().toLowerCase() === 'block';
      if (isBlock) this.#top.flow.endBlock();
      this.#addText(mathText(node), withPart(this.#lookIn(node, traits), 'equation', mathLook(node, this.#sheets)));
      if (isBlock) this.#top.flow.endBlock();
    } else if (traits.listed === 'hidden_content') this.inventory.hidden(node);
    else if (traits.listed !== undefined) this.inventory.element(traits.listed, node, this.#top.href);
    else if (name === 'select') this.#choices(node);
    else if (name === 'meter' || name === 'progress') this.#control(node, gaugeOf(node));
    else {
      if (name === 'textarea' && textBelow(node).trim() === '') this.#emptyControl(node);
      return false;
    }
    return true;
  }

  /** A control with its text. One without any is listed. */
  #control(node: ParentNode, text: string): void {
    if (text.trim() === '') this.#emptyControl(node);
    if (text !== '') this.#addText(text, this.#lookIn(node, traitsOf(node.name)));
  }

  /** An element without text, as a colour of a legend. An empty `i` is an icon, which its class names. */
  #shape(node: ParentNode): void {
    const icon = node.name === 'i' ? (attributeOf(node, 'class') ?? '').replaceAll(/\s+/gu, ' ').trim() : '';
    this.inventory.shape(paintedLook(node), icon, this.#top.href);
  }

  #choices(select: ParentNode): void {
    const options = optionsOf(select);
    if (options.length === 0) this.#control(select, '');
    const top = { ...this.#top, look: this.#lookIn(select, traitsOf(select.name)) };
    for (const { text, option } of options)
      this.#addText(text, lookOf(option, traitsOf(option.name), top, this.#sheets));
  }

  /** A control without a text: its frame, and its hint. */
  #emptyControl(node: ParentNode): void {
    this.inventory.field(lookOfDeclarations(ownLook(node)), attributeOf(node, 'placeholder')?.trim() ?? '');
  }

  #roleOf(node: ParentNode, attributes: TagAttributes, isUnseen: boolean): Role {
    const { name } = node;
    const { flow, inFragment } = this.#top;
    switch (name) {
      case 'table':
        return { is: 'table', rows: [], captions: [], attributes };
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
    return { is: 'step', step: openStep(flow.listPath, node, attributes, !isUnseen) };
  }

  #void(node: ParentNode, attributes: TagAttributes): void {
    const { name } = node;
    const { flow, marks, href, context } = this.#top;
    const { listed } = traitsOf(name);
    if (listed !== undefined) this.inventory.element(listed, node, href);
    else if (name === 'hr') {
      flow.addRule();
      this.inventory.shape(lookOfDeclarations(ownLook(node)), '', null);
    } else if (name === 'br') flow.addBreak(marks, href, context);
    else if (name === 'img') this.#picture(node, attributes);
    else if (name === 'area') this.inventory.area(node);
    else if (name === 'input') this.#input(node, attributes);
  }

  #picture(node: ParentNode, attributes: TagAttributes): void {
    const { flow, href, context } = this.#top;
    const image = readImage(attributes, this.#comparesPictures);
    if (!this.#comparesPictures) {
      this.inventory.picture(node, href);
      if (image) flow.addImage(image, href, context);
      return;
    }
    const compared = image && withDigest(image);
    const isListed = this.inventory.picture(node, href, compared?.sha256);
    if (compared && isListed) flow.addImage(compared, href, context);
  }

  #input(node: ParentNode, attributes: TagAttributes): void {
    const sight = inputSight(attributeOf(node, 'type'));
    if (sight === 'picture') this.#picture(node, attributes);
    else if (sight !== 'nothing' || attributes.get('type')?.trim().toLowerCase() === 'file')
      this.#control(node, inputText(node));
  }

  #lookIn(node: ParentNode, traits: TagTraits): DeclaredLook {
    return lookOf(node, traits, this.#top, this.#sheets);
  }

  /** Ends the innermost element: its block, step, cell, row or table is complete. */
  #leave(): ParentNode {
    const { node, traits, role, flow, context, inFragment } = this.#open.pop()!;
    if (traits.block) flow.endBlock();
    switch (role.is) {
      case 'inline':
        break;
      case 'drawn_text':
        this.#addText(' ');
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
        const direction = readTableDirection(role.attributes, context.attributes, inFragment);
        if (role.rows.length > 0) blocks.push({ kind: 'table', ...direction, rows: role.rows, path: TOP });
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

/** Whether an element has neither elements nor words. */
function isEmpty({ first }: ParentNode): boolean {
  return first === null || (isText(first) && first.next === null && isBlank(first.text));
}

/** Whether the page hides an element before any script runs. */
function isHidden(name: string, attributes: TagAttributes): boolean {
  if (name === 'dialog' && !attributes.has('open')) return true;
  if (attributes === NO_ATTRIBUTES) return false;
  if (attributes.has('hidden') || attributes.has('popover')) return true;
  const style = attributes.get('style');
  return style !== undefined && readInlineStyle(style).hides;
}

/** Whether an element of a drawing hides itself (SVG 2, 11.8). */
function isHiddenDrawing(node: ParentNode): boolean {
  return attributeOf(node, 'display') === 'none' || attributeOf(node, 'visibility') === 'hidden';
}
