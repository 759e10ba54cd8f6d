/** Tells changes of properties that a comparison lists from those that a word processor writes by itself. */
import { childOf, isElement, type XmlElement } from '../../ooxml/xml-tree.ts';

/** Properties of runs that a reader sees. */
const OF_RUNS = [
  'b',
  'i',
  'u',
  'strike',
  'dstrike',
  'vertAlign',
  'caps',
  'smallCaps',
  'vanish',
  'color',
  'highlight',
  'shd',
];
/** Properties of paragraphs that a comparison lists: kind, number, side and direction. */
const OF_PARAGRAPHS = ['pStyle', 'numPr', 'jc', 'bidi', 'outlineLvl'];

/** Whether a run looks otherwise than before. `properties` has the change. */
export function looksOtherwise(properties: XmlElement | undefined): boolean {
  return differs(properties, 'w:rPr', OF_RUNS);
}

/** Whether a paragraph is of another kind than before. `defaultStyle`: the style of paragraphs that name none. */
export function isOfOtherKind(properties: XmlElement | undefined, defaultStyle: string | undefined): boolean {
  return differs(properties, 'w:pPr', OF_PARAGRAPHS, defaultStyle);
}

function differs(
  properties: XmlElement | undefined,
  list: string,
  names: readonly string[],
  defaultStyle?: string,
): boolean {
  const change = childOf(properties, `${list}Change`);
  if (change === undefined) return false;
  const before = childOf(change, list);
  return names.some((name) => {
    const [was, is] = [before, properties].map((each) => stated(childOf(each, `w:${name}`)));
    const usual = name === 'pStyle' && defaultStyle !== undefined ? `pStyle w:val=${defaultStyle}` : '';
    return (was || usual) !== (is || usual);
  });
}

/** A property with its values, without the marks of revisions in it. Empty if there is none. */
function stated(property: XmlElement | undefined): string {
  if (property === undefined) return '';
  const values = [...property.attributes]
    .filter(([name]) => !name.startsWith('w:rsid'))
    .map(([name, value]) => `${name}=${value}`);
  const children = property.children.filter((child) => isElement(child) && child.name !== 'w:ins');
  return [
    property.name.slice(2),
    ...values,
    ...children.map((child) => stated(isElement(child) ? child : undefined)),
  ].join(' ');
}
