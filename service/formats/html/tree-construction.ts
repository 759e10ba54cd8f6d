import type { Block, Cell, Document, Row, RowSection, TextType } from '../../../shared/document/model.ts';
import { NO_ATTRIBUTES, readCellForm, readHref, readImage, readInteger, readShownAttributes } from './attributes.ts';
import type { TagAttributes } from './attributes.ts';
import { Flow } from './flow.ts';
import type { TextContext } from './flow.ts';
import { readInlineStyle } from './inline-style.ts';
import { OpenElements } from './open-elements.ts';
import type { ElementRole, OpenElement } from './open-elements.ts';
import { LIST_SCOPE, markBit, SCOPE, TABLE_SCOPE, traitsOf } from './tags.ts';
import type { TagTraits } from './tags.ts';

const STRONG = markBit('strong');
const ONLY_WHITE_SPACE = /^[\t\n\f\r ]*$/;
const HEADING = /^h[1-6]$/;
const INLINE: ElementRole = { is: 'inline' };
const BODY_CONTEXT: TextContext = { type: 'p', attributes: {} };
const SECTION_OF: Readonly<Record<string, RowSection>> = { thead: 'head', tbody: 'body', tfoot: 'foot' };
const TASK_DONE = '☑ ';
const TASK_OPEN = '☐ ';

/** Start tags that end an SVG drawing they stand in, as browsers have it (13.2.6.5). */
const ENDS_DRAWING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);
const HTML_IN_DRAWING = new Set(['foreignobject', 'desc', 'title']);

/**
 * Turns tags and text into blocks. It follows the HTML Standard's tree construction (13.2.6) as far as text, blocks
 * and marks depend on it, for inputs of any disorder, without building a tree and without recursion. Where it differs:
 * cells, rows and captions outside a table end the paragraph instead of vanishing, and `noscript` is dropped.
 */
export class TreeConstruction {
  readonly #open = new OpenElements((element) => {
    this.#closing(element);
  });
  readonly #root = new Flow();
  #formOpen = false;
  #mathDepth = 0;
  /** Name of the element whose content is skipped as a whole, and how many of it are open. */
  #skipping: 'noscript' | 'svg' | undefined;
  #skippedDepth = 0;
  #htmlInDrawing = 0;
  #skipLineFeed = false;
  /** Text of the table that is open was moved in front of it; white space after it is then text as well. */
  #movedText = false;
  /** Inside the service's own fragment the classes of its grammar are read back. */
  #fragmentRoot: OpenElement | undefined;

  /** Elements nested here, implied ones included. */
  get depth(): number {
    return this.#open.depth;
  }

  /** Whether the next tag stands in SVG or MathML, where `title` or `style` hold no raw text. */
  get isForeign(): boolean {
    return this.#mathDepth > 0 || (this.#skipping === 'svg' && this.#htmlInDrawing === 0);
  }

  finish(): Document {
    this.#open.popTo(0);
    return { blocks: this.#root.take(), warnings: [] };
  }

  text(text: string): void {
    if (this.#skipping) return;
    let rest = text;
    if (this.#skipLineFeed) {
      this.#skipLineFeed = false;
      if (rest.charCodeAt(0) === 10) rest = rest.slice(1);
      if (rest === '') return;
    }
    const inTable = this.#open.top?.traits.tablePart === true;
    if (inTable && !this.#movedText && ONLY_WHITE_SPACE.test(rest)) return;
    this.#reopen();
    if (this.#open.isDropped) return;
    this.#movedText = inTable;
    this.#flow.addText(rest, this.#open.marks, this.#open.href, this.#context);
  }

  startTag(name: string, attributes: TagAttributes, selfClosing: boolean): void {
    if (this.#skipping && !this.#resumesAt(name, selfClosing)) return;
    this.#skipLineFeed = false;
    this.#movedText = false;
    const traits = traitsOf(name);
    switch (name) {
      case 'html':
      case 'head':
      case 'body':
      case 'frameset':
      case 'frame':
        return;
      case 'noscript':
        this.#skipping = 'noscript';
        return;
      case 'svg':
        this.#reopen();
        if (selfClosing) return;
        this.#skipping = 'svg';
        this.#skippedDepth = 1;
        return;
      case 'table':
        this.#startTable(attributes);
        return;
      case 'caption':
      case 'colgroup':
      case 'col':
      case 'tbody':
      case 'thead':
      case 'tfoot':
      case 'tr':
      case 'td':
      case 'th':
        this.#startTablePart(name, traits, attributes);
        return;
      case 'hr':
        this.#closeParagraph();
        if (!this.#open.isDropped && !isHidden(attributes)) this.#flow.addRule();
        return;
      case 'li':
        this.#startItem(['li']);
        this.#push(name, traits, attributes, this.#stepRole(name, attributes));
        return;
      case 'dd':
      case 'dt':
        this.#startItem(['dd', 'dt']);
        this.#push(name, traits, attributes, this.#stepRole(name, attributes));
        return;
      case 'form':
        if (this.#formOpen) return;
        this.#formOpen = true;
        break;
      case 'button':
        if (this.#open.hasInScope('button', SCOPE)) {
          this.#open.closeImplied();
          this.#open.popThrough('button');
        }
        break;
      case 'option':
      case 'optgroup':
        if (this.#open.top?.name === 'option') this.#open.pop();
        break;
      case 'rb':
      case 'rtc':
        if (this.#open.hasInScope('ruby', SCOPE)) this.#open.closeImplied();
        break;
      case 'rp':
      case 'rt':
        if (this.#open.hasInScope('ruby', SCOPE)) this.#open.closeImplied('rtc');
        break;
    }
    if (traits.void) {
      this.#void(name, attributes);
      return;
    }
    if (traits.closesParagraph) {
      this.#closeParagraph();
      if (HEADING.test(name) && HEADING.test(this.#open.top?.name ?? '')) this.#open.pop();
      this.#push(name, traits, attributes, this.#stepRole(name, attributes));
      this.#skipLineFeed = name === 'pre' || name === 'listing';
      return;
    }
    if (traits.formatting) {
      this.#startFormatting(name, traits, attributes);
      return;
    }
    this.#reopen();
    if (selfClosing && (this.#mathDepth > 0 || name === 'math')) return;
    if (name === 'math') this.#mathDepth += 1;
    if (traits.marker) this.#open.pushMarker();
    this.#push(name, traits, attributes, INLINE);
  }

  endTag(name: string): void {
    if (this.#skipping) {
      this.#skipEnd(name);
      return;
    }
    this.#skipLineFeed = false;
    this.#movedText = false;
    const traits = traitsOf(name);
    const open = this.#open;
    switch (name) {
      case 'html':
      case 'head':
      case 'body':
      case 'col':
      case 'colgroup':
        return;
      case 'br':
        this.#void('br', NO_ATTRIBUTES);
        return;
      case 'p':
        if (open.hasParagraphInButtonScope()) this.#closeParagraph();
        else if (!open.isDropped) this.#flow.endBlock();
        return;
      case 'template':
        if (open.hasInScope('template', 0)) open.popThrough('template');
        return;
      case 'table':
      case 'caption':
      case 'tbody':
      case 'thead':
      case 'tfoot':
      case 'tr':
      case 'td':
      case 'th':
        if (open.hasInScope(name, TABLE_SCOPE)) {
          open.popThrough(name);
        } else if (!open.hasInScope('table', TABLE_SCOPE) && !open.isDropped) {
          this.#flow.endBlock();
        }
        return;
      case 'form':
        this.#formOpen = false;
        break;
    }
    if (HEADING.test(name)) {
      const at = open.findInScope((element) => HEADING.test(element.name), SCOPE);
      if (at < 0) return;
      open.closeImplied();
      open.popTo(at);
      return;
    }
    if (traits.formatting) {
      open.closeFormatting(name);
      return;
    }
    if (traits.block || traits.marker || name === 'button') {
      if (!open.hasInScope(name, name === 'li' ? SCOPE | LIST_SCOPE : SCOPE)) return;
      open.closeImplied(name);
      open.popThrough(name);
      return;
    }
    open.closeOrdinary(name);
  }

  get #flow(): Flow {
    return this.#open.top?.flow ?? this.#root;
  }

  get #context(): TextContext {
    return this.#open.top?.context ?? BODY_CONTEXT;
  }

  #reopen(): void {
    if (!this.#open.needsReopening) return;
    this.#open.reopenFormatting((element) => ({ ...element, flow: this.#flow, context: this.#context }));
  }

  #closeParagraph(): void {
    if (!this.#open.hasParagraphInButtonScope()) return;
    this.#open.closeImplied('p');
    this.#open.popThrough('p');
  }

  /** `li`, `dd`, `dt`: the item before closes, unless a block other than `div`, `p`, `address` is open in it. */
  #startItem(closes: readonly string[]): void {
    for (let i = this.#open.depth - 1; i >= 0; i--) {
      const element = this.#open.at(i);
      if (!element) break;
      if (closes.includes(element.name)) {
        this.#open.closeImplied(element.name);
        this.#open.popTo(i);
        break;
      }
      const passable = element.name === 'address' || element.name === 'div' || element.name === 'p';
      if (element.traits.special && !passable) break;
    }
    this.#closeParagraph();
  }

  #startFormatting(name: string, traits: TagTraits, attributes: TagAttributes): void {
    if (name === 'a') {
      const open = this.#open.activeFormatting('a');
      if (open) {
        this.#open.closeFormatting('a');
        this.#open.forget(open);
      }
    }
    this.#reopen();
    if (name === 'nobr' && this.#open.hasInScope('nobr', SCOPE)) {
      this.#open.closeFormatting('nobr');
      this.#reopen();
    }
    this.#open.pushFormatting(this.#element(name, traits, attributes, INLINE));
  }

  #startTable(attributes: TagAttributes): void {
    const around = this.#open.findInScope(isTableBoundary, 0);
    if (this.#open.at(around)?.name === 'table') this.#open.popTo(around);
    this.#closeParagraph();
    this.#push('table', traitsOf('table'), attributes, { is: 'table', rows: [], captions: [] });
  }

  #startTablePart(name: string, traits: TagTraits, attributes: TagAttributes): void {
    const open = this.#open;
    const table = open.findInScope((element) => element.name === 'table', TABLE_SCOPE);
    if (table < 0) {
      if (!open.isDropped) this.#flow.endBlock();
      return;
    }
    this.#closeCells(table);
    if (name === 'colgroup' || name === 'col') {
      open.popTo(table + 1);
      return;
    }
    if (name === 'caption') {
      open.popTo(table + 1);
      open.pushMarker();
      this.#push(name, traits, attributes, { is: 'caption' }, new Flow());
      return;
    }
    if (SECTION_OF[name]) {
      open.popTo(table + 1);
      this.#push(name, traits, attributes, INLINE);
      return;
    }
    const inSection = SECTION_OF[open.at(table + 1)?.name ?? ''] !== undefined;
    if (!inSection) {
      open.popTo(table + 1);
      this.#push('tbody', traitsOf('tbody'), NO_ATTRIBUTES, INLINE);
    }
    if (name === 'tr') {
      open.popTo(table + 2);
      this.#push(name, traits, attributes, { is: 'row', cells: [] });
      return;
    }
    if (open.at(table + 2)?.role.is === 'row') {
      open.popTo(table + 3);
    } else {
      open.popTo(table + 2);
      this.#push('tr', traitsOf('tr'), NO_ATTRIBUTES, { is: 'row', cells: [] });
    }
    open.pushMarker();
    this.#push(name, traits, attributes, { is: 'cell', ...readCellForm(name === 'th', attributes) }, new Flow());
  }

  /** Closes a cell or caption that is open in the table at `table`. */
  #closeCells(table: number): void {
    const cell = this.#open.findInScope(isTableBoundary, 0);
    if (cell > table) this.#open.popTo(cell);
  }

  #void(name: string, attributes: TagAttributes): void {
    if (name === 'br' || name === 'img' || name === 'input') this.#reopen();
    if (this.#open.isDropped || isHidden(attributes)) return;
    const { marks, href } = this.#open;
    if (name === 'br') {
      this.#flow.addBreak(marks, href, this.#context);
    } else if (name === 'img') {
      const image = readImage(attributes);
      if (image) this.#flow.addImage(image, href, this.#context);
    } else if (name === 'input' && attributes.get('type')?.trim().toLowerCase() === 'checkbox') {
      this.#flow.addText(attributes.has('checked') ? TASK_DONE : TASK_OPEN, marks, href, this.#context);
    }
  }

  /** The list, item or quotation that an element opens in the paths of its flow. */
  #stepRole(name: string, attributes: TagAttributes): ElementRole {
    const paths = this.#flow.listPath;
    const endBlock = (): void => {
      if (!this.#open.isDropped) this.#flow.endBlock();
    };
    switch (name) {
      case 'ul':
      case 'menu':
      case 'dir':
        endBlock();
        return { is: 'step', step: paths.openList('ul', 1) };
      case 'ol':
        endBlock();
        return { is: 'step', step: paths.openList('ol', readInteger(attributes.get('start')) ?? 1) };
      case 'li': {
        endBlock();
        const counted = !this.#open.isDropped && !isHidden(attributes);
        return { is: 'step', step: paths.openListItem(readInteger(attributes.get('value')), counted) };
      }
      case 'dd':
      case 'dt':
        endBlock();
        return { is: 'step', step: paths.openItem(name) };
      case 'blockquote':
        endBlock();
        return { is: 'step', step: paths.openQuote() };
      case 'div':
        if (!this.#fragmentRoot || attributes.get('class') !== 'para') return INLINE;
        endBlock();
        return { is: 'step', step: paths.openItem('para') };
      default:
        return INLINE;
    }
  }

  #push(name: string, traits: TagTraits, attributes: TagAttributes, role: ElementRole, flow?: Flow): void {
    const element = this.#element(name, traits, attributes, role, flow);
    if (traits.block && !element.dropped && !this.#open.isDropped) element.flow.endBlock();
    this.#open.push(element);
    if (name === 'div' && attributes.get('class') === 'diffsvc') this.#fragmentRoot ??= element;
  }

  #element(
    name: string,
    traits: TagTraits,
    attributes: TagAttributes,
    role: ElementRole,
    flow: Flow = this.#flow,
  ): OpenElement {
    let marks = traits.mark;
    let dropped = traits.dropped;
    let context = this.#context;
    let href: string | null = null;
    if (role.is === 'cell') context = { ...context, type: 'p' };
    else if (role.is === 'caption') context = { ...context, type: 'caption' };
    else context = inContext(context, this.#typeOf(name, traits, attributes, context.type));
    if (attributes.size > 0) {
      dropped ||= attributes.has('hidden');
      const style = attributes.get('style');
      if (style !== undefined) {
        const { sets, unsets, hides } = readInlineStyle(style);
        // Headings and header cells are bold as they are.
        const ignored = HEADING.test(name) || name === 'th' ? STRONG : 0;
        marks = (marks & ~unsets) | (sets & ~ignored);
        dropped ||= hides;
      }
      // The fragment writes an image that is not shown inside a link of its own, which is not the document's.
      if (name === 'a' && !(this.#fragmentRoot && attributes.get('class') === 'image')) href = readHref(attributes);
      if (traits.block || traits.tablePart || role.is === 'cell' || role.is === 'caption') {
        const shown = readShownAttributes(attributes, context.attributes);
        if (shown !== context.attributes) context = { ...context, attributes: shown };
      }
    }
    return { name, traits, role, flow, context, marks, href, dropped, onStack: false };
  }

  #typeOf(name: string, traits: TagTraits, attributes: TagAttributes, around: TextType): TextType {
    if (around === 'caption') return traits.type === 'pre' ? 'pre' : 'caption';
    if (this.#fragmentRoot && (name === 'p' || name === 'pre')) {
      const ownClass = attributes.get('class');
      if (ownClass === 'line') return name === 'p' ? 'line' : 'code-line';
      if (ownClass === 'caption') return 'caption';
    }
    return traits.type ?? around;
  }

  /** What happens when an element leaves the stack: its block, step, cell, row or table is done. */
  #closing(element: OpenElement): void {
    const { role, flow, traits } = element;
    const shown = !this.#open.isDropped;
    if (shown && traits.block) flow.endBlock();
    if (element === this.#fragmentRoot) this.#fragmentRoot = undefined;
    if (element.name === 'math') this.#mathDepth -= 1;
    if (traits.marker) this.#open.clearToMarker();
    switch (role.is) {
      case 'inline':
        return;
      case 'step':
        flow.listPath.close(role.step);
        return;
      case 'caption': {
        const table = this.#enclosing('table');
        if (shown && table?.role.is === 'table') table.role.captions.push(flow);
        return;
      }
      case 'cell': {
        const row = this.#enclosing('row');
        if (!shown || row?.role.is !== 'row') return;
        const { header, colspan, rowspan } = role;
        const cell: Cell = { header, colspan, rowspan, blocks: flow.take() };
        row.role.cells.push(cell);
        return;
      }
      case 'row': {
        const table = this.#enclosing('table');
        if (!shown || table?.role.is !== 'table' || role.cells.length === 0) return;
        const section = SECTION_OF[this.#open.at(this.#open.depth - 2)?.name ?? ''] ?? 'body';
        const row: Row = { section, cells: role.cells };
        table.role.rows.push(row);
        return;
      }
      case 'table': {
        if (!shown) return;
        flow.endBlock();
        const blocks: Block[] = role.captions.flatMap((caption) => caption.take());
        if (role.rows.length > 0) blocks.push({ kind: 'table', rows: role.rows, path: [] });
        for (const block of blocks) flow.addBlock(block);
        return;
      }
    }
  }

  /** The element of the role that is open around the one that closes. */
  #enclosing(is: 'table' | 'row'): OpenElement | undefined {
    for (let i = this.#open.depth - 2; i >= 0; i--) {
      const element = this.#open.at(i);
      if (element?.role.is === is) return element;
    }
    return undefined;
  }

  /** Whether a start tag inside skipped content ends the skipping and counts. */
  #resumesAt(name: string, selfClosing: boolean): boolean {
    if (this.#skipping !== 'svg') return false;
    if (this.#htmlInDrawing === 0 && ENDS_DRAWING.has(name)) {
      this.#skipping = undefined;
      return true;
    }
    if (selfClosing) return false;
    if (name === 'svg') this.#skippedDepth += 1;
    else if (HTML_IN_DRAWING.has(name)) this.#htmlInDrawing += 1;
    return false;
  }

  #skipEnd(name: string): void {
    if (this.#skipping === 'noscript') {
      if (name === 'noscript') this.#skipping = undefined;
      return;
    }
    if (name === 'svg') {
      this.#skippedDepth -= 1;
      if (this.#skippedDepth > 0) return;
      this.#skipping = undefined;
      this.#htmlInDrawing = 0;
    } else if (HTML_IN_DRAWING.has(name) && this.#htmlInDrawing > 0) {
      this.#htmlInDrawing -= 1;
    }
  }
}

function inContext(context: TextContext, type: TextType): TextContext {
  return context.type === type ? context : { ...context, type };
}

/** What stands between a table part and the table it belongs to: the table itself, or a cell or caption of it. */
function isTableBoundary(element: OpenElement): boolean {
  return element.name === 'table' || element.role.is === 'cell' || element.role.is === 'caption';
}

function isHidden(attributes: TagAttributes): boolean {
  if (attributes.size === 0) return false;
  if (attributes.has('hidden')) return true;
  const style = attributes.get('style');
  return style !== undefined && readInlineStyle(style).hides;
}
