/** Maps the text of paragraphs to places in the text of a guide. */
import { innerText, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';
import { placesIn, signOf, WITHOUT_TEXT, withoutSpace } from './guide.ts';
import type { ParagraphText } from './paragraph-text.ts';

const SPACE = /\s/u;

/** Places in the guide's text of one side. */
export class TextPlaces {
  readonly #starts = new Map<XmlElement, number>();
  readonly #places: Int32Array;

  /** `trees` are the parts with text of a document, in the order of the guide's text. */
  constructor(guideText: string, trees: readonly XmlElement[], hasPictures: boolean) {
    const parts: string[] = [];
    let length = 0;
    const put = (node: XmlElement, text: string): void => {
      this.#starts.set(node, length);
      parts.push(text);
      length += text.length;
    };
    // A text box follows its paragraph, as in a fragment.
    let boxes: XmlElement[] = [];
    const visit = (node: XmlElement): void => {
      if (WITHOUT_TEXT.has(node.name)) return;
      if (node.name === 'w:p') {
        const outer = boxes;
        const own: XmlElement[] = [];
        boxes = own;
        for (const child of node.children) if (isElement(child)) visit(child);
        boxes = outer;
        for (const box of own) for (const child of box.children) if (isElement(child)) visit(child);
        return;
      }
      if (node.name === 'w:txbxContent') {
        boxes.push(node);
        return;
      }
      if (node.name === 'w:t') {
        const text = innerText(node);
        put(node, withoutSpace(text));
        // The units of other texts cannot be counted one by one.
        if (text !== text.normalize('NFC')) this.#starts.delete(node);
        return;
      }
      const sign = signOf(node, hasPictures);
      if (sign !== undefined) put(node, sign);
      for (const child of node.children) if (isElement(child)) visit(child);
    };
    for (const tree of trees) visit(tree);
    this.#places = placesIn(guideText, parts.join(''));
  }

  /**
   * The place of each unit of a text. It is -1 for white space, for things, and for text that the guide does not have.
   * A thing has the place of the first sign or picture in it.
   */
  of({ text, pieces }: ParagraphText): Int32Array {
    const places = new Int32Array(text.length).fill(-1);
    let source: XmlElement | undefined;
    let at = -1;
    for (const piece of pieces) {
      if (piece.kind === 'object' || piece.kind === 'element') places[piece.start] = this.#ofThing(piece.node!);
      if (piece.kind !== 'text') continue;
      if (piece.node !== source) at = this.#starts.get(piece.node!) ?? -1;
      source = piece.node;
      if (at === -1) continue;
      for (let unit = piece.start; unit < piece.end; unit += 1) {
        if (!SPACE.test(text[unit]!)) places[unit] = this.#places[at++]!;
      }
    }
    return places;
  }

  /** The place of the first sign or picture in a thing; -1 for none. */
  #ofThing(node: XmlElement): number {
    if (node.name === 'mc:Fallback') return -1;
    const start = node.name === 'w:t' ? undefined : this.#starts.get(node);
    if (start !== undefined) return this.#places[start]!;
    for (const child of node.children) {
      const found = isElement(child) ? this.#ofThing(child) : -1;
      if (found !== -1) return found;
    }
    return -1;
  }
}

/** Whether the guide has a unit. */
export function isKnown(place: number): boolean {
  return place !== -1;
}

/**
 * For each unit the place behind which it is: one more than the last known place before it, else the first known one
 * after it; -1 if no place is known. A known unit is at its own place.
 */
export function gapsOf(places: Int32Array): Int32Array {
  const gaps = new Int32Array(places.length).fill(-1);
  let last = -1;
  for (let at = 0; at < places.length; at += 1) {
    if (isKnown(places[at]!)) last = places[at]! + 1;
    gaps[at] = isKnown(places[at]!) ? places[at]! : last;
  }
  let next = -1;
  for (let at = places.length - 1; at >= 0; at -= 1) {
    if (isKnown(places[at]!)) next = places[at]!;
    else if (gaps[at] === -1) gaps[at] = next;
  }
  return gaps;
}
