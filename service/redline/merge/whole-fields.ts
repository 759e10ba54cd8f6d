/**
 * Keeps fields whole that cross paragraphs (17.16.18). The start, middle and end of a field are all inserted, all deleted,
 * or all on both sides. Otherwise two starts share one end, and a program that reads the file sees an open field.
 *
 * It works on the whole story. If a merge tears a field, an attribute makes it unlike every field of the other side.
 * The story is then merged again. The text between the parts of a field may stay.
 */
import { nestFields } from './nest-fields.ts';
import { isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';

/** Attribute that distinguishes a part of a field. It never reaches the result. */
const SIDE = 'side';

const MARKED: ReadonlySet<string> = new Set(['w:fldChar', 'w:instrText', 'w:delInstrText']);

/** Number of merges after which no two fields are alike any more. Each merge reads the whole story. */
const MERGES_MAX = 3;

type Side = 'a' | 'b';
type Marking = 'same' | 'ins' | 'del';

const MARKINGS: Readonly<Record<string, Marking>> = {
  'w:ins': 'ins',
  'w:moveTo': 'ins',
  'w:del': 'del',
  'w:moveFrom': 'del',
  'w:cellIns': 'ins',
  'w:cellDel': 'del',
};

/** Merges two stories by `merge`, again and again until no field is torn. */
export function mergeWithWholeFields(
  a: readonly XmlNode[],
  b: readonly XmlNode[],
  merge: (a: readonly XmlNode[], b: readonly XmlNode[]) => XmlNode[],
): XmlNode[] {
  const fields = { a: fieldsOf(a), b: fieldsOf(b) };
  const apart: Record<Side, Set<number>> = { a: new Set(), b: new Set() };
  for (let merges = 1; ; merges += 1) {
    const merged = merge(toldApart(a, apart.a, 'a'), toldApart(b, apart.b, 'b'));
    const result = merges === 1 ? merged : withoutSide(merged);
    if (fields.a.length === 0 && fields.b.length === 0) return result;
    if (merges > MERGES_MAX) return nestFields(result);
    const markings = markingsOf(merged);
    let torn = false;
    for (const side of ['a', 'b'] as const) {
      for (const field of fields[side]) {
        const isTorn = field.some((part) => markings[side][part] !== markings[side][field[0]!]);
        torn ||= isTorn;
        if (isTorn) for (const part of field) apart[side].add(part);
      }
    }
    if (!torn) return nestFields(result);
    if (merges === MERGES_MAX) for (const side of ['a', 'b'] as const) apart[side] = new Set(fields[side].flat());
  }
}

/** The complete fields of a story, each by the numbers of its parts among all parts of fields. Text boxes are stories. */
function fieldsOf(nodes: readonly XmlNode[]): number[][] {
  const fields: number[][] = [];
  let count = 0;
  const story = (children: readonly XmlNode[]): void => {
    const open: number[][] = [];
    const visit = (node: XmlNode): void => {
      if (!isElement(node)) return;
      if (node.name === 'w:txbxContent') {
        story(node.children);
        return;
      }
      if (node.name === 'w:fldChar') {
        const type = node.attributes.get('w:fldCharType');
        if (type === 'begin') open.push([]);
        open.at(-1)?.push(count);
        if (type === 'end') fields.push(...[open.pop()].filter((field) => field !== undefined));
        count += 1;
      }
      for (const child of node.children) visit(child);
    };
    for (const child of children) visit(child);
  };
  story(nodes);
  return fields;
}

/** The marking of each part of a field, in the order of either side. */
function markingsOf(nodes: readonly XmlNode[]): Record<Side, Marking[]> {
  const found: Record<Side, Marking[]> = { a: [], b: [] };
  const visit = (node: XmlNode, around: Marking): void => {
    if (!isElement(node)) return;
    const marking = around === 'same' ? (MARKINGS[node.name] ?? markingOfPart(node)) : around;
    if (node.name === 'w:fldChar') {
      if (marking !== 'ins') found.a.push(marking);
      if (marking !== 'del') found.b.push(marking);
    }
    for (const child of node.children) visit(child, marking);
  };
  for (const node of nodes) visit(node, 'same');
  return found;
}

/** The marking of a row or cell, which is among its properties. */
function markingOfPart({ name, children }: XmlElement): Marking {
  if (name !== 'w:tr' && name !== 'w:tc') return 'same';
  const properties = children.find((child) => isElement(child, `${name}Pr`));
  const marks = isElement(properties) ? properties.children : [];
  for (const mark of marks) if (isElement(mark) && mark.name in MARKINGS) return MARKINGS[mark.name]!;
  return 'same';
}

/** The nodes with the attribute on some parts of fields and their instructions. Other nodes stay the same objects. */
function toldApart(nodes: readonly XmlNode[], parts: ReadonlySet<number>, side: Side): readonly XmlNode[] {
  if (parts.size === 0) return nodes;
  let count = 0;
  /**
   * For each open field: whether it has a distinguishing attribute. Two fields would otherwise share one instruction.
   */
  const open: boolean[] = [];
  return rebuilt(nodes, (node) => {
    if (node.name !== 'w:fldChar' && node.name !== 'w:instrText') return node;
    const isApart = node.name === 'w:fldChar' ? parts.has(count) : open.at(-1) === true;
    if (node.name === 'w:fldChar') {
      const type = node.attributes.get('w:fldCharType');
      if (type === 'begin') open.push(isApart);
      if (type === 'end') open.pop();
      count += 1;
    }
    return isApart ? { ...node, attributes: new Map([...node.attributes, [SIDE, side]]) } : node;
  });
}

function withoutSide(nodes: readonly XmlNode[]): XmlNode[] {
  return [
    ...rebuilt(nodes, (node) => {
      if (!MARKED.has(node.name) || !node.attributes.has(SIDE)) return node;
      return { ...node, attributes: new Map([...node.attributes].filter(([name]) => name !== SIDE)) };
    }),
  ];
}

/** The nodes with each element replaced, before its children. */
function rebuilt(nodes: readonly XmlNode[], replace: (node: XmlElement) => XmlElement): readonly XmlNode[] {
  let result: XmlNode[] | undefined;
  nodes.forEach((node, index) => {
    if (!isElement(node)) return;
    const own = replace(node);
    const next = withChildren(own, rebuilt(own.children, replace));
    if (next === node) return;
    result ??= nodes.slice();
    result[index] = next;
  });
  return result ?? nodes;
}
