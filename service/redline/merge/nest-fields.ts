/**
 * Nests the fields of both sides properly in the file with its revisions (17.16.18). A field whose start or end moved
 * is deleted and inserted around text that stays. A program that shows all markup pairs starts and ends as they follow
 * each other. So the ends must be in the reverse order of the starts:
 *
 *     [-begin-]{+begin+} text {+end+}[-end-]
 *
 * A deletion and an insertion beside each other may be exchanged: accepting and rejecting give the same.
 */
import { isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

const INSERTIONS: ReadonlySet<string> = new Set(['w:ins', 'w:moveTo']);
const DELETIONS: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom']);

/** Maximum number of parts of fields in a deletion or insertion that is exchanged. It keeps the cost linear. */
const PARTS_MAX = 12;

/** A field by the places of its parts in the story. */
interface Field {
  begin: number;
  /** -1: the field has no result. */
  separate: number;
  end: number;
}

/** The nodes with deletions and insertions in the order in which fewer fields cross. */
export function nestFields(nodes: readonly XmlNode[]): XmlNode[] {
  return new Nesting(nodes).nested(nodes);
}

class Nesting {
  /** The field of each part, in order; undefined for a part without a partner. A part of both sides has one field. */
  readonly #fields: (Field | undefined)[] = [];
  /** Number of parts before each element that has any. */
  readonly #partsIn = new WeakMap<XmlElement, number>();
  /** The part that the walk has reached. */
  #at = 0;

  constructor(nodes: readonly XmlNode[]) {
    const open = { ins: [] as Field[], del: [] as Field[] };
    const visit = (node: XmlNode, marking: 'same' | 'ins' | 'del'): void => {
      if (!isElement(node)) return;
      const first = this.#at;
      const own = INSERTIONS.has(node.name) ? 'ins' : DELETIONS.has(node.name) ? 'del' : marking;
      if (node.name === 'w:fldChar') this.#part(node.attributes.get('w:fldCharType') ?? '', own, open);
      for (const child of node.children) visit(child, own);
      if (this.#at > first) this.#partsIn.set(node, this.#at - first);
    };
    for (const node of nodes) visit(node, 'same');
    this.#at = 0;
  }

  /** A part that both sides have belongs to the field that both have. */
  #part(type: string, marking: 'same' | 'ins' | 'del', open: Record<'ins' | 'del', Field[]>): void {
    const at = this.#at;
    this.#at += 1;
    const stacks = marking === 'ins' ? [open.ins] : marking === 'del' ? [open.del] : [open.ins, open.del];
    if (type === 'begin') {
      const field = { begin: at, separate: -1, end: -1 };
      for (const stack of stacks) stack.push(field);
      this.#fields[at] = field;
      return;
    }
    const field = stacks[0]!.at(-1);
    this.#fields[at] = field;
    if (field === undefined) return;
    if (type === 'separate') field.separate = at;
    if (type !== 'end') return;
    field.end = at;
    for (const stack of stacks) if (stack.at(-1) === field) stack.pop();
  }

  nested(nodes: readonly XmlNode[]): XmlNode[] {
    const result: XmlNode[] = [];
    for (let index = 0; index < nodes.length; index += 1) {
      const node = nodes[index]!;
      const next = nodes[index + 1];
      if (isElement(node) && isElement(next) && areOpposite(node, next)) {
        const [own, other] = [this.#partsIn.get(node) ?? 0, this.#partsIn.get(next) ?? 0];
        if (this.#exchange(own, other)) {
          result.push(next, node);
          this.#at += own + other;
          index += 1;
          continue;
        }
      }
      result.push(isElement(node) ? this.#inside(node) : node);
    }
    return result;
  }

  #inside(node: XmlElement): XmlElement {
    const parts = this.#partsIn.get(node);
    if (parts === undefined) return node;
    const end = this.#at + parts;
    const children = this.nested(node.children);
    this.#at = end;
    return children.every((child, at) => child === node.children[at]) ? node : { ...node, children };
  }

  /** Exchanges the next `own` parts with the `other` parts behind them, if fewer fields cross then. */
  #exchange(own: number, other: number): boolean {
    if (own === 0 || other === 0 || own > PARTS_MAX || other > PARTS_MAX) return false;
    const first = this.#at;
    const fields = this.#fields.slice(first, first + own + other);
    const pairs = fields.slice(0, own).flatMap((x) => fields.slice(own).map((y) => [x, y] as const));
    const crossing = (): number =>
      pairs.reduce((sum, [x, y]) => sum + (x !== undefined && y !== undefined && cross(x, y) ? 1 : 0), 0);
    const before = crossing();
    if (before === 0) return false;
    // The parts of a field are distinct, so each place is moved once.
    const moved = (place: number): number =>
      place < first || place >= first + own + other ? place : place < first + own ? place + other : place - own;
    const shift = (move: (place: number) => number): void => {
      for (const field of new Set(fields)) {
        if (field === undefined) continue;
        [field.begin, field.separate, field.end] = [move(field.begin), move(field.separate), move(field.end)];
      }
    };
    const former = new Map([...new Set(fields)].map((field) => [field, field && { ...field }]));
    shift(moved);
    if (crossing() < before) {
      this.#fields.splice(first, own + other, ...fields.slice(own), ...fields.slice(0, own));
      return true;
    }
    for (const [field, was] of former) if (field !== undefined && was !== undefined) Object.assign(field, was);
    return false;
  }
}

function areOpposite(x: XmlElement, y: XmlElement): boolean {
  return (DELETIONS.has(x.name) && INSERTIONS.has(y.name)) || (INSERTIONS.has(x.name) && DELETIONS.has(y.name));
}

/** Whether one of two fields begins in the other and ends outside, or in another part of it. */
function cross(x: Field, y: Field): boolean {
  if (x === y || x.end < 0 || y.end < 0) return false;
  const [outer, inner] = x.begin < y.begin ? [x, y] : [y, x];
  if (inner.begin > outer.end) return false;
  if (inner.end > outer.end) return true;
  return outer.separate >= 0 && inner.begin < outer.separate && inner.end > outer.separate;
}
