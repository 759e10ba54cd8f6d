/** What a part of a page says, without the reader's model. The walks do not recurse. */
import { html } from 'parse5';
import { isText, nextInside, type ChildNode, type ParentNode } from './html-tree.ts';

/** Elements whose text nobody sees. */
const UNSEEN: ReadonlySet<string> = new Set('script style noscript'.split(' '));
/** Elements without a visible effect in a drawing. */
const UNDRAWN: ReadonlySet<string> = new Set(['script', 'metadata']);
/** Attributes without a visible effect, which pages generate. */
const UNSEEN_ATTRIBUTE =
  /^(?:on.*|data-.*|aria-.*|xmlns.*|allow|crossorigin|focusable|integrity|loading|nonce|preload|referrerpolicy|role|sandbox|tabindex|version)$/i;
/** Attributes that a reader would see if the page showed its hidden part. */
const SEEN_ATTRIBUTES: ReadonlySet<string> = new Set(
  'alt title href src srcdoc placeholder value checked selected data'.split(' '),
);
const SECRET_INPUT = /^(?:password|hidden)$/i;
const REFERENCE = /#([\p{L}\p{N}_.:-]+)/gu;

/** All text below a node, without the text of scripts and styles. */
export function textBelow(root: ParentNode): string {
  const parts: string[] = [];
  for (let node: ChildNode | null = root.first, below = true; node !== null; node = nextInside(root, node, below)) {
    below = isText(node) || !UNSEEN.has(node.name);
    if (isText(node)) parts.push(node.text);
  }
  return parts.join('');
}

/**
 * What a hidden part would show: its text, and the addresses and values of its elements. Values of passwords and of
 * hidden fields are left out. Empty: nothing.
 */
export function hiddenContent(root: ParentNode): string {
  const parts: string[] = [];
  for (let node: ChildNode | null = root, below = true; node !== null; node = nextInside(root, node, below)) {
    if (isText(node)) {
      const words = node.text.replaceAll(/\s+/gu, ' ').trim();
      if (words !== '') parts.push(words);
      continue;
    }
    below = !UNSEEN.has(node.name);
    const isSecret =
      node.name === 'input' && node.attributes.some(({ name, value }) => name === 'type' && SECRET_INPUT.test(value));
    if (!below || isSecret) continue;
    for (const { name, value } of node.attributes)
      if (SEEN_ATTRIBUTES.has(name) && (value !== '' || name === 'checked')) parts.push(`${name}=${value}`);
  }
  return parts.join('\n');
}

/**
 * The markup of a drawing, a player or the like, without what has no visible effect. Names that only connect its parts
 * are replaced by their number. `isLeftOut`: what does not count here, with all that is in it.
 */
export function drawnMarkup(root: ParentNode, isLeftOut: (node: ChildNode) => boolean = () => false): string {
  const ids = new Map<string, number>();
  for (let node: ChildNode | null = root; node !== null; node = nextInside(root, node, true)) {
    if (isText(node)) continue;
    for (const { name, value } of node.attributes) if (name === 'id' && !ids.has(value)) ids.set(value, ids.size);
  }
  const connected = (text: string): string =>
    ids.size === 0 ? text : text.replace(REFERENCE, (whole, id: string) => (ids.has(id) ? `#${ids.get(id)!}` : whole));
  const parts: string[] = [];
  for (let node: ChildNode | null = root, below = true; node !== null; node = nextInside(root, node, below)) {
    below = node === root || !isLeftOut(node);
    if (!below) continue;
    if (isText(node)) {
      parts.push(connected(node.text.replaceAll(/\s+/gu, ' ')));
      continue;
    }
    below = !UNDRAWN.has(node.name);
    if (!below) continue;
    parts.push(`<${node.name}`);
    const attributes = node.attributes
      .filter(({ name }) => name !== 'id' && !UNSEEN_ATTRIBUTE.test(name))
      .map(({ name, value }) => ` ${name}=${JSON.stringify(connected(value))}`);
    parts.push(...attributes.sort(), '>');
  }
  return parts.join('');
}

/** Whether a node is an element of SVG. */
export function isSvg(node: ParentNode): boolean {
  return node.namespace === html.NS.SVG;
}
