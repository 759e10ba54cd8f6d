import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';

/** Elements that break a paragraph, in the names of `browserSoup`. */
const BLOCKS = new Set('p div section blockquote ul ol li dl dt dd h1 h2 table tbody tr td th'.split(' '));
const STRONG = new Set(['b', 'strong']);
const EM = new Set(['i', 'em']);

/**
 * The text of a body in a browser's tree (parse5). It has paragraphs, each a list of letters with their bold, italic
 * and link. A table's moved text comes before it, as in the tree.
 */
export function browserParagraphs(html: string): string[] {
  const paragraphs: string[] = [];
  let running = '';
  const flush = (): void => {
    if (running !== '') paragraphs.push(running);
    running = '';
  };
  const visit = (node: DefaultTreeAdapterTypes.ChildNode, format: string): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      for (const letter of node.value) running += letter + format;
      return;
    }
    if (!('childNodes' in node)) return;
    const block = BLOCKS.has(node.nodeName);
    if (block) flush();
    let own = format;
    if (STRONG.has(node.nodeName) && !own.includes('*')) own = `*${own}`;
    if (EM.has(node.nodeName) && !own.includes('/')) own = own.replace(/^\*?/, '$&/');
    if (node.nodeName === 'a' && !own.includes('@')) own += '@';
    for (const child of node.childNodes) visit(child, own);
    if (block) flush();
  };
  for (const child of parse(`<!DOCTYPE html><body>${html}`).childNodes) visit(child, '');
  flush();
  return paragraphs;
}
