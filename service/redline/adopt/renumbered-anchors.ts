/**
 * Gives generated anchors of the revised document the original's names where only the names differ. A word processor
 * renames them when it makes a table of contents anew, and no reader sees a difference.
 */
import { diffSequences } from '../../engine/diff/diff-sequences.ts';
import { Interner } from '../../engine/tokens/interner.ts';
import {
  generatedNamesIn,
  isContentsName,
  isGeneratedName,
  withGeneratedNames,
} from '../../ooxml/generated-anchors.ts';
import type { WordPackage } from '../../ooxml/package.ts';
import { innerText, isElement, withChildren, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { textPartsOf } from '../package/text-roots.ts';

/** A generated name of one document, and the text that identifies it. */
interface Anchor {
  readonly name: string;
  readonly key: string;
}

/**
 * The revised document with the original's names. The entry of a table of contents identifies its anchor. The marked
 * paragraph identifies any other anchor. Names that both documents have stay.
 */
export function withOriginalAnchors(original: WordPackage, revised: WordPackage): WordPackage {
  const [own, other] = [anchorsOf(original), anchorsOf(revised)];
  const names = new Map<string, string>();
  for (const kind of ['entries', 'marked'] as const) {
    const a = own[kind].filter(({ name }) => !other.names.has(name));
    const b = other[kind].filter(({ name }) => !own.names.has(name));
    for (const [x, y] of pairs(a, b, kind === 'entries')) names.set(y.name, x.name);
  }
  return withAnchorNames(revised, names);
}

/** A document whose generated anchors with names among the keys have other names. */
export function withAnchorNames(opened: WordPackage, names: ReadonlyMap<string, string>): WordPackage {
  if (names.size === 0) return opened;
  const trees = new Map<string, XmlElement>();
  for (const [part, root] of textPartsOf(opened)) {
    const renamed = named(root, (name) => names.get(name) ?? name);
    if (renamed !== root) trees.set(part, renamed);
  }
  return {
    ...opened,
    package: opened.package.withTrees(trees),
    document: trees.get(opened.mainPart) ?? opened.document,
  };
}

/** The generated names that a document refers to or defines. `entries` and `marked` have those that it refers to. */
function anchorsOf(opened: WordPackage): {
  readonly names: ReadonlySet<string>;
  readonly entries: readonly Anchor[];
  readonly marked: readonly Anchor[];
} {
  const names = new Set<string>();
  const entries = new Map<string, Anchor>();
  const referred = new Set<string>();
  const marks = new Map<string, Anchor>();
  const visit = (node: XmlElement, paragraph: XmlElement | null): void => {
    const around = node.name === 'w:p' ? node : paragraph;
    for (const name of generatedNamesIn(node)) {
      names.add(name);
      if (!isContentsName(name)) referred.add(name);
      else if (!entries.has(name)) entries.set(name, { name, key: around === null ? '' : entryText(around) });
    }
    if (node.name === 'w:bookmarkStart') {
      const name = node.attributes.get('w:name') ?? '';
      if (isGeneratedName(name)) {
        names.add(name);
        if (!isContentsName(name)) marks.set(name, { name, key: around === null ? '' : shownText(around) });
      }
    }
    for (const child of node.children) if (isElement(child)) visit(child, around);
  };
  for (const [, root] of textPartsOf(opened)) visit(root, null);
  return {
    names,
    entries: [...entries.values()],
    marked: [...marks.values()].filter(({ name }) => referred.has(name)),
  };
}

/**
 * Pairs of anchors in the order of both documents. Anchors with equal texts are pairs. With `all`, those between them
 * are pairs, too, if both documents have equally many there.
 */
function pairs(a: readonly Anchor[], b: readonly Anchor[], all: boolean): (readonly [Anchor, Anchor])[] {
  const keys = new Interner();
  const numbered = (anchors: readonly Anchor[]): Int32Array => Int32Array.from(anchors, ({ key }) => keys.intern(key));
  const [x, y] = [numbered(a), numbered(b)];
  const found: (readonly [Anchor, Anchor])[] = [];
  const alike = (aStart: number, bStart: number, length: number): void => {
    for (let at = 0; at < length; at += 1) found.push([a[aStart + at]!, b[bStart + at]!]);
  };
  let [i, j] = [0, 0];
  const gap = (iEnd: number, jEnd: number): void => {
    if (all && iEnd - i === jEnd - j) alike(i, j, iEnd - i);
  };
  for (const { aStart, bStart, length } of diffSequences(x, y, keys.size)) {
    gap(aStart, bStart);
    alike(aStart, bStart, length);
    [i, j] = [aStart + length, bStart + length];
  }
  gap(a.length, b.length);
  return found;
}

/** The text of an entry without its page number, which follows the last tab. */
function entryText(paragraph: XmlElement): string {
  const text = shownText(paragraph);
  const tab = text.lastIndexOf('\t');
  return tab === -1 ? text : text.slice(0, tab);
}

function shownText(node: XmlElement): string {
  if (node.name === 'w:t') return innerText(node);
  if (node.name === 'w:tab') return '\t';
  if (node.name === 'w:pPr' || node.name === 'mc:Fallback') return '';
  return node.children.map((child) => (isElement(child) ? shownText(child) : '')).join('');
}

function named(node: XmlElement, nameOf: (name: string) => string): XmlElement {
  let children: XmlNode[] | undefined;
  node.children.forEach((child, index) => {
    if (!isElement(child)) return;
    const next = named(child, nameOf);
    if (next === child) return;
    children ??= node.children.slice();
    children[index] = next;
  });
  return withGeneratedNames(children === undefined ? node : withChildren(node, children), nameOf);
}
