/** A copy of an SVG that loads nothing: LibreOffice would open the pictures that it names. */
import { rewriteXml, type XmlRules } from '../../ooxml/rewrite-xml.ts';

/** A reference within the drawing, or a picture in the address itself. */
const INSIDE = /^\s*(?:#|data:image\/(?:png|jpeg|gif|bmp);base64,)/iu;
/** A reference in a style to something that is not within the drawing. */
const LEADING_OUT = /@import|url\(\s*["']?\s*(?!["'#\s])/iu;

const RULES: XmlRules = {
  dropsElement: (name) => name === 'script' || name === 'foreignObject',
  unwraps: () => false,
  dropsAttribute: (_, attribute, value) => {
    if (attribute === 'base') return true;
    if (attribute === 'href' || attribute === 'src') return !INSIDE.test(value);
    return leadsOut(value);
  },
  text: (element, text) => (element === 'style' && leadsOut(text) ? '' : text),
};

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
