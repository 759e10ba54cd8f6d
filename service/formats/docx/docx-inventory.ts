/** Lists what the DOCX reader sees and does not put into the model. */
import type { InventoryItem, UncomparedKind } from '../../../shared/change/uncompared.ts';
import type { OoxmlPackage } from '../../ooxml/package.ts';
import { NO_ATTRIBUTES, type XmlElement, type XmlNode } from '../../ooxml/xml-tree.ts';
import { sha256 } from '../sha256.ts';

/** Maximum length of the words that name a place, in UTF-16 units. */
const PLACE_LENGTH = 40;

/**
 * Attributes that a word processor writes anew without a visible effect: ids of drawings and shapes, and marks of
 * editing sessions.
 */
const GENERATED =
  /^(?:id|o:spid|wp14:(?:anchorId|editId)|w14:(?:paraId|textId)|w:rsid\w*|(?:r|o):id|relativeHeight|spid)$/;

/** The inventory of one document. It remembers the text that was read last, in order to name places. */
export class DocxInventory {
  readonly #items: InventoryItem[] = [];
  readonly #package: OoxmlPackage;
  /** Name of the header or footer that is being read; null in the body. */
  #story: string | null = null;
  #tail = '';

  constructor(archive: OoxmlPackage) {
    this.#package = archive;
  }

  /** All items so far, in reading order. */
  get items(): readonly InventoryItem[] {
    return this.#items;
  }

  /** Whether a header or footer is being read. */
  get isInPageStory(): boolean {
    return this.#story !== null;
  }

  /** Notes that this text was read. */
  read(text: string): void {
    this.#tail = (this.#tail + text).slice(-2 * PLACE_LENGTH);
  }

  /** Begins a header or footer, by its name for a person; null: the body. */
  enter(story: string | null): void {
    this.#story = story;
    this.#tail = '';
  }

  /** Adds an item. `content`: what a reader sees of it. */
  add(kind: UncomparedKind, content: Uint8Array | string, label = '', where = this.place): void {
    this.#items.push({ kind, where, ...(label !== '' && { label }), sha256: sha256(content), count: 1 });
  }

  /**
   * Adds a part that a relationship of `from` refers to, with the details of its display. A missing part and a linked
   * one count by their address.
   */
  addPart(kind: UncomparedKind, from: string, id: string | undefined, display: string, label = ''): void {
    const relationship = id === undefined ? undefined : this.#package.relationshipsOf(from).get(id);
    const part =
      relationship === undefined || relationship.external ? undefined : this.#package.part(relationship.target);
    const content = part === undefined ? `address ${relationship?.target ?? ''}` : sha256(part.bytes);
    this.add(kind, `${content} ${display}`, label);
  }

  /** The current place for a person. */
  get place(): string {
    const words = this.#tail.replaceAll(/\s+/gu, ' ').trim();
    const last = words.length <= PLACE_LENGTH ? words : words.slice(-PLACE_LENGTH).replace(/^\S*\s/u, '');
    const place = last === '' ? 'at the start' : `after “${last}”`;
    return this.#story === null ? place : `${this.#story}, ${place}`;
  }
}

/** The markup of a drawing without generated attributes and without its text boxes, which are read as text. */
export function drawingMarkup(node: XmlElement): string {
  const attributes = [...node.attributes]
    .filter(([name]) => !GENERATED.test(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .sort();
  const markupOf = (child: XmlNode): string => {
    if (typeof child === 'string') return child;
    if (child.name === 'w:txbxContent') return '';
    // The properties of a drawing name it; a reader does not see them.
    if (child.name === 'wp:docPr' || child.name.endsWith(':cNvPr'))
      return drawingMarkup({ ...child, attributes: NO_ATTRIBUTES });
    return drawingMarkup(child);
  };
  return `<${node.name}${attributes.join('')}>${node.children.map(markupOf).join('')}</>`;
}
