/** The base of a page's relative addresses: the address of its first `base` element (HTML Standard, 4.2.3). */
import { attributeOf, isText, nextInside, type ParentNode } from './html-tree.ts';

const ADDRESSES: ReadonlySet<string> = new Set('action background data href poster src srcset'.split(' '));
/** Elements whose address shows nothing. */
const UNSEEN: ReadonlySet<string> = new Set('base script template'.split(' '));
const ABSOLUTE = /^\s*[a-z][a-z0-9+.-]*:/i;

/** The base address of a page as it is written. Undefined without one. */
export function baseAddressOf(document: ParentNode): string | undefined {
  for (let node = document.first, below = true; node !== null; node = nextInside(document, node, below)) {
    below = isText(node) || node.name !== 'template';
    if (isText(node) || node.name !== 'base') continue;
    const href = attributeOf(node, 'href')?.trim();
    if (href !== undefined) return href === '' ? undefined : href;
  }
  return undefined;
}

/** Whether a page has a link, a picture or the like with a relative address. */
export function hasRelativeAddress(document: ParentNode): boolean {
  for (let node = document.first, below = true; node !== null; node = nextInside(document, node, below)) {
    if (isText(node)) continue;
    below = node.name !== 'template';
    if (UNSEEN.has(node.name)) continue;
    const isSeen = node.name !== 'link' || /\bstylesheet\b/i.test(attributeOf(node, 'rel') ?? '');
    if (isSeen && node.attributes.some(({ name, value }) => ADDRESSES.has(name) && !ABSOLUTE.test(value))) return true;
  }
  return false;
}
