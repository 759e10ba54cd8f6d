/** The text of an HTML redline, a line a block, with its changes accepted or rejected. docs/fragment.md has its grammar. */
import { PICTURE, type Side } from '../../../shared/document/model.ts';
import { readXml, type Node } from './read-xml.ts';

/** Elements without an end tag. */
const VOID = /<(br|hr|img)((?:\s[^<>]*)?)>/gu;
const INLINE = /^(?:a|b|strong|em|i|u|s|sup|sub|mark|code|ins|del)$/u;
const TEXT_BLOCK = /^(?:p|h[1-6]|pre)$/u;
/** What one side does not have. */
const GONE = {
  revised: { element: 'del', type: 'block_delete', side: 'original' },
  original: { element: 'ins', type: 'block_insert', side: 'revised' },
} as const;
/** The kind of boundary that one side does not have. */
const JOINED: Readonly<Record<Side, string>> = { revised: 'delete', original: 'insert' };

/** The tree of a redline. @throws Error if it is not well-formed */
export function htmlTree(html: string): Node {
  return readXml(html.replaceAll(VOID, '<$1$2/>'));
}

/** The lines of one side. A compared picture is its sign and digest. */
export function htmlLines(root: Node, side: Side): string[] {
  const lines: string[] = [];
  const textOf = (node: Node): string => {
    if (isGone(node, side)) return '';
    if (node.name === 'br') return ' ';
    const digest = node.name === 'img' ? node.attributes.get('data-digest') : undefined;
    if (digest !== undefined) return ` ${PICTURE}${digest} `;
    return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
  };
  const visit = (node: Node): void => {
    if (isGone(node, side)) return;
    if (!TEXT_BLOCK.test(node.name)) {
      for (const child of node.children) if (typeof child === 'object') visit(child);
      return;
    }
    const joins = lines.length > 0 && node.attributes.get('data-boundary-type') === JOINED[side];
    const line = (joins ? lines.pop()! : '') + textOf(node);
    if (line.trim() !== '') lines.push(line);
  };
  visit(root);
  return lines;
}

/** All text of a page, each element that may begin a line apart. */
export function wordLines(root: Node): string[] {
  let text = '';
  const visit = ({ name, children }: Node): void => {
    const ends = INLINE.test(name) ? '' : '\n';
    text += ends;
    for (const child of children) {
      if (typeof child === 'string') text += child;
      else visit(child);
    }
    text += ends;
  };
  visit(root);
  return text.split('\n');
}

/** Number of notes of changes. */
export function countChanges({ attributes, children }: Node): number {
  let count = Number(attributes.has('data-change-id')) + Number(attributes.has('data-boundary-id'));
  for (const child of children) if (typeof child === 'object') count += countChanges(child);
  return count;
}

function isGone({ name, attributes }: Node, side: Side): boolean {
  const gone = GONE[side];
  return (
    name === gone.element ||
    attributes.get('data-change-type') === gone.type ||
    attributes.get('data-side') === gone.side
  );
}
