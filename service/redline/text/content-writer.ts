/** Writes the content of a merged paragraph: joined runs, revisions around them, and containers around those. */
import { append } from '../../../shared/iterables.ts';
import { element, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { withContent } from './containers.ts';
import type { Piece } from './paragraph-text.ts';
import { asDeleted, type RevisionKind, type RevisionWriter } from './revision-writer.ts';
import { endsOfField } from './simple-field.ts';

/** Whether content belongs to both sides or to one. */
export type Marking = OneSided | 'same';

/** One-sided content: inserted, deleted or moved. */
export type OneSided = RevisionKind | 'moveFrom' | 'moveTo';

/**
 * Containers that may be inside a mark of insertion or deletion (CT_RunTrackChange). Other containers are outside the
 * marks.
 */
const WITHIN_MARKS: ReadonlySet<string> = new Set(['w:sdt', 'w:smartTag', 'w:customXml']);

/** The form of a run without properties. */
const BARE: RunForm = { present: undefined, former: undefined, key: '', changed: false };

const PRESERVE: ReadonlyMap<string, string> = new Map([['xml:space', 'preserve']]);

/** Properties of a run in the output: current ones, and former ones if they differ. */
export interface RunForm {
  readonly present: XmlElement | undefined;
  readonly former: XmlElement | undefined;
  /** Runs with equal keys are written as one. */
  readonly key: string;
  readonly changed: boolean;
}

interface OpenRun {
  readonly form: RunForm;
  readonly children: XmlNode[];
  /** Text that is not yet among the children. */
  text: string;
}

interface Frame {
  /** Null for the paragraph itself. */
  readonly container: XmlElement | null;
  readonly children: XmlNode[];
  /** The container is inserted or deleted whole, and its content has no marks of its own. */
  readonly marked: OneSided | null;
  /** Only the container is inserted or deleted. Its content has its own marks. */
  readonly wraps: RevisionKind | null;
}

/** The content of one paragraph in the making. */
export class ContentWriter {
  readonly #revisions: RevisionWriter;
  readonly #frames: Frame[] = [{ container: null, children: [], marked: null, wraps: null }];
  /** Content of the open mark, or content without a mark. */
  #group: XmlNode[] = [];
  #marking: Marking = 'same';
  /** Number of the change that the open mark shows; -1 if it is not known yet. */
  #change = -1;
  #run: OpenRun | null = null;

  constructor(revisions: RevisionWriter) {
    this.#revisions = revisions;
  }

  /** Adds text or a thing inside a run. `change` is the number of its change; -1 if none is known. */
  put(child: XmlNode, form: RunForm, marking: Marking, change = -1): void {
    this.#enter(marking, change);
    if (this.#run === null || this.#run.form.key !== form.key) {
      this.#closeRun();
      this.#run = { form, children: [], text: '' };
    }
    if (typeof child === 'string') this.#run.text += child;
    else {
      flushText(this.#run);
      this.#run.children.push(child);
    }
  }

  /** Adds an element beside runs. */
  putElement(node: XmlElement, marking: Marking, change = -1): void {
    this.#enter(marking, change);
    this.#closeRun();
    this.#group.push(node);
  }

  /** Adds a bookmark or a similar position, which is never part of a revision. */
  putPosition(node: XmlElement): void {
    this.#closeGroup();
    this.#frame.children.push(node);
  }

  /** With `apart` the container is one-sided, and some of its content belongs to both sides. */
  open(container: XmlElement, marking: Marking, apart = false, change = -1): void {
    if (isWrittenOut(container, marking)) {
      for (const part of endsOfField(container).before) this.put(part, BARE, marking, change);
      return;
    }
    this.#closeGroup();
    const wraps = (marking === 'ins' || marking === 'del') && apart ? marking : null;
    const within =
      marking !== 'same' && wraps === null && WITHIN_MARKS.has(container.name) && this.#frame.marked === null;
    this.#frames.push({ container, children: [], marked: within ? marking : this.#frame.marked, wraps });
  }

  close(closing: XmlElement, marking: Marking, change = -1): void {
    if (isWrittenOut(closing, marking)) {
      for (const part of endsOfField(closing).after) this.put(part, BARE, marking, change);
      return;
    }
    this.#closeGroup();
    const { container, children, wraps, marked } = this.#frames.pop()!;
    if (container === null) throw new Error('a container is closed that was never opened');
    if (wraps !== null) {
      append(this.#frame.children, this.#revisions.wrapped(container, children, wraps));
      return;
    }
    // A link without content gets an empty run, so that a mark can be around it.
    const isBare = children.length === 0 && marking !== 'same' && marked === null;
    const node = withContent(container, isBare ? [this.#marked(marking, [element('w:r')])] : children);
    this.#enter(marking === 'same' || !WITHIN_MARKS.has(container.name) ? 'same' : marking, change);
    this.#group.push(node);
  }

  /** Returns the content so far and clears the writer for the next paragraph. */
  take(): XmlNode[] {
    this.#closeGroup();
    return this.#frame.children.splice(0);
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!;
  }

  /** Continues the open mark, or opens another one. A mark shows one change. */
  #enter(marking: Marking, change = -1): void {
    const own = this.#frame.marked === null ? marking : 'same';
    const known = own === 'same' ? -1 : change;
    const isOther = known !== -1 && this.#change !== -1 && known !== this.#change;
    if (own !== this.#marking || isOther) {
      this.#closeGroup();
      this.#marking = own;
    }
    if (known !== -1) this.#change = known;
  }

  #closeRun(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    flushText(run);
    const { present, former, changed } = run.form;
    const properties = changed
      ? this.#revisions.changed('w:rPr', present?.children ?? [], former?.children ?? [])
      : present;
    this.#group.push(element('w:r', {}, properties === undefined ? run.children : [properties, ...run.children]));
  }

  #closeGroup(): void {
    this.#closeRun();
    const group = this.#group;
    this.#group = [];
    if (group.length > 0) {
      if (this.#marking === 'same') append(this.#frame.children, group);
      else this.#frame.children.push(this.#marked(this.#marking, group));
    }
    this.#marking = 'same';
    this.#change = -1;
  }

  #marked(marking: OneSided, group: readonly XmlNode[]): XmlElement {
    switch (marking) {
      case 'moveFrom':
        return this.#revisions.moveMark('from', group);
      case 'moveTo':
        return this.#revisions.moveMark('to', group);
      case 'ins':
        return this.#revisions.mark('ins', group);
      case 'del':
        return this.#revisions.mark('del', group.map(asDeleted));
    }
  }
}

/** A one-sided simple field becomes a complex one, which marks can enclose. */
function isWrittenOut(container: XmlElement, marking: Marking): boolean {
  return container.name === 'w:fldSimple' && marking !== 'same';
}

function flushText(run: OpenRun): void {
  if (run.text !== '') run.children.push({ name: 'w:t', attributes: PRESERVE, children: [run.text] });
  run.text = '';
}

/** The form of a run that is equal on both sides or one-sided. */
export function plainForm(piece: Piece): RunForm {
  return { present: piece.runProperties, former: undefined, key: piece.runKey, changed: false };
}

/** The form of a run whose properties may differ. */
export function mergedForm(a: Piece, b: Piece): RunForm {
  if (a.runKey === b.runKey) return plainForm(a);
  return {
    present: b.runProperties,
    former: a.runProperties,
    key: `${a.runKey}\u0000${b.runKey}`,
    changed: true,
  };
}
