/** Lists what the reader of pages sees and does not put into the model. */
import { bytesOfBase64 } from '../../bytes.ts';
import type { UncomparedKind } from '../../../../shared/change/uncompared.ts';
import { Inventory } from '../../inventory.ts';
import { sha256 } from '../../../sha256.ts';
import { pictureLook } from '../css/declared-look.ts';
import { attributeOf, isText, type ChildNode, type ParentNode } from '../tree/html-tree.ts';
import type { LeftOutPart } from '../tree/select-parts.ts';
import { drawnMarkup, hiddenContent, isSvg } from '../tree/subtree.ts';

/** Maximum length of a label in UTF-16 units. The digest covers the text that is cut off, too. */
const LABEL_LENGTH = 200;
const BASE64_URL = /^data:[^,]{0,200};base64,/i;
const SIZE_DECLARATIONS = /(?:^|;)\s*(?:max-|min-)?(?:width|height)\s*:[^;]*/gi;

/** The inventory of one page. */
export class HtmlInventory extends Inventory {
  readonly #sources = new WeakMap<ParentNode, string>();

  /**
   * A picture with its description, its displayed size and the link around it. `href`: null for no link. `image`: its
   * digest where pictures are compared. One with more than an image has (other sources, a title, a size or a look by style)
   * stays listed even there. Returns false for a picture that nobody sees.
   */
  picture(node: ParentNode, href: string | null, image?: string): boolean {
    const [width = '', height = ''] = [attributeOf(node, 'width'), attributeOf(node, 'height')];
    // A counting picture of one pixel has a new address every time, and nobody sees it.
    if (/^\s*[01]\s*(?:px)?\s*$/.test(width) && /^\s*[01]\s*(?:px)?\s*$/.test(height)) return false;
    const src = attributeOf(node, 'src') ?? attributeOf(node, 'data-src') ?? '';
    const [alt, title] = ['alt', 'title'].map((name) =>
      (attributeOf(node, name) ?? '').replaceAll(/\s+/gu, ' ').trim(),
    );
    const sources = [attributeOf(node, 'srcset') ?? '', this.#sourcesAround(node)];
    if (src === '' && alt === '' && sources.join('') === '') return true;
    const sizes = (attributeOf(node, 'style') ?? '').match(SIZE_DECLARATIONS)?.join('') ?? '';
    const look = pictureLook(node);
    const content = JSON.stringify([pictureOf(src), ...sources, width, height, sizes, look, alt, title, href]);
    const label = [alt, title === alt ? '' : title, href === null ? '' : `link to ${href}`];
    const isAltered = [...sources, sizes, look, title].join('') !== '' || `${width}${height}`.includes('%');
    this.#list('picture', content, label.filter((part) => part !== '').join(', '), image, isAltered);
    return true;
  }

  /** The area of a picture that is a link. */
  area(node: ParentNode): void {
    this.#list('picture', drawnMarkup(node), attributeOf(node, 'alt') ?? attributeOf(node, 'title'));
  }

  /** A drawing without its text. `href`: the link around it, or null. */
  drawing(node: ParentNode, href: string | null): void {
    this.#linked('svg', drawnMarkup(node, isNotDrawn), attributeOf(node, 'aria-label') ?? '', href);
  }

  /**
   * A part of the page that is shown and not read. It is a player, a frame, an embedded file or a drawing of a script.
   */
  element(kind: UncomparedKind, node: ParentNode, href: string | null): void {
    const label = attributeOf(node, 'title') ?? attributeOf(node, 'aria-label');
    this.#linked(kind, drawnMarkup(node), label ?? attributeOf(node, 'src') ?? '', href);
  }

  /** A part that the page hides, or a template. An empty one is not listed, but for a shadow tree: it hides what is around it. */
  hidden(node: ParentNode): void {
    const isShadow = isShadowRoot(node);
    const content = isShadow ? drawnMarkup(node) : hiddenContent(node);
    if (content !== '') this.#list('hidden_content', content, isShadow ? 'shadow tree' : '');
  }

  /** A part that a selector left out. */
  leftOut({ content, label }: LeftOutPart, where = this.place): void {
    this.add('left_out', content, label.slice(0, LABEL_LENGTH).trim(), where);
  }

  /** A line or a colour without text, or the name of an icon. One that nobody sees is not listed. */
  shape(look: string, icon: string, href: string | null): void {
    if (look !== '' || icon !== '') this.#linked('drawing', JSON.stringify([look, icon]), icon, href);
  }

  /** A field that shows no text but a hint, which may be empty. */
  field(look: string, hint: string): void {
    this.#list('form_control', JSON.stringify([look, hint]), hint);
  }

  /** Lists a thing with the link around it. A link inside the page has a new id without any difference. */
  #linked(kind: UncomparedKind, content: string, label: string, href: string | null): void {
    if (href === null || href.startsWith('#')) this.#list(kind, content, label);
    else
      this.#list(kind, JSON.stringify([content, href]), label === '' ? `link to ${href}` : `${label}, link to ${href}`);
  }

  #list(kind: UncomparedKind, content: string, label = '', image?: string, isAltered = false): void {
    this.add(kind, content, label.slice(0, LABEL_LENGTH).trim(), this.place, image, isAltered);
  }

  /** Digest of the `source` elements beside an `img` in a `picture`. */
  #sourcesAround({ parent }: ParentNode): string {
    if (parent?.name !== 'picture') return '';
    let sources = this.#sources.get(parent);
    if (sources !== undefined) return sources;
    sources = '';
    for (let child = parent.first; child !== null; child = child.next)
      if (!isText(child) && child.name === 'source') sources += drawnMarkup(child);
    if (sources !== '') sources = sha256(sources);
    this.#sources.set(parent, sources);
    return sources;
  }
}

/** Whether browsers show a template in place of the content of its parent (HTML Standard, 4.12.3). */
function isShadowRoot(node: ParentNode): boolean {
  return node.name === 'template' && /^(?:open|closed)$/i.test(attributeOf(node, 'shadowrootmode') ?? '');
}

/** Whether a part of a drawing is no part of its look. Its texts are read. */
function isNotDrawn(node: ChildNode): boolean {
  if (isText(node)) return node.parent?.name !== 'style';
  return !isSvg(node) || node.name === 'title' || node.name === 'desc';
}

/** The digest of the bytes in a `data:` URL in base64, or the address. */
function pictureOf(src: string): string {
  const start = BASE64_URL.exec(src)?.[0].length;
  return start === undefined ? src.trim() : sha256(bytesOfBase64(src.slice(start)));
}
