/**
 * Reads an OOXML part as a stream of elements, for parts with too many elements for a tree: sheets and their strings.
 * The rules are those of `parse-xml.ts`: strict, without a DOCTYPE, with limits of depth and number.
 */
import { SaxesParser } from 'saxes';
import { decodePart, notReadable, tooComplex } from './parse-xml.ts';

/** Maximum depth of elements in a streamed part. Sheets have eight levels. */
const DEPTH_MAX = 256;
/** The parser gets text in pieces of this many UTF-16 units. So it does not copy the whole rest each time. */
const CHUNK_UNITS = 64 * 1024;

/** Attributes by local name. */
export type StreamedAttributes = Readonly<Record<string, string>>;

/** Receives the elements of a part. Names are local: without their prefix. */
export interface XmlVisitor {
  open(name: string, attributes: StreamedAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Streams a part to its visitor.
 *
 * @throws ServiceError `document_invalid` with the part's name, `document_too_complex`
 */
export function streamXml(bytes: Uint8Array, partName: string, elementsMax: number, visitor: XmlVisitor): void {
  const parser = new SaxesParser({ xmlns: false, position: true, fragment: false });
  let depth = 0;
  let elements = 0;
  parser.on('error', (fault) => {
    const [, line, column, what = fault.message] = /^(\d+):(\d+): (.*?)\.?$/su.exec(fault.message) ?? [];
    throw notReadable(partName, line === undefined ? what : `line ${line}, column ${column}: ${what}`);
  });
  parser.on('doctype', () => {
    throw notReadable(partName, 'it has a DOCTYPE, which OOXML does not allow');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX) throw tooComplex(partName, 'levels of elements', DEPTH_MAX);
    if (elements > elementsMax) throw tooComplex(partName, 'elements', elementsMax);
    visitor.open(localName(name), withLocalNames(attributes));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close(localName(name));
  });
  parser.on('text', (text) => visitor.text(text));
  parser.on('cdata', (text) => visitor.text(text));
  const text = decodePart(bytes, partName);
  for (let at = 0; at < text.length; at += CHUNK_UNITS) parser.write(text.slice(at, at + CHUNK_UNITS));
  parser.close();
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Only an id of a relationship has a prefix that counts. It is the only `id` of its elements. */
function withLocalNames(attributes: Record<string, string>): StreamedAttributes {
  let renamed: Record<string, string> | undefined;
  for (const name in attributes) {
    if (!name.includes(':') || name.startsWith('xmlns:')) continue;
    renamed ??= { ...attributes };
    renamed[localName(name)] = attributes[name]!;
  }
  return renamed ?? attributes;
}
