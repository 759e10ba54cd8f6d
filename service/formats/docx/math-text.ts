/** Equations (ECMA-376 part 1, 22.1) as one line of text, as people type them. */
import { childOf, childrenOf, innerText, type XmlElement } from '../../ooxml/xml-tree.ts';

/** A single letter or number, or a text in brackets, needs no further brackets. */
const SIMPLE = /^(?:[\p{L}\p{N}.,]+|\([^()]*\))$/u;

/** The text of an equation or a part of one. */
export function mathText(node: XmlElement): string {
  switch (node.name) {
    case 'm:t':
    case 'w:t':
      return innerText(node);
    case 'm:f':
      return `${grouped(node, 'm:num')}/${grouped(node, 'm:den')}`;
    case 'm:sSup':
      return `${part(node, 'm:e')}^${grouped(node, 'm:sup')}`;
    case 'm:sSub':
      return `${part(node, 'm:e')}_${grouped(node, 'm:sub')}`;
    case 'm:sSubSup':
      return `${part(node, 'm:e')}_${grouped(node, 'm:sub')}^${grouped(node, 'm:sup')}`;
    case 'm:sPre':
      return `_${grouped(node, 'm:sub')}^${grouped(node, 'm:sup')} ${part(node, 'm:e')}`;
    case 'm:rad': {
      const degree = part(node, 'm:deg');
      return `${degree === '' ? '' : `^${group(degree)}`}√${grouped(node, 'm:e')}`;
    }
    case 'm:nary':
      return `${property(node, 'm:naryPr', 'm:chr') ?? '∫'}${limit('_', part(node, 'm:sub'))}${limit('^', part(node, 'm:sup'))} ${part(node, 'm:e')}`;
    case 'm:limLow':
      return `${part(node, 'm:e')}_${grouped(node, 'm:lim')}`;
    case 'm:limUpp':
      return `${part(node, 'm:e')}^${grouped(node, 'm:lim')}`;
    case 'm:d':
      return `${property(node, 'm:dPr', 'm:begChr') ?? '('}${childrenOf(node, 'm:e')
        .map(allParts)
        .join(property(node, 'm:dPr', 'm:sepChr') ?? '|')}${property(node, 'm:dPr', 'm:endChr') ?? ')'}`;
    case 'm:m':
      return `[${childrenOf(node, 'm:mr')
        .map((row) => childrenOf(row, 'm:e').map(allParts).join(', '))
        .join('; ')}]`;
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

function grouped(node: XmlElement, name: string): string {
  return group(part(node, name));
}

function group(text: string): string {
  return SIMPLE.test(text) ? text : `(${text})`;
}

function limit(sign: string, text: string): string {
  return text === '' ? '' : sign + group(text);
}

function property(node: XmlElement, properties: string, name: string): string | undefined {
  return childOf(childOf(node, properties), name)?.attributes.get('m:val');
}
