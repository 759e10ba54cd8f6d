/** The text of a document's body with the elements that hold it. */
import type { Side } from '../../../shared/document/model.ts';
import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { RevisionReader, type TextPiece } from '../../pipeline/ranges/revision-ranges.ts';

/** An element below a paragraph of the body that comments can begin before and end behind, and a piece of text in it. */
export interface HostedPiece extends TextPiece {
  readonly host: XmlElement;
}

/** The texts of both sides, and their pieces in order. */
export interface BodyText {
  readonly texts: Readonly<Record<Side, string>>;
  readonly pieces: readonly HostedPiece[];
}

/** Reads the body. `hasPictures`: each picture counts as a letter. */
export function readBody(document: XmlElement, hasPictures: boolean): BodyText {
  const reader = new RevisionReader(hasPictures);
  reader.read(document);
  const hosts = hostsIn(document);
  const pieces = reader.pieces.flatMap((piece) => {
    const host = hosts.get(piece.node);
    return host === undefined ? [] : [{ ...piece, host }];
  });
  return { texts: { original: reader.text('original'), revised: reader.text('revised') }, pieces };
}

/** For each element in a paragraph its ancestor right below the outermost one: Word takes no comment in a text box. */
function hostsIn(root: XmlElement): ReadonlyMap<XmlElement, XmlElement> {
  const hosts = new Map<XmlElement, XmlElement>();
  const visit = (node: XmlElement, host: XmlElement | null): void => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      const own = host ?? (node.name === 'w:p' ? child : null);
      if (own !== null) hosts.set(child, own);
      visit(child, own);
    }
  };
  visit(root, null);
  return hosts;
}
