/** Equations (ECMA-376 part 1, 22.1) as one line of text, as people type them. */
import { childOf, childrenOf, innerText, type XmlElement } from '../../ooxml/xml-tree.ts';
import { fraction, group, matrix, root, scripts } from '../normalise/linear-math.ts';

/** The text of an equation or a part of one. */
export function mathText(node: XmlElement): string {
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return innerText(node);
    case 'm:f':
      return fraction(part(node, 'm:num'), part(node, 'm:den'));
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

function limit(sign: string, text: string): string {
  return text === '' ? '' : sign + group(text);
}

function property(node: XmlElement, properties: string, name: string): string | undefined {
  return childOf(childOf(node, properties), name)?.attributes.get('m:val');
}
