/** Lists what the DOCX reader sees and does not put into the model. */
import type { UncomparedKind } from '../../../../shared/change/uncompared.ts';
import type { OoxmlPackage, Part } from '../../../ooxml/package.ts';
import { NO_ATTRIBUTES, type XmlElement, type XmlNode } from '../../../ooxml/xml-tree.ts';
import { Inventory } from '../../inventory.ts';
import { sha256 } from '../../../sha256.ts';

/**
 * Attributes that a word processor rewrites without a visible effect: ids of drawings and shapes, and marks of editing
 * sessions.
 */
const GENERATED =
  /^(?:id|o:spid|wp14:(?:anchorId|editId)|w14:(?:paraId|textId)|w:rsid\w*|(?:r|o):id|relativeHeight|spid)$/;

/** The inventory of one document. */
export class DocxInventory extends Inventory {
  readonly #package: OoxmlPackage;
  readonly #digests = new Map<Part, string>();
  /** Name of the header, footer or comment that is being read; null in the body. */
  #story: string | null = null;
  #onPages = false;

  constructor(archive: OoxmlPackage) {
    super();
    this.#package = archive;
  }

  /** Whether a header or footer is being read. */
  get isInPageStory(): boolean {
    return this.#onPages;
  }

  /** Begins a story, by its name for a person; null: the body. A header or footer is on `onPages`. */
  enter(story: string | null, onPages = false): void {
    this.#story = story;
    this.#onPages = onPages;
    this.forget();
  }

  /** Adds a part that a relationship of `from` refers to, with the details of its display. */
  addPart(kind: UncomparedKind, from: string, id: string | undefined, display: string, label = ''): void {
    this.add(kind, this.#contentOf(from, id, display), label);
  }

  /**
   * Adds a picture that is an image, too, and that a comparison may include. `size` and link, as text. `altered`: its
   * cropping and effects.
   */
  addImage(
    kind: 'picture' | 'watermark',
    from: string,
    { id, vector }: { readonly id: string; readonly vector: string | undefined },
    size: string,
    altered: string,
    label: string,
  ): void {
    const image = this.imageOf(from, id, vector);
    this.add(kind, [image, size, altered].join(' '), label, this.place, image, altered !== '');
  }

  /** Digest of a picture by its relationship, together with the vector original that is shown in its place, if any. */
  imageOf(from: string, id: string, vector: string | undefined): string {
    const bitmap = this.digestOf(from, id);
    return vector === undefined ? bitmap : sha256(`${bitmap} ${this.digestOf(from, vector)}`);
  }

  /**
   * SHA-256 of the part that a relationship of `from` refers to, in lower-case hexadecimal digits. For a missing or
   * linked part, it is the SHA-256 of the address. Each part is read once, however many places show it.
   */
  digestOf(from: string, id: string | undefined): string {
    const { part, target } = this.#partOf(from, id);
    return part === undefined ? sha256(target) : this.#digestOfPart(part);
  }

  #contentOf(from: string, id: string | undefined, display: string): string {
    const { part, target } = this.#partOf(from, id);
    return `${part === undefined ? `address ${target}` : this.#digestOfPart(part)} ${display}`;
  }

  #partOf(from: string, id: string | undefined): { readonly part: Part | undefined; readonly target: string } {
    const relationship = id === undefined ? undefined : this.#package.relationshipsOf(from).get(id);
    const isOwn = relationship !== undefined && !relationship.external;
    return { part: isOwn ? this.#package.part(relationship.target) : undefined, target: relationship?.target ?? '' };
  }

  #digestOfPart(part: Part): string {
    let digest = this.#digests.get(part);
    if (digest === undefined) {
      digest = sha256(part.bytes);
      this.#digests.set(part, digest);
    }
    return digest;
  }

  /** The current place for a person. */
  override get place(): string {
    return this.#story === null ? super.place : `${this.#story}, ${super.place}`;
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
