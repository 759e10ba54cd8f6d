/**
 * A copy of an OpenDocument text for LibreOffice, which would open the addresses in it (OpenDocument 1.3). The copy
 * has its own text, styles, pictures and objects, and nothing that leads out of the package or runs.
 */
import { readArchive, type ArchiveEntry } from '../../ooxml/read-archive.ts';
import { rewriteXml, type XmlRules } from '../../ooxml/rewrite-xml.ts';
import { writeArchive, type ArchivePart } from '../../ooxml/write-archive.ts';
import { closedPicture, shownPicture } from '../../ooxml/closed-picture/closed-picture.ts';
import { alternativesIn } from './alternatives.ts';

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

/** Folders of pictures and of the pictures that objects are shown by (part 2, 3.1). */
const PICTURE_PART = /^(?:Pictures|ObjectReplacements|media)\//u;

/**
 * The copy. A picture of a kind that LibreOffice can be led out by is left out where another one stands for it, and grey
 * elsewhere. An object of another program is shown by its picture.
 *
 * @throws ServiceError as `readArchive` does
 * @throws Error if a document of the package is not well-formed, or declares entities
 */
export async function closedOdt(bytes: Uint8Array): Promise<Uint8Array> {
  const entries = await readArchive(bytes);
  const pictures = closedPictures(entries);
  const contents = entries.flatMap((entry): ArchivePart[] => {
    if (entry.name === MEDIA_TYPE_PART || isDocument(entry.name)) return [entry];
    return [...(pictures.get(entry.name) ?? [])];
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

/** The pictures of the package as they are in the copy. */
function closedPictures(entries: readonly ArchiveEntry[]): ReadonlyMap<string, readonly ArchivePart[]> {
  const shown = new Map<string, readonly ArchivePart[]>();
  const unknown: ArchiveEntry[] = [];
  for (const entry of entries) {
    const copy = isDocument(entry.name) || entry.name === MEDIA_TYPE_PART ? null : shownPicture(entry.bytes);
    if (copy !== null) shown.set(entry.name, [copy === entry.bytes ? entry : { name: entry.name, bytes: copy }]);
    else if (PICTURE_PART.test(entry.name)) unknown.push(entry);
  }
  const known = keptNames([...shown.keys()]);
  const alternatives = entries
    .filter(({ name }) => DOCUMENT_PART.test(name))
    .map(({ bytes }) => alternativesIn(textOf(bytes)));
  for (const { name, bytes } of unknown) {
    const uses = alternatives.flatMap((each) => [...each].filter(([address]) => keptNames([name])(address)));
    if (uses.length > 0 && uses.every(([, others]) => others.some(known))) continue;
    shown.set(name, [{ name, bytes: closedPicture(bytes) }]);
  }
  return shown;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function rewritten({ name, bytes }: ArchivePart, rules: XmlRules): ArchivePart {
  return { name, bytes: Buffer.from(rewriteXml(textOf(bytes), rules), 'utf8') };
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
    text: (element, text) => (element === 'binary-data' ? closedBase64(text) : text),
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

/** A picture in the text of an element, in Base64. */
function closedBase64(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 0 ? '' : Buffer.from(closedPicture(bytes)).toString('base64');
}
