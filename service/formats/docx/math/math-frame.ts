/** What parts of an equation show around their letters, or hide of them (ECMA-376 part 1, 22.1.2). */
import { childOf, type XmlElement } from '../../../ooxml/xml-tree.ts';

/** Properties of a box around letters (22.1.2.12), with their words. */
const BOX: Readonly<Record<string, string>> = {
  'm:hideTop': 'without top',
  'm:hideBot': 'without bottom',
  'm:hideLeft': 'without left',
  'm:hideRight': 'without right',
  'm:strikeH': 'struck across',
  'm:strikeV': 'struck down',
  'm:strikeBLTR': 'struck rising',
  'm:strikeTLBR': 'struck falling',
};
/** Properties of letters that keep a place (22.1.2.82). */
const PLACE: Readonly<Record<string, string>> = {
  'm:zeroWid': 'without width',
  'm:zeroAsc': 'without height',
  'm:zeroDesc': 'without depth',
};
/** Parts that a property of their parent hides. */
const HIDDEN: Readonly<Record<string, readonly [parent: string, property: string]>> = {
  'm:sub': ['m:nary', 'm:subHide'],
  'm:sup': ['m:nary', 'm:supHide'],
  'm:deg': ['m:rad', 'm:degHide'],
};

/** The words for what a part of an equation adds to the look of its letters; none for most. */
export function wordsAround(part: XmlElement, parent: XmlElement): string[] {
  if (part.name === 'm:borderBox') return ['in a box', ...statedWords(childOf(part, 'm:borderBoxPr'), BOX)];
  if (part.name === 'm:phant') return statedWords(childOf(part, 'm:phantPr'), PLACE);
  const hidden = HIDDEN[part.name];
  if (hidden === undefined || hidden[0] !== parent.name) return [];
  return isOn(childOf(parent, `${parent.name}Pr`), hidden[1]) ? ['hidden'] : [];
}

function statedWords(properties: XmlElement | undefined, words: Readonly<Record<string, string>>): string[] {
  return Object.entries(words).flatMap(([name, word]) => (isOn(properties, name) ? [word] : []));
}

/** Whether a property of the type CT_OnOff is on (22.9.2.7). Without a value it is. */
function isOn(properties: XmlElement | undefined, name: string): boolean {
  const stated = childOf(properties, name);
  return stated !== undefined && !/^(?:0|off|false)$/.test(stated.attributes.get('m:val') ?? '1');
}
