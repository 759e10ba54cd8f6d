import { PICTURE } from '../../../shared/document/model.ts';
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The tags of an HTML string in order, as a browser's parser understands them: `div`, `p`, `/p`, …. */
export function parsedTags(html: string): string[] {
  const tags: string[] = [];
  const visit = (node: Tree.Node): void => {
    if (!('tagName' in node)) return;
    tags.push(node.tagName);
    node.childNodes.forEach(visit);
    if (!VOID.has(node.tagName)) tags.push(`/${node.tagName}`);
  };
  parseFragment(html).childNodes.forEach(visit);
  return tags;
}

/** The tags as they are written. */
export function writtenTags(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z][a-z0-9]*)/g)].map(([, name]) => name!);
}

/** The text a browser sees outside elements of one name; a `br` is a line feed, a compared picture `PICTURE`. */
export function parsedText(html: string, dropped: string): string {
  const visit = (node: Tree.Node): string => {
    if (node.nodeName === '#text') return (node as Tree.TextNode).value;
    if (!('tagName' in node) || node.tagName === dropped) return '';
    if (node.attrs.some(({ name }) => name === 'data-digest')) return PICTURE;
    return node.tagName === 'br' ? '\n' : node.childNodes.map(visit).join('');
  };
  return parseFragment(html).childNodes.map(visit).join('');
}

/** Every element with its attributes. */
export function parsedElements(html: string): { name: string; attributes: Map<string, string> }[] {
  const elements: { name: string; attributes: Map<string, string> }[] = [];
  const visit = (node: Tree.Node): void => {
    if (!('tagName' in node)) return;
    elements.push({ name: node.tagName, attributes: new Map(node.attrs.map(({ name, value }) => [name, value])) });
    node.childNodes.forEach(visit);
  };
  parseFragment(html).childNodes.forEach(visit);
  return elements;
}

const VOID = new Set(['br', 'hr', 'img']);

/** Number of elements directly inside the root of a fragment, as a browser's parser sees them. */
export function topLevelElements(fragment: string): number {
  const [root] = parseFragment(fragment).childNodes;
  return root !== undefined && 'childNodes' in root ? root.childNodes.length : 0;
}
