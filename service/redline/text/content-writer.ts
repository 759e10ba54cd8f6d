/** Writes the content of a merged paragraph: runs put together, revisions around them, containers around those. */
import { append } from '../../../shared/iterables.ts';
import { element, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { withContent } from './containers.ts';
import type { Piece } from './paragraph-text.ts';
import { asDeleted, type RevisionKind, type RevisionWriter } from './revision-writer.ts';
import { endsOfField } from './simple-field.ts';

/** Whether content stands on both sides, or on one only. */
export type Marking = OneSided | 'same';

/** Content of one side: by itself, or moved. */
export type OneSided = RevisionKind | 'moveFrom' | 'moveTo';

/** Containers that may stand inside a mark of insertion or deletion (CT_RunTrackChange); others stand around the marks. */
const WITHIN_MARKS: ReadonlySet<string> = new Set(['w:sdt', 'w:smartTag', 'w:customXml']);

/** The form of a run without properties. */
const BARE: RunForm = { present: undefined, former: undefined, key: '', changed: false };

const PRESERVE: ReadonlyMap<string, string> = new Map([['xml:space', 'preserve']]);

/** Properties of a run as it is to be written: present ones, and former ones where they differ. */
export interface RunForm {
  readonly present: XmlElement | undefined;
  readonly former: XmlElement | undefined;
  /** Runs of one key are written as one. */
  readonly key: string;
  readonly changed: boolean;
}

interface OpenRun {
  readonly form: RunForm;
  readonly children: XmlNode[];
  /** Text that is not among the children yet. */
  text: string;
}

interface Frame {
  /** Null: the paragraph itself. */
  readonly container: XmlElement | null;
  readonly children: XmlNode[];
  /** The container as a whole is inserted or deleted, and its content is not marked again. */
  readonly marked: OneSided | null;
  /** Only the container is inserted or deleted; its content is marked by itself. */
  readonly wraps: RevisionKind | null;
}

/** One paragraph's content in the making. */
export class ContentWriter {
  readonly #revisions: RevisionWriter;
  readonly #frames: Frame[] = [{ container: null, children: [], marked: null, wraps: null }];
  /** What stands in the present mark, or beside marks. */
  #group: XmlNode[] = [];
  #marking: Marking = 'same';
  #run: OpenRun | null = null;

  constructor(revisions: RevisionWriter) {
    this.#revisions = revisions;
  }

  /** Text or a thing inside a run. */
  put(child: XmlNode, form: RunForm, marking: Marking): void {
    this.#enter(marking);
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

  /** An element beside runs. */
  putElement(node: XmlElement, marking: Marking): void {
    this.#enter(marking);
    this.#closeRun();
    this.#group.push(node);
  }

  /** A bookmark or the like, which is never part of a revision. */
  putPosition(node: XmlElement): void {
    this.#closeGroup();
    this.#frame.children.push(node);
  }

  /** `apart`: the container stands on one side, and something in it on both. */
  open(container: XmlElement, marking: Marking, apart = false): void {
    if (isWrittenOut(container, marking)) {
      for (const part of endsOfField(container).before) this.put(part, BARE, marking);
      return;
    }
    this.#closeGroup();
    const wraps = (marking === 'ins' || marking === 'del') && apart ? marking : null;
    const within =
      marking !== 'same' && wraps === null && WITHIN_MARKS.has(container.name) && this.#frame.marked === null;
    this.#frames.push({ container, children: [], marked: within ? marking : this.#frame.marked, wraps });
  }

  close(closing: XmlElement, marking: Marking): void {
    if (isWrittenOut(closing, marking)) {
      for (const part of endsOfField(closing).after) this.put(part, BARE, marking);
      return;
    }
    this.#closeGroup();
    const { container, children, wraps, marked } = this.#frames.pop()!;
    if (container === null) throw new Error('a container is closed that was never opened');
    if (wraps !== null) {
      append(this.#frame.children, this.#revisions.wrapped(container, children, wraps));
      return;
    }
    // Without content there is nothing that the mark of a link could stand around: an empty run is.
    const isBare = children.length === 0 && marking !== 'same' && marked === null;
    const node = withContent(container, isBare ? [this.#marked(marking, [element('w:r')])] : children);
    this.#enter(marking === 'same' || !WITHIN_MARKS.has(container.name) ? 'same' : marking);
    this.#group.push(node);
  }

  /** The content so far; the writer begins anew, as for the next paragraph. */
  take(): XmlNode[] {
    this.#closeGroup();
    return this.#frame.children.splice(0);
  }

  get #frame(): Frame {
    return this.#frames.at(-1)!;
  }

  #enter(marking: Marking): void {
    const own = this.#frame.marked === null ? marking : 'same';
    if (own === this.#marking) return;
    this.#closeGroup();
    this.#marking = own;
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

/** A simple field that stands on one side becomes a complex one, which marks can hold as a whole. */
function isWrittenOut(container: XmlElement, marking: Marking): boolean {
  return container.name === 'w:fldSimple' && marking !== 'same';
}

function flushText(run: OpenRun): void {
  if (run.text !== '') run.children.push({ name: 'w:t', attributes: PRESERVE, children: [run.text] });
  run.text = '';
}

/** The form of a run that is the same on both sides or stands on one. */
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
