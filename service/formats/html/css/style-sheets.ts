/** The style sheets of a page. They are not read: only their text and the names that they use are. */
import { sha256 } from '../../../sha256.ts';
import { attributeOf, isText, nextInside, type ParentNode } from '../tree/html-tree.ts';
import { SheetNames } from './sheet-names.ts';
import { textBelow } from '../tree/subtree.ts';

/** The style sheets of a page. */
export interface StyleSheets {
  /** Number of them. */
  readonly count: number;
  /** SHA-256 of their texts and of the names of linked ones, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** The names that the sheets in the page use. */
  readonly names: SheetNames;
}

/** A backslash before a comment escapes its first sign. */
const COMMENT = /(?<!\\)\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g;
/** Types of a `style` element with which browsers read it (HTML Standard, 4.2.6). */
const TYPE = /^(?:text\/css)?$/i;

/** The style sheets; undefined without any. Browsers load linked ones, and this service loads nothing. */
export function styleSheetsOf(document: ParentNode): StyleSheets | undefined {
  const sheets: string[] = [];
  const names = new SheetNames();
  for (let node = document.first, below = true; node !== null; node = nextInside(document, node, below)) {
    // What a template contains is no part of the page.
    below = isText(node) || node.name !== 'template';
    if (isText(node)) continue;
    const media = (attributeOf(node, 'media') ?? '').trim().toLowerCase();
    if (node.name === 'style') {
      if (!TYPE.test(attributeOf(node, 'type') ?? '')) continue;
      const sheet = textBelow(node).replaceAll(COMMENT, '');
      names.add(sheet);
      const text = sheet.replaceAll(/\s+/gu, ' ').trim();
      if (text !== '') sheets.push(`${media} ${text}`);
    } else if (node.name === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(node, 'rel') ?? ''))
      sheets.push(`${media} link ${nameOfSheet(attributeOf(node, 'href') ?? '')}`);
  }
  if (sheets.length === 0) return undefined;
  return { count: sheets.length, sha256: sha256(sheets.join('\n')), names };
}

/** A browser saves a sheet into a folder with the name of the page. So the folder says nothing. */
function nameOfSheet(href: string): string {
  return href.trim().replace(/^[^?#]*\//, '');
}
