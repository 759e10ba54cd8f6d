/**
 * A copy of an OpenDocument text for LibreOffice, which would open the addresses in it (OpenDocument 1.3). The copy
 * has its own text, styles, pictures and objects, and nothing that leads out of the package or runs.
 */
import { readArchive, type ArchiveEntry } from '../../ooxml/read-archive.ts';
import { rewriteXml, type XmlRules } from '../../ooxml/rewrite-xml.ts';
import { writeArchive, type ArchivePart } from '../../ooxml/write-archive.ts';
import { closedSvg } from './closed-svg.ts';
import { pictureKind } from './picture-kind.ts';

const MEDIA_TYPE_PART = 'mimetype';
const MANIFEST_PART = 'META-INF/manifest.xml';
/** Documents of the package: its own, and those of the objects in it (part 2, 3.1). */
const DOCUMENT_PART = /(?:^|\/)(?:content|styles|meta|settings)\.xml$/u;
/** Elements that run something, or name another document to read. Names have no prefix. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['scripts', 'script', 'event-listeners', 'event-listener', 'applet', 'plugin', 'floating-frame'],
  ...['dde-source', 'section-source', 'table-source', 'cell-range-source', 'connection-resource', 'font-face-src'],
  ...['dde-connection-decls', 'model', 'auto-reload', 'template', 'hyperlink-behaviour'],
]);
/** Fields that run something or read another program. Their text stays. */
const UNWRAPPED: ReadonlySet<string> = new Set(['dde-connection', 'execute-macro']);
/** Settings with these types can contain no address. */
const PLAIN_SETTINGS: ReadonlySet<string> = new Set(['boolean', 'short', 'int', 'long', 'double']);

/**
 * The copy. Pictures of kinds that LibreOffice can be led out by are left out, or are copied without their addresses.
 *
 * @throws ServiceError as `readArchive` does
 * @throws Error if a document of the package is not well-formed, or declares entities
 */
export async function closedOdt(bytes: Uint8Array): Promise<Uint8Array> {
  const entries = await readArchive(bytes);
  const contents = entries.flatMap((entry): ArchivePart[] => {
    if (entry.name === MEDIA_TYPE_PART || isDocument(entry.name)) return [entry];
    const content = closedContent(entry);
    return content === null ? [] : [content];
  });
  const isKept = keptNames(contents.map(({ name }) => name));
  const rules = documentRules(isKept);
  const closed = contents.map((part): ArchivePart => {
    if (part.name === MANIFEST_PART) return rewritten(part, manifestRules(isKept));
    return isDocument(part.name) ? rewritten(part, rules) : part;
  });
  return writeArchive(closed);
}

function isDocument(name: string): boolean {
  return name === MANIFEST_PART || DOCUMENT_PART.test(name);
}

/** A picture or an object as it is in the copy; null: it is left out. */
function closedContent(entry: ArchiveEntry): ArchivePart | null {
  const kind = pictureKind(entry.bytes);
  if (kind === 'drawing') {
    const drawing = closedSvg(entry.bytes);
    return drawing === null ? null : { name: entry.name, bytes: drawing };
  }
  return kind === 'other' ? null : entry;
}

function rewritten({ name, bytes }: ArchivePart, rules: XmlRules): ArchivePart {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return { name, bytes: Buffer.from(rewriteXml(text, rules), 'utf8') };
}

/** Whether a package has a part, or a folder with parts, at a relative address or path. */
function keptNames(names: readonly string[]): (address: string) => boolean {
  const kept = new Set<string>();
  for (const name of names) {
    kept.add(name);
    for (let end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) kept.add(name.slice(0, end));
  }
  const isKept = (address: string): boolean => kept.has(address.replace(/^\.\//u, '').replace(/\/$/u, ''));
  return (address) => isKept(address) || isKept(unescaped(address));
}

/** An address without percent signs; the address itself if they mean nothing. */
function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function documentRules(isKept: (address: string) => boolean): XmlRules {
  return {
    dropsElement: (name, attributes) =>
      DROPPED.has(name) || (name === 'config-item' && !PLAIN_SETTINGS.has(attributes['config:type'] ?? '')),
    unwraps: (name) => UNWRAPPED.has(name),
    dropsAttribute: (element, attribute, value) => {
      if (attribute === 'base') return true;
      // A link is followed only when someone clicks it.
      return attribute === 'href' && element !== 'a' && !isKept(value);
    },
    text: (element, text) => (element === 'binary-data' ? closedPicture(text) : text),
  };
}

function manifestRules(isKept: (address: string) => boolean): XmlRules {
  return {
    dropsElement: (name, attributes) => {
      // The path "/" means the package itself.
      const path = attributes['manifest:full-path'] ?? '';
      return name === 'file-entry' && path !== '/' && !isKept(path);
    },
    unwraps: () => false,
    dropsAttribute: () => false,
    text: (_, text) => text,
  };
}

/** A picture in the text of an element, in Base64; empty if it is left out. */
function closedPicture(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const kind = pictureKind(bytes);
  if (kind === 'other') return '';
  const closed = kind === 'drawing' ? closedSvg(bytes) : bytes;
  return closed === null ? '' : Buffer.from(closed).toString('base64');
}
