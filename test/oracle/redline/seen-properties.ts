/** The properties of letters that a page can show. A walk of its own, beside the product's. */
import { innerText, isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';

/** Letters of scripts that have a size, a weight and a font of their own. */
const COMPLEX_LETTER =
  /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thai}\p{sc=Deva}\p{sc=Beng}\p{sc=Taml}\p{sc=Khmr}\p{sc=Laoo}\p{sc=Mymr}]/u;
const OTHER_LETTER =
  /[^\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Armn}]/u;
const ON = /^(?:|1|true|on)$/;

/** The properties without those that say nothing about these letters. */
export function seenProperties(properties: readonly XmlElement[], letters: string): XmlElement[] {
  const isComplex =
    COMPLEX_LETTER.test(letters) ||
    OTHER_LETTER.test(letters) ||
    properties.some(({ name, attributes }) => /^w:(?:rtl|cs)$/.test(name) && ON.test(attributes.get('w:val') ?? ''));
  const isPlain = /^\p{ASCII}*$/u.test(letters);
  return properties.flatMap((property): XmlElement[] => {
    if (/^w:(?:lang|noProof)$/.test(property.name)) return [];
    if (isComplex) return [property];
    if (/^w:(?:szCs|bCs|iCs)$/.test(property.name)) return [];
    if (property.name !== 'w:rFonts') return [property];
    const fonts = [...property.attributes].filter(
      ([name]) => !/^w:cs(?:theme)?$/.test(name) && !(isPlain && name === 'w:hint'),
    );
    return fonts.length === 0 ? [] : [{ ...property, attributes: new Map(fonts) }];
  });
}

/** The letters of a run, deleted ones included. */
export function lettersOf(run: XmlElement): string {
  return run.children
    .map((child) => (isElement(child) && /^w:(?:t|delText)$/.test(child.name) ? innerText(child) : ''))
    .join('');
}
