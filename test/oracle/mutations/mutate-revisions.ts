/** Revisions as someone left them in a document, one at a time and at random. */
import {
  childOf,
  childrenOf,
  element,
  isElement,
  type XmlElement,
  type XmlNode,
} from '../../../service/ooxml/xml-tree.ts';
import { allOf, each, hasSection, isParagraph, isRun, named, oneOf, type Mutation } from './mutation.ts';

let revision = 900_000;
const stamped = (name: string, children: readonly XmlNode[] = []): XmlElement => {
  revision += 1;
  return element(name, { 'w:id': String(revision), 'w:author': 'earlier', 'w:date': '2020-01-01T00:00:00Z' }, children);
};

const deleted = (node: XmlNode): XmlNode =>
  !isElement(node)
    ? node
    : {
        ...node,
        name: node.name === 'w:t' ? 'w:delText' : node.name === 'w:instrText' ? 'w:delInstrText' : node.name,
        children: node.children.map(deleted),
      };

/** A mark put into a property list. */
const marked = (node: XmlElement, list: string, mark: XmlElement): XmlElement => {
  const own = childOf(node, list);
  const rest = node.children.filter((child) => child !== own);
  return { ...node, children: [element(list, {}, [...(own?.children ?? []), mark]), ...rest] };
};

const changeOf =
  (list: string, former: XmlElement): ((node: XmlElement) => XmlElement[]) =>
  (node) =>
    childOf(childOf(node, list), `${list}Change`) === undefined
      ? [marked(node, list, stamped(`${list}Change`, [element(list, {}, [former])]))]
      : [node];

const isPlainRun = (node: XmlElement): boolean => isRun(node);
/** Whether another paragraph follows: programs disagree on what becomes of a mark that goes before something else. */
const isFollowed = (root: XmlElement, paragraph: XmlElement): boolean =>
  [root, ...allOf(root, () => true)].some((holder) => {
    const blocks = childrenOf(holder).filter(({ name }) => !/Start$|End$|proofErr/.test(name));
    return blocks[blocks.indexOf(paragraph) + 1]?.name === 'w:p' && blocks.includes(paragraph);
  });

/** Revisions as someone left them in a document. */
export const REVISIONS: readonly Mutation[] = [
  each(isPlainRun, (node) => [stamped('w:ins', [node])]),
  each(isPlainRun, (node) => [stamped('w:del', [deleted(node)])]),
  each(isPlainRun, (node) => [stamped('w:ins', [stamped('w:del', [deleted(node)])])]),
  each(isPlainRun, (node) => [stamped('w:moveTo', [node])]),
  each(isPlainRun, (node) => [stamped('w:moveFrom', [deleted(node)])]),
  each(isParagraph, (node, chance, root) => {
    if (!isFollowed(root, node) || hasSection(node)) return null;
    const kind = oneOf(['w:ins', 'w:del', 'w:moveFrom', 'w:moveTo'], chance);
    const own = childOf(node, 'w:pPr');
    const mark = childOf(own, 'w:rPr');
    const rest = (own?.children ?? []).filter((child) => child !== mark);
    const properties = element('w:pPr', {}, [
      ...rest,
      element('w:rPr', {}, [stamped(kind), ...(mark?.children ?? [])]),
    ]);
    return [{ ...node, children: [properties, ...node.children.filter((child) => child !== own)] }];
  }),
  each(named('w:tr'), (node, chance) => [marked(node, 'w:trPr', stamped(oneOf(['w:ins', 'w:del'], chance)))]),
  each(named('w:tc'), (node, chance) => [marked(node, 'w:tcPr', stamped(oneOf(['w:cellIns', 'w:cellDel'], chance)))]),
  each(isRun, changeOf('w:rPr', element('w:b'))),
  each(isParagraph, changeOf('w:pPr', element('w:jc', { 'w:val': 'center' }))),
  each(named('w:tbl'), changeOf('w:tblPr', element('w:tblLayout', { 'w:type': 'fixed' }))),
  each(named('w:tr'), changeOf('w:trPr', element('w:cantSplit'))),
  each(named('w:tc'), changeOf('w:tcPr', element('w:noWrap'))),
  each(named('w:sectPr'), (node) =>
    childOf(node, 'w:sectPrChange') === undefined
      ? [
          {
            ...node,
            children: [...node.children, stamped('w:sectPrChange', [element('w:sectPr', {}, [element('w:titlePg')])])],
          },
        ]
      : null,
  ),
  each(named('w:numPr'), (node) => [
    { ...node, children: [...node.children.filter((child) => !isElement(child, 'w:ins')), stamped('w:ins')] },
  ]),
];
