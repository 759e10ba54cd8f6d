/** A copy of an SVG that loads nothing: LibreOffice would open the pictures that it names. */
import { rewriteXml, type XmlRules } from '../rewrite-xml.ts';
import { pictureKind } from './picture-kind.ts';

/** A picture in the address itself. */
const PICTURE = /^\s*data:image\/(?:png|jpeg|gif|bmp);base64,/iu;
/** A reference in a style to something that is not within the drawing. */
const LEADING_OUT = /@import|url\(\s*["']?\s*(?!["'#\s])/iu;

const RULES: XmlRules = {
  dropsElement: (name) => name === 'script' || name === 'foreignObject',
  unwraps: () => false,
  dropsAttribute: (_, attribute, value) => {
    if (attribute === 'base') return true;
    if (/href$|^src$/iu.test(attribute)) return !isInside(value);
    return leadsOut(value);
  },
  text: (element, text) => (element === 'style' && leadsOut(text) ? '' : text),
};

/** Whether an address leads within the drawing, or is a picture of plain pixels, whatever type it says. */
function isInside(address: string): boolean {
  if (/^\s*#/u.test(address)) return true;
  const type = PICTURE.exec(address)?.[0];
  return type !== undefined && pictureKind(Buffer.from(address.slice(type.length), 'base64')) === 'raster';
}

/** Whether a style leads out. Escapes of CSS may spell any address, so a style with one counts as well. */
function leadsOut(style: string): boolean {
  return LEADING_OUT.test(style) || (style.includes('\\') && /\(|@/u.test(style));
}

/** The copy; null if it is no SVG, or is not well-formed. */
export function closedSvg(bytes: Uint8Array): Uint8Array | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /<(?:\w+:)?svg[\s>/]/u.test(text) ? Buffer.from(rewriteXml(text, RULES), 'utf8') : null;
  } catch {
    return null;
  }
}
