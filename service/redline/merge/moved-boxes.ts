/**
 * Text boxes of a moved paragraph that were edited on the way. Both ends have the box with the edits of both sides, as in a
 * fragment. So a decision about the move and one about an edit are independent.
 */
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { holdsTextBox, type ParagraphText } from '../text/paragraph-text.ts';
import { mergeTextBoxes } from './merge-story.ts';
import type { StoryContext } from './story-context.ts';

/** The texts at both ends of a move. */
interface MovedTexts {
  readonly from: ParagraphText;
  readonly to: ParagraphText;
}

/**
 * The texts with the edits inside their boxes; the same texts if there are none. `partner`: for each unit of `from` its unit
 * of `to`, or -1.
 */
export function withEditedBoxes({ from, to }: MovedTexts, partner: Int32Array, context: StoryContext): MovedTexts {
  const unguided = context.withoutGuide();
  const merged = { from: new Map<XmlElement, XmlElement>(), to: new Map<XmlElement, XmlElement>() };
  for (const { start, node } of from.pieces) {
    const other = node && to.pieces.find((piece) => piece.start === partner[start])?.node;
    if (node === undefined || other === undefined || !holdsTextBox(node)) continue;
    if (context.canonical.of(node) === context.canonical.of(other)) continue;
    // Each copy has marks with ids of its own.
    merged.from.set(node, mergeTextBoxes(node, other, unguided));
    merged.to.set(other, withFormOf(other, mergeTextBoxes(node, other, unguided)));
  }
  return { from: withNodes(from, merged.from), to: withNodes(to, merged.to) };
}

/** The merged thing in the form of the revised one: ids and addresses are those of its own document. */
function withFormOf(own: XmlElement, merged: XmlElement): XmlElement {
  if (own.name === 'w:txbxContent') return merged;
  const children = own.children.map((child, at) => {
    const other = merged.children[at];
    return isElement(child) && isElement(other) && holdsTextBox(child) ? withFormOf(child, other) : child;
  });
  return { ...own, children };
}

function withNodes(text: ParagraphText, nodes: ReadonlyMap<XmlElement, XmlElement>): ParagraphText {
  if (nodes.size === 0) return text;
  const pieces = text.pieces.map((piece) => {
    const node = piece.node && nodes.get(piece.node);
    return node === undefined ? piece : { ...piece, node };
  });
  return { ...text, pieces };
}
