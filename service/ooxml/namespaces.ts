/**
 * Namespaces of OOXML. Each tree names its elements with one canonical prefix per namespace, whatever prefix the file
 * uses. Strict namespaces (ISO/IEC 29500 Strict) get the prefixes of Transitional. So `w:p` is a paragraph
 * everywhere.
 */

const TRANSITIONAL: Readonly<Record<string, string>> = {
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  ss: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  lc: 'http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas',
  sl: 'http://schemas.openxmlformats.org/schemaLibrary/2006/main',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  ct: 'http://schemas.openxmlformats.org/package/2006/content-types',
  rel: 'http://schemas.openxmlformats.org/package/2006/relationships',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w10: 'urn:schemas-microsoft-com:office:word',
  wne: 'http://schemas.microsoft.com/office/word/2006/wordml',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  w15: 'http://schemas.microsoft.com/office/word/2012/wordml',
  w16cid: 'http://schemas.microsoft.com/office/word/2016/wordml/cid',
  w16se: 'http://schemas.microsoft.com/office/word/2015/wordml/symex',
  w16: 'http://schemas.microsoft.com/office/word/2018/wordml',
  w16cex: 'http://schemas.microsoft.com/office/word/2018/wordml/cex',
  w16sdtdh: 'http://schemas.microsoft.com/office/word/2020/wordml/sdtdatahash',
  wp14: 'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
  wpc: 'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  wpi: 'http://schemas.microsoft.com/office/word/2010/wordprocessingInk',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  a14: 'http://schemas.microsoft.com/office/drawing/2010/main',
  dsp: 'http://schemas.microsoft.com/office/drawing/2008/diagram',
  cx: 'http://schemas.microsoft.com/office/drawing/2014/chartex',
  p14: 'http://schemas.microsoft.com/office/powerpoint/2010/main',
  p188: 'http://schemas.microsoft.com/office/powerpoint/2018/8/main',
  xml: 'http://www.w3.org/XML/1998/namespace',
};

const PURL = 'http://purl.oclc.org/ooxml/';

/** Strict namespace → canonical prefix (ISO/IEC 29500-1, annex A beside 29500-4, annex A). */
const STRICT: Readonly<Record<string, string>> = {
  [`${PURL}wordprocessingml/main`]: 'w',
  [`${PURL}spreadsheetml/main`]: 'ss',
  [`${PURL}officeDocument/relationships`]: 'r',
  [`${PURL}officeDocument/math`]: 'm',
  [`${PURL}drawingml/wordprocessingDrawing`]: 'wp',
  [`${PURL}drawingml/main`]: 'a',
  [`${PURL}drawingml/picture`]: 'pic',
  [`${PURL}drawingml/chart`]: 'c',
  [`${PURL}drawingml/diagram`]: 'dgm',
  [`${PURL}drawingml/lockedCanvas`]: 'lc',
  [`${PURL}schemaLibrary/main`]: 'sl',
  [`${PURL}presentationml/main`]: 'p',
};

const STRICT_RELATIONSHIP = `${PURL}officeDocument/relationships/`;
const TRANSITIONAL_RELATIONSHIP = `${TRANSITIONAL['r'] ?? ''}/`;

/** Whether a canonical prefix belongs to a namespace of the format itself. Other prefixes belong to single programs. */
export function isFormatPrefix(prefix: string): boolean {
  return prefix in TRANSITIONAL;
}

/** Whether a namespace belongs to the Strict variant. */
export function isStrictNamespace(uri: string): boolean {
  return uri.startsWith(PURL);
}

/** The type of a relationship in its Transitional spelling. */
export function transitionalType(type: string): string {
  return type.startsWith(STRICT_RELATIONSHIP)
    ? TRANSITIONAL_RELATIONSHIP + type.slice(STRICT_RELATIONSHIP.length)
    : type;
}

/**
 * Maps namespaces to canonical prefixes and back. Trees that are merged share one table. A namespace without a
 * canonical prefix keeps the first prefix found for it, unless another namespace has that prefix.
 */
export class Namespaces {
  readonly #prefixes = new Map<string, string>();
  readonly #uris = new Map<string, string>();
  /** Number of the next generated prefix. Lower numbers are taken. */
  #next = 1;

  constructor() {
    for (const [prefix, uri] of Object.entries(TRANSITIONAL)) {
      this.#prefixes.set(uri, prefix);
      this.#uris.set(prefix, uri);
    }
    for (const [uri, prefix] of Object.entries(STRICT)) this.#prefixes.set(uri, prefix);
  }

  /** The canonical prefix of a namespace, never empty. `preferred` is the prefix in the file. */
  prefixOf(uri: string, preferred: string): string {
    const known = this.#prefixes.get(uri);
    if (known !== undefined) return known;
    let prefix = preferred === '' ? 'ns' : preferred;
    for (; this.#uris.has(prefix); this.#next += 1) prefix = `ns${this.#next}`;
    this.#prefixes.set(uri, prefix);
    this.#uris.set(prefix, uri);
    return prefix;
  }

  /** The namespace of a canonical prefix. */
  uriOf(prefix: string): string | undefined {
    return this.#uris.get(prefix);
  }
}
