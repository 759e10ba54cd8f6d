/** Small DOCX files from their parts. Bodies are written as XML without namespace declarations. */
import { zipSync, type Zippable } from 'fflate';

const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['m', 'http://schemas.openxmlformats.org/officeDocument/2006/math'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
  ['mc', 'http://schemas.openxmlformats.org/markup-compatibility/2006'],
  ['wps', 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['w14', 'http://schemas.microsoft.com/office/word/2010/wordml'],
  ['w15', 'http://schemas.microsoft.com/office/word/2012/wordml'],
] as const;

const DECLARATIONS = NAMESPACES.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Parts beside the body; each XML is the inside of its root element. */
export interface DocxParts {
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  /** Headers by relationship id. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Footers by relationship id. */
  readonly footers?: Readonly<Record<string, string>>;
  readonly comments?: string;
  /** Threads of the comments, and what is resolved. */
  readonly commentsExtended?: string;
  readonly settings?: string;
  readonly theme?: string;
  /** Hyperlinks by relationship id. */
  readonly links?: Readonly<Record<string, string>>;
  /** PNG images by relationship id. */
  readonly images?: Readonly<Record<string, Uint8Array>>;
  /** Further files of the archive, or other bytes for those above. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Nothing is compressed: what repeats itself would be over the ratio of the archive limit. */
  readonly stored?: boolean;
}

/** An XML part with all usual namespaces declared. */
export function xmlPart(root: string, inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${DECLARATIONS}>${inside}</${root}>`;
}

/** The bytes of a DOCX with this body. */
export function docx(body: string, parts: DocxParts = {}): Uint8Array {
  const files: Record<string, string | Uint8Array> = {};
  const relationships: string[] = [];
  const overrides: string[] = [`/word/document.xml|${WORD}.document.main+xml`];
  const relate = (id: string, type: string, target: string, external = false): void => {
    relationships.push(
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    );
  };
  for (const [name, root] of [
    ['styles', 'w:styles'],
    ['numbering', 'w:numbering'],
    ['footnotes', 'w:footnotes'],
    ['endnotes', 'w:endnotes'],
    ['comments', 'w:comments'],
    ['settings', 'w:settings'],
    ['theme', 'a:theme'],
  ] as const) {
    const inside = parts[name];
    if (inside === undefined) continue;
    files[`word/${name}.xml`] = xmlPart(root, inside);
    relate(`rId_${name}`, name, `${name}.xml`);
    overrides.push(`/word/${name}.xml|${WORD}.${name}+xml`);
  }
  if (parts.commentsExtended !== undefined) {
    files['word/commentsExtended.xml'] = xmlPart('w15:commentsEx', parts.commentsExtended);
    relationships.push(
      `<Relationship Id="rId_commentsExtended" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/>`,
    );
    overrides.push(`/word/commentsExtended.xml|${WORD}.commentsExtended+xml`);
  }
  for (const [type, root, stories] of [
    ['header', 'w:hdr', parts.headers],
    ['footer', 'w:ftr', parts.footers],
  ] as const) {
    for (const [id, inside] of Object.entries(stories ?? {})) {
      files[`word/${id}.xml`] = xmlPart(root, inside);
      relate(id, type, `${id}.xml`);
      overrides.push(`/word/${id}.xml|${WORD}.${type}+xml`);
    }
  }
  for (const [id, target] of Object.entries(parts.links ?? {})) relate(id, 'hyperlink', target, true);
  for (const [id, bytes] of Object.entries(parts.images ?? {})) {
    files[`word/media/${id}.png`] = bytes;
    relate(id, 'image', `media/${id}.png`);
  }
  files['word/document.xml'] = xmlPart('w:document', `<w:body>${body}</w:body>`);
  files['word/_rels/document.xml.rels'] =
    `<Relationships xmlns="${RELATIONSHIPS}">${relationships.join('')}</Relationships>`;
  files['_rels/.rels'] =
    `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`;
  const types = overrides.map((override) => {
    const [name, type] = override.split('|');
    return `<Override PartName="${name}" ContentType="${type}"/>`;
  });
  files['[Content_Types].xml'] =
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${types.join('')}</Types>`;
  return archive({ ...files, ...parts.files }, parts.stored);
}

/** A ZIP archive. */
export function archive(files: Readonly<Record<string, string | Uint8Array>>, stored = false): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  }
  return zipSync(entries, { mtime: new Date(1980, 0, 1), level: stored ? 0 : 6 });
}

/** A run of text; `properties` is the inside of `w:rPr`. */
export const r = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph of runs; `properties` is the inside of `w:pPr`. A plain text is one run. */
export const wp = (content = '', properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content === '' || content.startsWith('<') ? content : r(content)}</w:p>`;

/** A picture of a relationship; its size is in English Metric Units. */
export const picture = (id: string, width = 914_400, height = 914_400, description = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${width}" cy="${height}"/><wp:docPr id="1" name="Picture" descr="${description}"/>` +
  `<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** A cell of paragraphs; `properties` is the inside of `w:tcPr`. */
export const tc = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<') ? content : wp(content)}</w:tc>`;

/** A row of cells; `properties` is the inside of `w:trPr`. */
export const tr = (cells: readonly string[], properties = ''): string =>
  `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${cells.join('')}</w:tr>`;

/** A table of rows. */
export const tbl = (...rows: string[]): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`;
