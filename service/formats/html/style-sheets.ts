/** The style sheets of a page. They are not read: only their text and the names that they use are. */
import { sha256 } from '../sha256.ts';
import { attributeOf, isText, nextInside, type ChildNode, type ParentNode } from './html-tree.ts';
import { textBelow } from './subtree.ts';

/** The style sheets of a page. */
export interface StyleSheets {
  /** Number of them. */
  readonly count: number;
  /** SHA-256 of their texts and of the names of linked ones, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Names of classes, as `.name`, of ids, as `#name`, and of attributes, as `[name`, that the sheets in the page use. */
  readonly names: ReadonlySet<string>;
}

/** Attributes that are compared for themselves, whatever a style sheet makes of them. */
const COMPARED: ReadonlySet<string> = new Set('dir disabled href lang start style title type value'.split(' '));
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|<!--|-->/g;
const ATTRIBUTE = /(?:\[|\battr\()\s*(-?[_a-zA-Z][\w-]*)/g;
const NAME = /[.#]-?[_a-zA-Z\u0080-\uffff][\w\u0080-\uffff-]*/g;

/** The style sheets; undefined without any. Browsers load linked ones, and this service loads nothing. */
export function styleSheetsOf(document: ParentNode): StyleSheets | undefined {
  const sheets: string[] = [];
  const names = new Set<string>();
  for (let node: ChildNode | null = document.first; node !== null; node = nextInside(document, node, true)) {
    if (isText(node)) continue;
    const media = (attributeOf(node, 'media') ?? '').trim().toLowerCase();
    if (node.name === 'style') {
      const text = textBelow(node).replaceAll(COMMENT, '').replaceAll(/\s+/gu, ' ').trim();
      for (const [name] of text.matchAll(NAME)) names.add(name);
      for (const [, name] of text.matchAll(ATTRIBUTE)) names.add(`[${name!.toLowerCase()}`);
      if (text !== '') sheets.push(`${media} ${text}`);
    } else if (node.name === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(node, 'rel') ?? ''))
      sheets.push(`${media} link ${nameOfSheet(attributeOf(node, 'href') ?? '')}`);
  }
  if (sheets.length === 0) return undefined;
  return { count: sheets.length, sha256: sha256(sheets.join('\n')), names };
}

/** The names of an element that style sheets use. An attribute has its value with it. */
export function namesOf({ attributes }: ParentNode, used: ReadonlySet<string>): string[] {
  return attributes.flatMap(({ name, value }) => {
    if (name === 'id') return used.has(`#${value}`) ? [`#${value}`] : [];
    if (name === 'class')
      return value
        .split(/[\t\n\f\r ]+/)
        .map((word) => `.${word}`)
        .filter((word) => used.has(word));
    const isUsed = !COMPARED.has(name) && used.has(`[${name}`);
    return isUsed ? [`[${name}=${value.replaceAll(/[;\s]+/gu, ' ')}]`] : [];
  });
}

/** A browser saves a sheet into a folder with the name of the page. So the folder says nothing. */
function nameOfSheet(href: string): string {
  return href.trim().replace(/^[^?#]*\//, '');
}
