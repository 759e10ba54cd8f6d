/**
 * Canonical strings of the properties of runs, without those that have no effect on a text. A word processor writes
 * many of them with every save: languages, and sizes and fonts of scripts that the text does not have.
 */
import { childrenOf, innerText, toggleOf, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { Canonical } from '../package/canonical.ts';

/** Properties for the check of spelling, which no text shows (ECMA-376 part 1, 17.3.2.20 and 17.3.2.21). */
const UNSEEN: ReadonlySet<string> = new Set(['w:lang', 'w:noProof']);
/** Size, weight and slant of complex scripts (17.3.2.39, 17.3.2.2, 17.3.2.17). */
const OF_COMPLEX_SCRIPTS: ReadonlySet<string> = new Set(['w:szCs', 'w:bCs', 'w:iCs']);
const COMPLEX_FONTS: ReadonlySet<string> = new Set(['w:cs', 'w:cstheme']);

const ASCII = /^[\0-\x7f]*$/;
/** Latin, Greek, Cyrillic and East Asian text, with its signs. */
const SIMPLE = /^[\0-\u058f\u1e00-\u2bff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]*$/;

/** Which properties have an effect: all, those of simple scripts, or those of ASCII characters. */
type Script = 'complex' | 'simple' | 'ascii';

/** The string of the properties of a run that have an effect on its text; empty for none. */
export function runFormat(run: XmlElement, properties: XmlElement | undefined, canonical: Canonical): string {
  if (properties === undefined) return '';
  const text = childrenOf(run, 'w:t').map(innerText).join('');
  return formatOf(properties, ASCII.test(text) ? 'ascii' : SIMPLE.test(text) ? 'simple' : 'complex', canonical);
}

/** The string of the properties of a paragraph mark. */
export function markFormat(properties: XmlElement | undefined, canonical: Canonical): string {
  return properties === undefined ? '' : formatOf(properties, 'ascii', canonical);
}

function formatOf(properties: XmlElement, script: Script, canonical: Canonical): string {
  return canonical.read(script, properties, () => {
    const isComplex = toggleOf(properties, 'w:rtl') === true || toggleOf(properties, 'w:cs') === true;
    return canonical.ofProperties('w:rPr', seenIn(properties, isComplex ? 'complex' : script));
  });
}

function seenIn(properties: XmlElement, script: Script): XmlElement[] {
  return childrenOf(properties).flatMap((child): XmlElement[] => {
    if (UNSEEN.has(child.name)) return [];
    if (script === 'complex') return [child];
    if (OF_COMPLEX_SCRIPTS.has(child.name)) return [];
    return child.name === 'w:rFonts' ? fontsSeen(child, script) : [child];
  });
}

/** The fonts that show a text. A hint decides on the font of ambiguous signs alone (17.3.2.26). */
function fontsSeen(fonts: XmlElement, script: Script): XmlElement[] {
  const attributes = [...fonts.attributes].filter(
    ([name]) => !COMPLEX_FONTS.has(name) && !(name === 'w:hint' && script === 'ascii'),
  );
  if (attributes.length === fonts.attributes.size) return [fonts];
  return attributes.length === 0 ? [] : [{ ...fonts, attributes: new Map(attributes) }];
}
