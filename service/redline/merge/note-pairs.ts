import { isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** The notes that both sides have. A note is identified by its kind and its id in the original. */
export class NotePairs {
  readonly #partners = new Map<string, string>();

  /** Pairs the notes of two references. `b` is translated. */
  pair(a: XmlElement, b: XmlElement): void {
    this.#partners.set(noteKey(a), b.attributes.get('w:id') ?? '');
  }

  /** Pairs the notes of two equal blocks in order. The notes themselves may differ. */
  pairWithin(a: XmlElement, b: XmlElement): void {
    const [own, other] = [noteReferences(a), noteReferences(b)];
    own.forEach((reference, index) => {
      if (other[index] !== undefined) this.pair(reference, other[index]);
    });
  }

  /** The id of the translated note that a note of the original is paired with. */
  partnerOf(key: string): string | undefined {
    return this.#partners.get(key);
  }
}

/** Kind and id of a reference to a note. */
export function noteKey(reference: XmlElement): string {
  return `${reference.name === 'w:footnoteReference' ? 'footnote' : 'endnote'} ${reference.attributes.get('w:id') ?? ''}`;
}

function noteReferences(node: XmlElement, found: XmlElement[] = []): XmlElement[] {
  for (const child of node.children) {
    if (!isElement(child)) continue;
    if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') found.push(child);
    else noteReferences(child, found);
  }
  return found;
}
