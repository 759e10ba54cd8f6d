import { isElement, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** Attributes that programs write anew without a visible effect: ids, and references to parts. */
const GENERATED = /^(?:id|idx|name|descr|title|dirty|err|smtClean|modelId|r:\w+|spid|noProof|lang|altLang)$/;
/** Elements with text, which is compared, and with what single programs add. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'a:p',
  'a:t',
  'a:extLst',
  'p:extLst',
  'c:extLst',
  'p:cNvPr',
  'c:v',
  'c:f',
]);

/**
 * The markup of shapes or charts without their texts, as text that is equal for equal looks. Elements of `p14` and later
 * programs count: they may be seen.
 */
export function lookMarkup(node: XmlElement): string {
  if (LEFT_OUT.has(node.name)) return '';
  const attributes = [...node.attributes]
    .filter(([name]) => !GENERATED.test(name))
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .sort();
  const inside = node.children.map((child) => (isElement(child) ? lookMarkup(child) : child));
  return `<${node.name}${attributes.join('')}>${inside.join('')}</>`;
}
