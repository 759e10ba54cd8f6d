/** Puts comments on paper: a number at the words of each, and their texts on the last page. */
import {
  childOf,
  childrenOf,
  element,
  isElement,
  withChildren,
  type XmlElement,
  type XmlNode,
} from '../../ooxml/xml-tree.ts';

const RANGES: ReadonlySet<string> = new Set(['w:commentRangeStart', 'w:commentRangeEnd']);
/** What of a comment is text. */
const TEXT: ReadonlySet<string> = new Set(['w:rPr', 'w:t', 'w:tab', 'w:br', 'w:cr', 'w:noBreakHyphen']);

/** The document with its comments as text. `comments`: the tree of the part with comments. */
export function withPrintedComments(document: XmlElement, comments: XmlElement): XmlElement {
  const texts = new Map(childrenOf(comments, 'w:comment').map((each) => [each.attributes.get('w:id') ?? '', each]));
  const numbered: XmlElement[] = [];
  const signed = withSigns(document, texts, numbered);
  if (numbered.length === 0) return signed;
  const list = [title(), ...numbered.map((comment, at) => listed(comment, at + 1))];
  return withChildren(
    signed,
    signed.children.map((child) => (isElement(child, 'w:body') ? withEnd(child, list) : child)),
  );
}

function withSigns(node: XmlElement, texts: ReadonlyMap<string, XmlElement>, numbered: XmlElement[]): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    if (RANGES.has(child.name)) return [];
    if (child.name !== 'w:commentReference') return [withSigns(child, texts, numbered)];
    const comment = texts.get(child.attributes.get('w:id') ?? '');
    if (comment === undefined) return [];
    numbered.push(comment);
    return [words(`[${numbered.length}]`)];
  });
  return withChildren(node, children);
}

/** The section properties of the body stay its last child. */
function withEnd(body: XmlElement, list: readonly XmlElement[]): XmlElement {
  const last = childOf(body, 'w:sectPr');
  const others = body.children.filter((child) => child !== last);
  return withChildren(body, [...others, ...list, ...(last === undefined ? [] : [last])]);
}

function title(): XmlElement {
  const properties = element('w:pPr', {}, [element('w:pageBreakBefore'), numberless()]);
  return element('w:p', {}, [properties, bold('Comments')]);
}

function listed(comment: XmlElement, number: number): XmlElement {
  const { attributes } = comment;
  const day = attributes.get('w:date')?.slice(0, 10) ?? '';
  const by = [attributes.get('w:author') ?? '', day].filter((part) => part !== '').join(', ');
  const paragraphs = childrenOf(comment, 'w:p').map((paragraph) => textRuns(paragraph));
  const lines = paragraphs.flatMap((runs, at) => (at === 0 ? runs : [element('w:r', {}, [element('w:br')]), ...runs]));
  return element('w:p', {}, [element('w:pPr', {}, [numberless()]), bold(`[${number}] ${by}: `), ...lines]);
}

/** Runs with their text alone. Pictures and links belong to the part of the comments. */
function textRuns(node: XmlElement): XmlElement[] {
  return childrenOf(node).flatMap((child) => {
    if (child.name !== 'w:r') return textRuns(child);
    const kept = child.children.filter((each) => isElement(each) && TEXT.has(each.name));
    return kept.length === 0 ? [] : [withChildren(child, kept)];
  });
}

/** The default style may number paragraphs. */
function numberless(): XmlElement {
  return element('w:numPr', {}, [element('w:numId', { 'w:val': '0' })]);
}

function bold(text: string): XmlElement {
  return element('w:r', {}, [element('w:rPr', {}, [element('w:b')]), words(text)]);
}

function words(text: string): XmlElement {
  return element('w:t', { 'xml:space': 'preserve' }, [text]);
}
