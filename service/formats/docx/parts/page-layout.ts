/** How the pages of a DOCX are laid out (ECMA-376 part 1, 17.6). Headers, footers and direction are read elsewhere. */
import { childOf, childrenOf, toggleOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { sha256 } from '../../../sha256.ts';

const OF_PAGES = ['w:pgSz', 'w:pgMar', 'w:cols', 'w:pgBorders', 'w:lnNumType', 'w:pgNumType', 'w:vAlign'];
/** Attributes that programs write and pages do not show. */
const UNSEEN: ReadonlySet<string> = new Set(['w:orient', 'w:code', 'w:equalWidth', 'w:gutterAtTop', 'w:shadow']);
/** Values that count without being stated. */
const DEFAULTS: ReadonlySet<string> = new Set(['w:gutter=0', 'w:fmt=decimal', 'w:num=1', 'w:val=top', 'w:sep=0']);
/** Lengths within a point are equal: programs round the size of a page in different ways. */
const TWIPS = 20;

const NOTES = ['pos', 'numFmt', 'numStart', 'numRestart'];
const ORDINARY_NOTES: ReadonlySet<string> = new Set([
  'footnote pos=pageBottom',
  'footnote numFmt=decimal',
  'footnote numStart=1',
  'footnote numRestart=continuous',
  'endnote pos=docEnd',
  'endnote numFmt=lowerRoman',
  'endnote numStart=1',
  'endnote numRestart=continuous',
]);
/** Settings that change all pages (17.15.1). */
const SETTINGS = ['w:autoHyphenation', 'w:mirrorMargins', 'w:bookFoldPrinting', 'w:gutterAtTop'];

/** What lays out the pages of a document. */
export interface PageParts {
  /** Properties of the sections, in order. A document without a section has one that says nothing. */
  readonly sections: readonly XmlElement[];
  /** The settings part, if there is one. */
  readonly settings: XmlElement | undefined;
  /** Whether the document has notes, whose numbers and places the settings state. */
  readonly hasNotes: boolean;
  /** The ground of the pages (`w:background`), which only a setting shows. */
  readonly background: XmlElement | undefined;
}

/**
 * The layout of the pages as SHA-256 in lower-case hexadecimal digits. A section like the one before shows nothing new.
 */
export function pageLayout({ sections, settings, hasNotes, background }: PageParts): string {
  const hasStories = sections.some((section) =>
    childrenOf(section).some(({ name }) => name === 'w:headerReference' || name === 'w:footerReference'),
  );
  const layouts = sections.map((section) => {
    const elements = OF_PAGES.map((name) => shown(childOf(section, name), hasStories)).join('');
    // A first page of its own has another header, or none.
    const ownFirst = hasStories && toggleOf(section, 'w:titlePg') === true ? 'first' : '';
    const grid = childOf(section, 'w:docGrid');
    const gridded = ['lines', 'linesAndChars', 'snapToChars'].includes(grid?.attributes.get('w:type') ?? '');
    return `${elements}${hasNotes ? notesOf(section) : ''}${gridded ? shown(grid, false) : ''}${ownFirst}${toggleOf(section, 'w:bidi') === true ? 'right to left' : ''}`;
  });
  const stated = layouts.length === 0 ? [''] : layouts;
  const ofAll = SETTINGS.filter((name) => toggleOf(settings, name) === true);
  if (hasStories && toggleOf(settings, 'w:evenAndOddHeaders') === true) ofAll.push('w:evenAndOddHeaders');
  if (toggleOf(settings, 'w:displayBackgroundShape') === true)
    ofAll.push(`ground ${background?.attributes.get('w:color') ?? ''}`);
  const notes = hasNotes && settings !== undefined ? notesOf(settings) : '';
  if (notes !== '') ofAll.push(notes);
  return sha256([...stated.filter((layout, at) => layout !== stated[at - 1]), ...ofAll].join('\n'));
}

/** How the settings or a section number and place notes (17.11.11), as far as it is not the ordinary way. */
function notesOf(properties: XmlElement): string {
  return ['footnote', 'endnote']
    .flatMap((kind) =>
      NOTES.map((name) => {
        const value = childOf(childOf(properties, `w:${kind}Pr`), `w:${name}`)?.attributes.get('w:val') ?? '';
        return value === '' || ORDINARY_NOTES.has(`${kind} ${name}=${value}`) ? '' : `${kind} ${name}=${value} `;
      }),
    )
    .join('');
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
