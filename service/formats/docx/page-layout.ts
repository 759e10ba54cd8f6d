/** How the pages of a DOCX are laid out (ECMA-376 part 1, 17.6). Headers, footers and direction are read elsewhere. */
import { childOf, childrenOf, toggleOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import { sha256 } from '../sha256.ts';

const OF_PAGES = ['w:pgSz', 'w:pgMar', 'w:cols', 'w:pgBorders', 'w:lnNumType', 'w:pgNumType', 'w:vAlign'];
/** Attributes that programs write and pages do not show. */
const UNSEEN: ReadonlySet<string> = new Set(['w:orient', 'w:code', 'w:equalWidth', 'w:gutterAtTop', 'w:shadow']);
/** Values that count without being stated. */
const DEFAULTS: ReadonlySet<string> = new Set(['w:gutter=0', 'w:fmt=decimal', 'w:num=1', 'w:val=top', 'w:sep=0']);
/** Lengths within a point are equal: programs round the size of a page in different ways. */
const TWIPS = 20;

/** Settings that change all pages (17.15.1). */
const SETTINGS = ['w:autoHyphenation', 'w:mirrorMargins', 'w:bookFoldPrinting', 'w:gutterAtTop'];

/** What lays out the pages of a document. */
export interface PageParts {
  /** Properties of the sections, in order. A document without a section has one that says nothing. */
  readonly sections: readonly XmlElement[];
  /** The settings part, if there is one. */
  readonly settings: XmlElement | undefined;
  /** The ground of the pages (`w:background`), which only a setting shows. */
  readonly background: XmlElement | undefined;
}

/**
 * The layout of the pages as SHA-256 in lower-case hexadecimal digits. A section like the one before shows nothing new.
 */
export function pageLayout({ sections, settings, background }: PageParts): string {
  const hasStories = sections.some((section) =>
    childrenOf(section).some(({ name }) => name === 'w:headerReference' || name === 'w:footerReference'),
  );
  const layouts = sections.map((section) => {
    const elements = OF_PAGES.map((name) => shown(childOf(section, name), hasStories)).join('');
    // A first page of its own has another header, or none.
    const ownFirst = hasStories && toggleOf(section, 'w:titlePg') === true ? 'first' : '';
    return `${elements}${ownFirst}${toggleOf(section, 'w:bidi') === true ? 'right to left' : ''}`;
  });
  const stated = layouts.length === 0 ? [''] : layouts;
  const ofAll = SETTINGS.filter((name) => toggleOf(settings, name) === true);
  if (hasStories && toggleOf(settings, 'w:evenAndOddHeaders') === true) ofAll.push('w:evenAndOddHeaders');
  if (toggleOf(settings, 'w:displayBackgroundShape') === true)
    ofAll.push(`ground ${background?.attributes.get('w:color') ?? ''}`);
  return sha256([...stated.filter((layout, at) => layout !== stated[at - 1]), ...ofAll].join('\n'));
}

/** An element with what it contains, in a fixed order; empty if it shows nothing. Lengths are in points. */
function shown(element: XmlElement | undefined, hasStories: boolean): string {
  if (element === undefined) return '';
  // The space between columns shows only between columns.
  const isOneColumn = element.name === 'w:cols' && Number(element.attributes.get('w:num') ?? 1) < 2;
  const attributes = [...element.attributes]
    .filter(([name, value]) => name.startsWith('w:') && !UNSEEN.has(name) && !DEFAULTS.has(`${name}=${value}`))
    .filter(([name]) => hasStories || (name !== 'w:header' && name !== 'w:footer'))
    .filter(([name]) => !isOneColumn || name !== 'w:space')
    .map(([name, value]) => `${name}=${/^-?\d{3,}$/u.test(value) ? Math.round(Number(value) / TWIPS) : value}`)
    .sort();
  const inside = isOneColumn
    ? ''
    : childrenOf(element)
        .map((child) => shown(child, hasStories))
        .join('');
  return attributes.length === 0 && inside === '' ? '' : `${element.name}(${attributes.join(' ')} ${inside})`;
}
