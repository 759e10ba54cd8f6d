/**
 * Changes that are rare in the corpus but possible in any document. They are controls and custom markup at every level,
 * and merged cells in nested tables. They are also fields, comments, bookmarks and permissions over several paragraphs,
 * shapes, ruby, formulas.
 */
import {
  childOf,
  childrenOf,
  element,
  isElement,
  type XmlElement,
  type XmlNode,
} from '../../../service/ooxml/xml-tree.ts';
import {
  allOf,
  copyOf,
  each,
  exchanged,
  hasSection,
  isParagraph,
  isRun,
  named,
  oneOf,
  type Chance,
  type Mutation,
} from './mutation.ts';
import {
  control,
  custom,
  fieldMark,
  freshId,
  instruction,
  mergedTable,
  paragraph,
  PARAGRAPH_KINDS,
  smartTag,
  stamped,
  THINGS,
  words,
} from './rare-content.ts';

/**
 * Whether the mark of some paragraph is tracked. Readers differ on what such a paragraph joins if a control or table
 * follows it.
 */
const hasTrackedMark = (root: XmlElement): boolean =>
  allOf(root, isParagraph).some((node) =>
    childrenOf(childOf(childOf(node, 'w:pPr'), 'w:rPr')).some(({ name }) =>
      /^w:(?:ins|del|moveFrom|moveTo)$/.test(name),
    ),
  );

/** Puts `begin` into one paragraph and `end` into it or one of the next two paragraphs beside it. */
function across(begin: (chance: Chance) => readonly XmlNode[], end: () => readonly XmlNode[]): Mutation {
  return (root, chance) => {
    const holders = [root, ...allOf(root, () => true)].filter(
      (holder) => childrenOf(holder, 'w:p').length > 1 && holder.name !== 'mc:Fallback',
    );
    if (holders.length === 0) return null;
    const holder = oneOf(holders, chance);
    const paragraphs = childrenOf(holder, 'w:p');
    const first = chance.below(paragraphs.length);
    const last = Math.min(paragraphs.length - 1, first + chance.below(3));
    const opening = begin(chance);
    const closing = end();
    const children = holder.children.map((child): XmlNode => {
      let node = child;
      if (child === paragraphs[first]) node = insertedInto(node as XmlElement, opening, chance, first === last ? 0 : 1);
      if (child === paragraphs[last]) node = insertedInto(node as XmlElement, closing, chance, first === last ? 2 : 1);
      return node;
    });
    const next = { ...holder, children };
    return holder === root ? next : exchanged(root, holder, [next]);
  };
}

/** `place`: 0 at the begin of the content, 2 at its end, 1 anywhere. */
function insertedInto(node: XmlElement, nodes: readonly XmlNode[], chance: Chance, place: number): XmlElement {
  const first = childOf(node, 'w:pPr') === undefined ? 0 : 1;
  const room = node.children.length - first;
  const at = place === 0 ? first : place === 2 ? node.children.length : first + chance.below(room + 1);
  return { ...node, children: node.children.toSpliced(at, 0, ...nodes) };
}

/** A range of bookmarks or permissions: its end has the same id. */
function range(name: string, attributes: (chance: Chance) => Record<string, string>): Mutation {
  return (root, chance) => {
    const id = freshId();
    return across(
      (own) => [element(`${name}Start`, { 'w:id': id, ...attributes(own) })],
      () => [element(`${name}End`, { 'w:id': id })],
    )(root, chance);
  };
}

/** Changes the span of a cell and takes the next one away, or gives it back. */
const mergeCells: Mutation = (root, chance) => {
  const rows = allOf(root, (node) => node.name === 'w:tr' && childrenOf(node, 'w:tc').length > 1);
  if (rows.length === 0) return null;
  const row = oneOf(rows, chance);
  const cells = childrenOf(row, 'w:tc');
  const at = chance.below(cells.length - 1);
  const [first, second] = [cells[at]!, cells[at + 1]!];
  const spanOf = (cell: XmlElement): number =>
    Number(childOf(childOf(cell, 'w:tcPr'), 'w:gridSpan')?.attributes.get('w:val') ?? '1');
  const properties = childOf(first, 'w:tcPr');
  const rest = (properties?.children ?? []).filter((child) => !isElement(child, 'w:gridSpan'));
  const width = rest.findIndex((child) => isElement(child, 'w:tcW')) + 1;
  const span = element('w:gridSpan', { 'w:val': String(spanOf(first) + spanOf(second)) });
  const joined: XmlElement = {
    ...first,
    children: [
      element('w:tcPr', {}, rest.toSpliced(width, 0, span)),
      ...first.children.filter((child) => child !== properties),
      ...second.children.filter((child) => !isElement(child, 'w:tcPr')),
    ],
  };
  const children = row.children.flatMap((child) => (child === first ? [joined] : child === second ? [] : [child]));
  return exchanged(root, row, [{ ...row, children }]);
};

/** Moves a table before another paragraph of the same story. */
const moveTable: Mutation = (root, chance) => {
  const holders = [root, ...allOf(root, () => true)].filter(
    (holder) => childrenOf(holder, 'w:tbl').length > 0 && childrenOf(holder, 'w:p').length > 1,
  );
  if (holders.length === 0) return null;
  const holder = oneOf(holders, chance);
  const table = oneOf(childrenOf(holder, 'w:tbl'), chance);
  const rest = holder.children.filter((child) => child !== table);
  const place = rest.indexOf(oneOf(childrenOf(holder, 'w:p'), chance));
  const next = { ...holder, children: rest.toSpliced(place, 0, table) };
  return holder === root ? next : exchanged(root, holder, [next]);
};

/** Moves a paragraph with everything in it: notes, bookmarks, ends of ranges. */
const moveParagraph: Mutation = (root, chance) => {
  const holders = [root, ...allOf(root, () => true)].filter((holder) => childrenOf(holder, 'w:p').length > 2);
  if (holders.length === 0) return null;
  const holder = oneOf(holders, chance);
  const paragraphs = childrenOf(holder, 'w:p').slice(0, -1);
  const moved = oneOf(paragraphs, chance);
  if (hasSection(moved) || allOf(moved, named('w:fldChar')).length > 0) return null;
  const rest = holder.children.filter((child) => child !== moved);
  const place = rest.indexOf(
    oneOf(
      paragraphs.filter((other) => other !== moved),
      chance,
    ),
  );
  const next = { ...holder, children: rest.toSpliced(place, 0, moved) };
  return holder === root ? next : exchanged(root, holder, [next]);
};

/** Removes one end of each range, or both with the content between them, like someone who deletes text. */
const removeRange: Mutation = (root, chance) => {
  const starts = allOf(root, named('w:bookmarkStart', 'w:commentRangeStart', 'w:permStart'));
  if (starts.length === 0) return null;
  const start = oneOf(starts, chance);
  const id = start.attributes.get('w:id');
  const kind = start.name.replace('Start', '');
  const ends = allOf(root, (node) => node.name === `${kind}End` && node.attributes.get('w:id') === id);
  const without = exchanged(root, start, []);
  return ends.reduce((tree, end) => exchanged(tree, end, []), without);
};

const sectionBreak: Mutation = (root, chance) => {
  const body = root.name === 'w:document' ? childOf(root, 'w:body') : undefined;
  const sites = childrenOf(body, 'w:p');
  if (sites.length === 0) return null;
  const known = allOf(root, named('w:headerReference', 'w:footerReference'));
  const references = known.length > 0 && chance.below(2) === 0 ? [copyOf(oneOf(known, chance))] : [];
  const section = element('w:sectPr', {}, [
    ...references,
    element('w:type', { 'w:val': oneOf(['continuous', 'nextPage', 'oddPage'], chance) }),
    element('w:pgSz', { 'w:w': '12240', 'w:h': '15840' }),
    element('w:pgMar', {
      'w:top': String(1000 + chance.below(3)),
      'w:bottom': '1000',
      'w:left': '900',
      'w:right': '900',
    }),
  ]);
  const site = oneOf(sites, chance);
  const fresh = element('w:p', {}, [
    element('w:pPr', {}, [section]),
    ...(chance.below(2) === 0 ? [words(chance)] : []),
  ]);
  return exchanged(root, site, [paragraph(words(chance)), fresh, paragraph(words(chance)), site]);
};

/** A change that puts something behind paragraphs which was not there. */
const amongBlocks =
  (mutation: Mutation): Mutation =>
  (root, chance) =>
    hasTrackedMark(root) ? null : mutation(root, chance);

/** Rare changes, each as likely as it stands here. */
export const RARE_MUTATIONS: readonly Mutation[] = [
  each(isRun, (node, chance) => [node, ...oneOf(THINGS, chance)(chance)]),
  each(isRun, (node, chance) => [...oneOf(THINGS, chance)(chance), node]),
  each(isRun, (_, chance) => oneOf(THINGS, chance)(chance)),
  each(isRun, (node, chance) => [oneOf([smartTag, custom, control], chance)(chance, [node])]),
  amongBlocks(
    each(isParagraph, (node, chance) =>
      hasSection(node) ? [node] : [oneOf([custom, control], chance)(chance, [node])],
    ),
  ),
  amongBlocks(
    each(isParagraph, (node, chance) =>
      hasSection(node) ? [node] : [oneOf([custom, control], chance)(chance, [node, paragraph(words(chance))])],
    ),
  ),
  each(named('w:tr'), (node, chance) => [oneOf([custom, control], chance)(chance, [node])]),
  each(named('w:tc'), (node, chance) => [oneOf([custom, control], chance)(chance, [node])]),
  amongBlocks(each(named('w:tbl'), (node, chance) => [oneOf([custom, control], chance)(chance, [node, paragraph()])])),
  each(named('w:customXml', 'w:smartTag'), (node) =>
    node.children.filter((child) => !isElement(child) || !child.name.endsWith('Pr')),
  ),
  each(named('w:sdtContent'), (node) =>
    node.children.length > 1 ? [{ ...node, children: node.children.slice(0, -1) }] : [node],
  ),
  each(named('w:tc'), (node, chance) => [
    { ...node, children: [...node.children.slice(0, -1), mergedTable(chance), ...node.children.slice(-1)] },
  ]),
  amongBlocks(each(isParagraph, (node, chance) => [mergedTable(chance), node])),
  mergeCells,
  mergeCells,
  amongBlocks(moveTable),
  amongBlocks(moveParagraph),
  amongBlocks(moveParagraph),
  range('w:bookmark', () => ({ 'w:name': `mark${freshId()}` })),
  range('w:bookmark', () => ({ 'w:name': `mark${freshId()}` })),
  range('w:perm', () => ({ 'w:edGrp': 'everyone' })),
  removeRange,
  across(
    (chance) => [
      fieldMark('begin'),
      instruction(oneOf(['TOC \\o "1-3"', 'INDEX', 'QUOTE', 'ASK x'], chance)),
      fieldMark('separate'),
      words(chance),
    ],
    () => [fieldMark('end')],
  ),
  sectionBreak,
  each(isParagraph, (node, chance) => {
    const kind = oneOf(PARAGRAPH_KINDS, chance);
    const own = childOf(node, 'w:pPr');
    const rest = (own?.children ?? []).filter((child) => !isElement(child, kind.name));
    const style = rest.findLastIndex(
      (child) => isElement(child) && /^w:(?:pStyle|keepNext|keepLines)$/.test(child.name),
    );
    return [
      {
        ...node,
        children: [
          element('w:pPr', {}, rest.toSpliced(style + 1, 0, kind)),
          ...node.children.filter((child) => child !== own),
        ],
      },
    ];
  }),
];

/** Revisions that others left, in rare places. */
export const RARE_REVISIONS: readonly Mutation[] = [
  each(
    (node) =>
      /^w:(?:smartTag|hyperlink)$/.test(node.name) ||
      (node.name === 'w:customXml' && childOf(node, 'w:r') !== undefined),
    (node) => [
      {
        ...node,
        children: node.children.map((child): XmlNode => (isElement(child, 'w:r') ? stamped('w:ins', [child]) : child)),
      },
    ],
  ),
  each(named('m:oMath'), (node) => [stamped('w:ins', [node])]),
  each(named('m:oMath'), (node) => [stamped('w:del', [node])]),
  each(named('w:tblGrid'), (node) =>
    childOf(node, 'w:tblGridChange') === undefined
      ? [
          {
            ...node,
            children: [
              ...node.children,
              element('w:tblGridChange', { 'w:id': freshId() }, [
                element('w:tblGrid', {}, [element('w:gridCol', { 'w:w': '1234' })]),
              ]),
            ],
          },
        ]
      : [node],
  ),
  each(
    (node) => node.name === 'w:sdt' && childOf(childOf(node, 'w:sdtContent'), 'w:p') === undefined,
    (node) => {
      const name = 'w:customXmlInsRange';
      const [first, second] = [stamped(`${name}Start`), stamped(`${name}Start`)];
      const endOf = (start: XmlElement): XmlElement =>
        element(`${name}End`, { 'w:id': start.attributes.get('w:id') ?? '' });
      const content = childOf(node, 'w:sdtContent');
      if (content === undefined || childOf(content, 'w:tr') !== undefined || childOf(content, 'w:tc') !== undefined)
        return [node];
      const within = { ...content, children: [endOf(first), ...content.children, second] };
      return [
        first,
        { ...node, children: node.children.map((child) => (child === content ? within : child)) },
        endOf(second),
      ];
    },
  ),
];
