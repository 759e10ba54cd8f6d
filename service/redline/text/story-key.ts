/**
 * The canonical string of blocks, which the round-trip check compares. Runs of one format count as one, however they
 * are cut. Page numbers that are computed anew count as equal. Revisions must be resolved.
 */
import { childOf, isElement, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';
import { contentsPages, ownPages } from '../package/contents-pages.ts';
import { propertiesKey } from './paragraph-mark.ts';
import { holdsTextBox, textOfT } from './paragraph-text.ts';
import { runFormat } from './run-format.ts';
import { endsOfField } from './simple-field.ts';

/** Containers of which only the content and the properties count. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'w:tbl',
  'w:tr',
  'w:tc',
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:txbxContent',
]);

/** Property lists of the containers. */
const LISTS: ReadonlySet<string> = new Set(['w:tblPr', 'w:tblGrid', 'w:trPr', 'w:tcPr', 'w:sdtPr']);

/** Elements that contain the rows of a table. */
const ROWS: ReadonlySet<string> = new Set(['w:tr', 'w:sdt', 'w:customXml']);

/** Containers in a paragraph. Their content belongs to the paragraph, in brackets. */
const INLINE: ReadonlySet<string> = new Set(['w:hyperlink', 'w:smartTag', 'w:customXml', 'w:sdt', 'w:dir', 'w:bdo']);

/** The string of blocks in order. Equal strings mean equal text, structure and formatting. */
export function storyKey(nodes: readonly XmlNode[], canonical: Canonical): string {
  return blockKeys(nodes, canonical).join('\n');
}

/** The strings of single blocks. */
export function blockKeys(nodes: readonly XmlNode[], canonical: Canonical): string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [];
    // Of two property lists of a table, row or cell, every reader takes the first, as in a paragraph.
    if (LISTS.has(node.name) && nodes.find((other) => isElement(other, node.name)) !== node) return [];
    const key = blockKey(node, canonical);
    return key === '' ? [] : [key];
  });
}

function blockKey(node: XmlElement, canonical: Canonical): string {
  if (node.name === 'w:p') {
    const writer = new InlineKey(canonical, canonical.isPageStory ? ownPages(node) : contentsPages(node));
    writer.children(node.children);
    return `<p ${propertiesKey(node, canonical)}>${writer.finish()}</p>`;
  }
  if (node.name === 'w:sectPr' || isEmptyTable(node)) return '';
  if (!STRUCTURE.has(node.name)) return holdsTextBox(node) ? withBoxes(node, canonical) : canonical.of(node);
  return `<${node.name}>${storyKey(node.name === 'w:tr' ? inRowOrder(node.children) : node.children, canonical)}</>`;
}

/** Puts the exceptions of a row before its properties, as the schema requires (CT_Row). */
function inRowOrder(children: readonly XmlNode[]): readonly XmlNode[] {
  const isException = (child: XmlNode): boolean => isElement(child, 'w:tblPrEx');
  return [...children.filter(isException), ...children.filter((child) => !isException(child))];
}

/** A thing with text boxes. Their content counts as blocks. */
function withBoxes(node: XmlElement, canonical: Canonical): string {
  if (node.name === 'w:txbxContent') return `<box>${storyKey(node.children, canonical)}</box>`;
  if (!holdsTextBox(node)) return canonical.of(node);
  const bare = canonical.of({ ...node, children: [] });
  return `${bare}{${node.children.map((child) => (isElement(child) ? withBoxes(child, canonical) : child)).join('')}}`;
}

/** The content of a paragraph as stretches of one format. */
class InlineKey {
  readonly #canonical: Canonical;
  /** Page numbers that are computed anew. All count as equal. */
  readonly #pages: ReadonlySet<XmlElement>;
  #out = '';
  #format: string | null = null;

  constructor(canonical: Canonical, pages: ReadonlySet<XmlElement>) {
    this.#canonical = canonical;
    this.#pages = pages;
  }

  children(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (!isElement(node) || node.name === 'w:pPr') continue;
      if (node.name === 'w:r') this.#run(node);
      else if (node.name === 'w:fldSimple') this.#field(node);
      else if (INLINE.has(node.name)) this.#container(node);
      else {
        const key = holdsTextBox(node) ? withBoxes(node, this.#canonical) : this.#canonical.of(node);
        if (key !== '') this.#put(null, key);
      }
    }
  }

  finish(): string {
    return this.#out;
  }

  /** A simple field counts as its complex form. */
  #field(node: XmlElement): void {
    const { before, after } = endsOfField(node);
    for (const part of before) this.#put('', this.#canonical.of(part));
    this.children(node.children.filter((child) => !isElement(child, 'w:fldData')));
    for (const part of after) this.#put('', this.#canonical.of(part));
  }

  #container(node: XmlElement): void {
    const content = node.name === 'w:sdt' ? (childOf(node, 'w:sdtContent')?.children ?? []) : node.children;
    const properties = node.children.filter((child) => isElement(child) && child.name.endsWith('Pr'));
    this.#put(null, `(${this.#canonical.of({ ...node, children: properties })}`);
    this.children(content);
    this.#put(null, ')');
  }

  #run(run: XmlElement): void {
    const format = runFormat(run, childOf(run, 'w:rPr'), this.#canonical);
    for (const child of run.children) {
      if (!isElement(child) || child.name === 'w:rPr') continue;
      if (this.#pages.has(child)) this.#put(format, '<page>');
      else if (child.name === 'w:t') {
        const text = textOfT(child);
        if (text !== '') this.#put(format, JSON.stringify(text).slice(1, -1));
      } else {
        const key = holdsTextBox(child) ? withBoxes(child, this.#canonical) : this.#canonical.of(child);
        if (key !== '') this.#put(format, key);
      }
    }
  }

  #put(format: string | null, key: string): void {
    if (format !== this.#format) this.#out += `[${format ?? '-'}]`;
    this.#format = format;
    this.#out += key;
  }
}

/** Whether a table has no rows. The format forbids such tables, and nobody sees them. */
export function isEmptyTable(node: XmlElement): boolean {
  return node.name === 'w:tbl' && !node.children.some((child) => isElement(child) && ROWS.has(child.name));
}
