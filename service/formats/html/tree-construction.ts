import { PLAIN_ATTRIBUTES, type Block, type Document, type RowSection } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { NO_ATTRIBUTES, readCellForm, readImage, type TagAttributes } from './attributes.ts';
import { Flow, type TextContext } from './flow.ts';
import { readInlineStyle } from './inline-style.ts';
import { OpenElements } from './open-elements.ts';
import type { ElementRole, OpenElement, TextLook } from './open-elements.ts';
import { StepCount } from './list-path.ts';
import { makeElement } from './make-element.ts';
import { openStep, opensStep } from './open-step.ts';
import { SkippedContent } from './skipped-content.ts';
import { HEADING, HEADINGS, LIST_SCOPE, SCOPE, TABLE_SCOPE, traitsOf } from './tags.ts';
import type { TagTraits } from './tags.ts';

const ONLY_WHITE_SPACE = /^[\t\n\f\r ]*$/;
const INLINE: ElementRole = { is: 'inline' };
const BODY_CONTEXT: TextContext = { type: 'p', attributes: PLAIN_ATTRIBUTES };
const SECTION_OF: Readonly<Record<string, RowSection>> = { thead: 'head', tbody: 'body', tfoot: 'foot' };
/** What stands between a table part and the table it belongs to: the table itself, or a cell or caption of it. */
const TABLE_BOUNDARIES = ['table', 'td', 'th', 'caption'];
const TASK_DONE = '☑ ';
const TASK_OPEN = '☐ ';

/**
 * Turns tags and text into blocks. It follows the HTML Standard's tree construction (13.2.6) as far as text, blocks
 * and marks depend on it, for inputs of any disorder, without building a tree and without recursion. Where it differs:
 * cells, rows and captions outside a table end the paragraph instead of vanishing, and `noscript` is dropped.
 *
 * One file past 400 lines: each tag is a case of its two switches, and the cases share the stack and the state below, of
 * which a second class would have to be told everything. What needs less stands in files of its own.
 */
export class TreeConstruction {
  readonly #open = new OpenElements((element) => {
    this.#closing(element);
  });
  readonly #stepCount = new StepCount();
  readonly #root = new Flow(this.#stepCount);
  #formOpen = false;
  #mathDepth = 0;
  readonly #skipped = new SkippedContent();
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
    return this.#mathDepth > 0 || this.#skipped.isDrawing;
  }

  finish(): Document {
    this.#open.popTo(0);
    return { blocks: this.#root.take(), warnings: [] };
  }

  text(text: string): void {
    if (this.#skipped.isOpen) return;
    let rest = text;
    if (this.#skipLineFeed) {
      this.#skipLineFeed = false;
      if (rest.charCodeAt(0) === 10) rest = rest.slice(1);
      if (rest === '') return;
    }
    const inTable = this.#open.top?.traits.tablePart === true;
    if (inTable && !this.#movedText && ONLY_WHITE_SPACE.test(rest)) return;
    const look = this.#lookHere();
    if (look.dropped) return;
    this.#movedText = inTable;
    this.#flow.addText(rest, look.marks, look.href, this.#context);
  }

  startTag(name: string, attributes: TagAttributes, selfClosing: boolean): void {
    if (this.#skipped.isOpen && this.#skipped.skipsStart(name, selfClosing)) return;
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
        this.#skipped.open('noscript');
        return;
      case 'svg':
        this.#reopen();
        if (!selfClosing) this.#skipped.open('svg');
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
    if (this.#skipped.isOpen) {
      this.#skipped.end(name);
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
      const heading = open.inScope(HEADINGS, SCOPE);
      if (heading === undefined) return;
      open.closeImplied();
      open.popTo(heading.place);
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

  /**
   * Of text that stands here. Right in a paragraph the formatting elements that wait are not opened again, as nothing but
   * their look shows: whatever has room for more elements opens them itself, or ends the paragraph. An `rt` alone does not
   * end one in which they are open.
   */
  #lookHere(): TextLook {
    const open = this.#open;
    if (open.top?.name !== 'p' || open.hasInScope('ruby', 0)) this.#reopen();
    const { marks, href, isDropped: dropped } = open;
    if (!open.needsReopening) return { marks, href, dropped };
    const waiting = open.waitingLook;
    return { marks: marks | waiting.marks, href: waiting.href ?? href, dropped: dropped || waiting.dropped };
  }

  #closeParagraph(): void {
    if (!this.#open.hasParagraphInButtonScope()) return;
    this.#open.closeImplied('p');
    this.#open.popThrough('p');
  }

  /** `li`, `dd`, `dt`: the item before closes, unless a block other than `div`, `p`, `address` is open in it. */
  #startItem(closes: readonly string[]): void {
    const item = this.#open.itemEndedBy(closes);
    if (item !== undefined) {
      this.#open.closeImplied(item.name);
      this.#open.popTo(item.place);
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
    this.#open.pushFormatting(this.#element(name, traits, attributes, INLINE, this.#flow));
  }

  #startTable(attributes: TagAttributes): void {
    const table = this.#open.inScope(TABLE_BOUNDARIES, 0);
    if (table?.name === 'table') this.#open.popTo(table.place);
    this.#closeParagraph();
    this.#push('table', traitsOf('table'), attributes, { is: 'table', rows: [], captions: [] });
  }

  #startTablePart(name: string, traits: TagTraits, attributes: TagAttributes): void {
    const open = this.#open;
    const table = open.inScope(['table'], TABLE_SCOPE)?.place;
    if (table === undefined) {
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
      this.#push(name, traits, attributes, { is: 'caption' }, new Flow(this.#stepCount));
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
    this.#push(
      name,
      traits,
      attributes,
      { is: 'cell', ...readCellForm(name === 'th', attributes) },
      new Flow(this.#stepCount),
    );
  }

  /** Closes a cell or caption that is open in the table at `table`. */
  #closeCells(table: number): void {
    const cell = this.#open.inScope(TABLE_BOUNDARIES, 0)?.place ?? -1;
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

  /** The list, item or quotation that an element opens in the paths of its flow, whose running block ends. */
  #stepRole(name: string, attributes: TagAttributes): ElementRole {
    if (!opensStep(name, attributes, this.#fragmentRoot !== undefined)) return INLINE;
    if (!this.#open.isDropped) this.#flow.endBlock();
    const counted = !this.#open.isDropped && !isHidden(attributes);
    return { is: 'step', step: openStep(this.#flow.listPath, name, attributes, counted) };
  }

  #element(name: string, traits: TagTraits, attributes: TagAttributes, role: ElementRole, flow: Flow): OpenElement {
    const inFragment = this.#fragmentRoot !== undefined;
    return makeElement({ name, traits, attributes, role, flow, around: this.#context, inFragment });
  }

  #push(name: string, traits: TagTraits, attributes: TagAttributes, role: ElementRole, flow?: Flow): void {
    const element = this.#element(name, traits, attributes, role, flow ?? this.#flow);
    if (traits.block && !element.dropped && !this.#open.isDropped) element.flow.endBlock();
    this.#open.push(element);
    if (name === 'div' && attributes.get('class') === 'diffsvc') this.#fragmentRoot ??= element;
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
        row.role.cells.push({ header, colspan, rowspan, blocks: flow.take() });
        return;
      }
      case 'row': {
        const table = this.#enclosing('table');
        if (!shown || table?.role.is !== 'table' || role.cells.length === 0) return;
        const section = SECTION_OF[this.#open.at(this.#open.depth - 2)?.name ?? ''] ?? 'body';
        table.role.rows.push({ section, cells: role.cells });
        return;
      }
      case 'table': {
        if (!shown) return;
        flow.endBlock();
        const blocks: Block[] = role.captions.flatMap((caption) => caption.take());
        if (role.rows.length > 0) blocks.push({ kind: 'table', rows: role.rows, path: TOP });
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
}

function isHidden(attributes: TagAttributes): boolean {
  if (attributes.size === 0) return false;
  if (attributes.has('hidden')) return true;
  const style = attributes.get('style');
  return style !== undefined && readInlineStyle(style).hides;
}
