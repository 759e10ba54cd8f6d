/** Readers of the elements of a run that stand for characters. `elements.ts` says which element each reads. */
import { childOf, innerText } from '../../../ooxml/xml-tree.ts';
import { clean } from '../looks/declarations.ts';
import { symbolText, textInFont } from '../../symbol-fonts.ts';
import type { ReadCharacters } from './paragraph.ts';

/** Text. Without preserved space, Word removes white space at both ends. */
export const readCharacters: ReadCharacters = (node, _paragraph, properties) => {
  const text = innerText(node);
  const shown = node.attributes.get('xml:space') === 'preserve' ? text : trimXml(text);
  return textInFont(shown, childOf(properties, 'w:rFonts')?.attributes.get('w:ascii'));
};

/** A tab. */
export const readTab: ReadCharacters = (_node, paragraph) => {
  paragraph.tabs += 1;
  return '\t';
};

/** A tab with a stop of its own. */
export const readPositionedTab: ReadCharacters = (node, paragraph) => {
  paragraph.tabs += 1;
  const stop = ['w:alignment', 'w:relativeTo', 'w:leader'].map((name) => clean(node.attributes.get(name) ?? ''));
  paragraph.stops.push(stop.join(' '));
  return '\t';
};

/** A hyphen at which no line ends. */
export const readNoBreakHyphen: ReadCharacters = () => '\u2011';

/** A hyphen that is shown only where a line ends. */
export const readSoftHyphen: ReadCharacters = () => '\u00ad';

/** A character of a symbol font. */
export const readSymbol: ReadCharacters = (node) =>
  symbolText(node.attributes.get('w:font') ?? '', node.attributes.get('w:char') ?? '');

function trimXml(text: string): string {
  return text.replace(/^[ \t\n\r]+/, '').replace(/(?<![ \t\n\r])[ \t\n\r]+$/, '');
}
