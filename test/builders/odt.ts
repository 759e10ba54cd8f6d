/** Small ODT files (OpenDocument 1.3) from the text content of their body. */
import { zipSync } from 'fflate';

const NAMESPACES = [
  ['office', 'office'],
  ['text', 'text'],
  ['draw', 'drawing'],
  ['svg', 'svg-compatible'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const MEDIA_TYPE = 'application/vnd.oasis.opendocument.text';

/** The bytes of an ODT with this body, as XML without namespace declarations. */
export function odt(body: string): Uint8Array {
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const manifest = `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${MEDIA_TYPE}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return zipSync({
    mimetype: [bytes(MEDIA_TYPE), { level: 0 }],
    'content.xml': bytes(content),
    'META-INF/manifest.xml': bytes(manifest),
  });
}

/** A paragraph. */
export function op(text: string): string {
  return `<text:p>${text}</text:p>`;
}
