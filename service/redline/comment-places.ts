/**
 * Where comments stand. The range of a comment cannot be tracked, only the reference to it: a comment of both documents keeps
 * the original's range, and where that is another one in the revised it has to be two comments, of which one goes and one comes.
 */
import { isElement, type XmlElement } from '../ooxml/xml-tree.ts';

/** The comments that a reader of a tree without revisions is shown: id → the text that it is about, white space left out. */
export function commentPlaces(root: XmlElement): Map<string, string> {
  let text = '';
  const starts = new Map<string, number>();
  const covered = new Map<string, string>();
  const shown = new Map<string, string>();
  const visit = (node: XmlElement): void => {
    const id = node.attributes.get('w:id') ?? '';
    switch (node.name) {
      case 'mc:Fallback':
        return;
      case 'w:commentRangeStart':
        starts.set(id, text.length);
        return;
      case 'w:commentRangeEnd':
        covered.set(id, text.slice(starts.get(id) ?? text.length));
        return;
      case 'w:commentReference':
        shown.set(id, '');
        return;
      default:
    }
    for (const child of node.children) {
      if (isElement(child)) visit(child);
      else if (node.name === 'w:t') text += child.replace(/\s/gu, '');
    }
  };
  visit(root);
  for (const id of shown.keys()) shown.set(id, covered.get(id) ?? '');
  return shown;
}
