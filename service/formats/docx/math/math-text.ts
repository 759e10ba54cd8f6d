/** Equations (ECMA-376 part 1, 22.1) as one line of text, as people type them. */
import { childOf, childrenOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { accent, fraction, group, matrix, root, scripts, stack } from '../../normalise/linear-math.ts';

/** The signs that an accent, bar or grouping character has if it names none. */
const CIRCUMFLEX = '\u0302';
const LINE_ABOVE = '\u0305';
const LINE_BELOW = '\u0332';
const BRACE_BELOW = '\u23DF';

/** The text of an equation or a part of one. */
export function mathText(node: XmlElement): string {
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return innerText(node);
    case 'm:f':
      return (property(node, 'm:fPr', 'm:type') === 'noBar' ? stack : fraction)(
        part(node, 'm:num'),
        part(node, 'm:den'),
      );
    case 'm:acc':
      return accent(part(node, 'm:e'), property(node, 'm:accPr', 'm:chr') ?? CIRCUMFLEX, false);
    case 'm:bar': {
      const isBelow = property(node, 'm:barPr', 'm:pos') !== 'top';
      return accent(part(node, 'm:e'), isBelow ? LINE_BELOW : LINE_ABOVE, isBelow);
    }
    case 'm:groupChr': {
      const sign = property(node, 'm:groupChrPr', 'm:chr') ?? BRACE_BELOW;
      return accent(part(node, 'm:e'), sign, property(node, 'm:groupChrPr', 'm:pos') !== 'top');
    }
    case 'm:phant':
      return isOff(property(node, 'm:phantPr', 'm:show')) ? '' : part(node, 'm:e');
    case 'm:sSup':
      return scripts(part(node, 'm:e'), undefined, part(node, 'm:sup'));
    case 'm:sSub':
      return scripts(part(node, 'm:e'), part(node, 'm:sub'), undefined);
    case 'm:sSubSup':
      return scripts(part(node, 'm:e'), part(node, 'm:sub'), part(node, 'm:sup'));
    case 'm:sPre':
      return `${scripts('', part(node, 'm:sub'), part(node, 'm:sup'))} ${part(node, 'm:e')}`;
    case 'm:rad':
      return root(part(node, 'm:deg'), part(node, 'm:e'));
    case 'm:nary':
      return `${property(node, 'm:naryPr', 'm:chr') ?? '∫'}${limit('_', part(node, 'm:sub'))}${limit('^', part(node, 'm:sup'))} ${part(node, 'm:e')}`;
    case 'm:limLow':
      return scripts(part(node, 'm:e'), part(node, 'm:lim'), undefined);
    case 'm:limUpp':
      return scripts(part(node, 'm:e'), undefined, part(node, 'm:lim'));
    case 'm:d':
      return `${property(node, 'm:dPr', 'm:begChr') ?? '('}${childrenOf(node, 'm:e')
        .map(allParts)
        .join(property(node, 'm:dPr', 'm:sepChr') ?? '|')}${property(node, 'm:dPr', 'm:endChr') ?? ')'}`;
    case 'm:m':
      return matrix(childrenOf(node, 'm:mr').map((row) => childrenOf(row, 'm:e').map(allParts)));
    case 'm:eqArr':
      return childrenOf(node, 'm:e').map(allParts).join('; ');
    case 'm:func':
      return `${part(node, 'm:fName')} ${part(node, 'm:e')}`;
    default:
      return node.name.endsWith('Pr') ? '' : allParts(node);
  }
}

function allParts(node: XmlElement): string {
  return childrenOf(node).map(mathText).join('');
}

function part(node: XmlElement, name: string): string {
  const child = childOf(node, name);
  return child === undefined ? '' : allParts(child);
}

/** Whether a value of the type CT_OnOff is off (22.9.2.7). */
function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'off' || value === 'false';
}

function limit(sign: string, text: string): string {
  return text === '' ? '' : sign + group(text);
}

function property(node: XmlElement, properties: string, name: string): string | undefined {
  return childOf(childOf(node, properties), name)?.attributes.get('m:val');
}
