/** Changes to a part of a document as authors or programs make them, one at a time and at random. */
import {
  childOf,
  childrenOf,
  element,
  innerText,
  isElement,
  type XmlElement,
  type XmlNode,
} from '../../../service/ooxml/xml-tree.ts';
import { freshCell, freshParagraph, freshRun, freshTable, SPACE, text, words } from './fresh-content.ts';
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

/** A copy as an author makes one: no bookmarks, notes and comments are taken along. */
function pastedCopy(node: XmlElement): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child];
    return /^w:(?:bookmark|comment|perm|footnoteRef|endnoteRef|sectPr|moveFromRange|moveToRange|ins$|del$|customXml\w+Range)/.test(
      child.name,
    )
      ? []
      : [pastedCopy(child)];
  });
  return { ...node, children };
}

/** Puts a property into a list, or takes it out when it is there. */
export function toggled(holder: XmlElement, list: string, property: XmlElement): XmlElement {
  const own = childOf(holder, list);
  const without = childrenOf(own).filter(({ name }) => name !== property.name);
  const properties = element(list, {}, without.length === childrenOf(own).length ? [property, ...without] : without);
  const rest = holder.children.filter((child) => child !== own);
  // Exceptions of a row come before its properties.
  const first = rest.filter((child) => isElement(child, 'w:tblPrEx'));
  return {
    ...holder,
    children: [...first, properties, ...rest.filter((child) => !first.includes(child as XmlElement))],
  };
}

const RUN_PROPERTIES = [
  element('w:b'),
  element('w:i'),
  element('w:strike'),
  element('w:color', { 'w:val': 'FF0000' }),
  element('w:sz', { 'w:val': '31' }),
  element('w:vertAlign', { 'w:val': 'superscript' }),
];
const PARAGRAPH_PROPERTIES = [
  element('w:jc', { 'w:val': 'right' }),
  element('w:keepNext'),
  element('w:ind', { 'w:left': '333' }),
  element('w:spacing', { 'w:before': '77' }),
  element('w:outlineLvl', { 'w:val': '2' }),
];
const CELL_PROPERTIES = [
  element('w:shd', { 'w:val': 'clear', 'w:fill': 'FFEE00' }),
  element('w:vAlign', { 'w:val': 'center' }),
  element('w:vMerge'),
  element('w:vMerge', { 'w:val': 'restart' }),
  element('w:noWrap'),
];
const ROW_PROPERTIES = [element('w:cantSplit'), element('w:tblHeader'), element('w:trHeight', { 'w:val': '555' })];
const TABLE_PROPERTIES = [
  element('w:jc', { 'w:val': 'center' }),
  element('w:tblLayout', { 'w:type': 'fixed' }),
  element('w:tblInd', { 'w:w': '123', 'w:type': 'dxa' }),
];
const SECTION_PROPERTIES = [
  element('w:pgSz', { 'w:w': '11111', 'w:h': '15555' }),
  element('w:cols', { 'w:num': '2', 'w:space': '500' }),
  element('w:titlePg'),
  element('w:lnNumType', { 'w:countBy': '5' }),
];

/** Cuts a paragraph after one of its runs. */
const splitParagraph: Mutation = each(
  (node) => isParagraph(node) && childrenOf(node, 'w:r').length > 0,
  (node, chance) => {
    const properties = childOf(node, 'w:pPr');
    const content = node.children.filter((child) => child !== properties);
    const at = chance.below(content.length + 1);
    // The section stays with the end.
    const plain =
      properties === undefined
        ? []
        : [{ ...properties, children: properties.children.filter((child) => !isElement(child, 'w:sectPr')) }];
    return [
      element('w:p', {}, [...plain, ...content.slice(0, at)]),
      { ...node, children: [...(properties === undefined ? [] : [properties]), ...content.slice(at)] },
    ];
  },
);

const mergeParagraphs: Mutation = (root, chance) => {
  const holders = allOf(root, (node) =>
    node.children.some((child, at) => isElement(child, 'w:p') && isElement(node.children[at + 1], 'w:p')),
  );
  const holder = holders.length === 0 ? root : oneOf(holders, chance);
  const firsts = holder.children.flatMap((child, at) =>
    isElement(child, 'w:p') && isElement(holder.children[at + 1], 'w:p') && !hasSection(child) ? [at] : [],
  );
  if (firsts.length === 0) return null;
  const at = oneOf(firsts, chance);
  const [first, second] = [holder.children[at] as XmlElement, holder.children[at + 1] as XmlElement];
  const properties = childOf(second, 'w:pPr');
  const merged: XmlElement = {
    ...second,
    children: [
      ...(properties === undefined ? [] : [properties]),
      ...first.children.filter((child) => !isElement(child, 'w:pPr')),
      ...second.children.filter((child) => child !== properties),
    ],
  };
  const next = { ...holder, children: holder.children.toSpliced(at, 2, merged) };
  return holder === root ? next : exchanged(root, holder, [next]);
};

/** Takes a block out and puts it in before another one. */
const moveBlock: Mutation = (root, chance) => {
  const blocks = allOf(root, (node) => isParagraph(node) || node.name === 'w:tbl' || node.name === 'w:tr');
  if (blocks.length < 2) return null;
  const moved = oneOf(blocks, chance);
  const inside = new Set(allOf(moved, () => true));
  const places = blocks.filter(
    (place) => place !== moved && !inside.has(place) && (place.name === 'w:tr') === (moved.name === 'w:tr'),
  );
  if (places.length === 0 || !mayGo(root, moved)) return null;
  const place = oneOf(places, chance);
  return exchanged(exchanged(root, moved, []), place, [moved, place]);
};

/** A story ends with a paragraph, and a table has a row. */
function mayGo(root: XmlElement, node: XmlElement): boolean {
  const holder = [root, ...allOf(root, () => true)].find((each) => each.children.includes(node));
  const rest = childrenOf(holder).filter((child) => child !== node);
  if (node.name === 'w:tr') return rest.some(({ name }) => name === 'w:tr');
  if (node.name === 'w:tc') return rest.some(({ name }) => name === 'w:tc');
  if (
    allOf(
      node,
      named(
        'w:bookmarkStart',
        'w:bookmarkEnd',
        'w:commentRangeStart',
        'w:commentRangeEnd',
        'w:fldChar',
        'w:customXmlInsRangeStart',
        'w:moveFromRangeStart',
        'w:moveToRangeStart',
      ),
    ).length > 0
  )
    return false;
  if (hasSection(node)) return false;
  const last = rest.findLast(({ name }) => name === 'w:p' || name === 'w:tbl' || name === 'w:sdt');
  return last?.name === 'w:p' || (holder?.name === 'w:sdtContent' && last !== undefined);
}

const removeBlock: Mutation = (root, chance) => {
  const sites = allOf(root, named('w:p', 'w:tbl', 'w:tr', 'w:tc', 'w:p'));
  if (sites.length === 0) return null;
  const site = oneOf(sites, chance);
  return mayGo(root, site) ? exchanged(root, site, []) : null;
};

/** A column of a table without merged cells and content controls comes or goes. */
const changeColumn: Mutation = each(
  (node) =>
    node.name === 'w:tbl' &&
    childrenOf(node, 'w:tr').every(
      (row) => childrenOf(row, 'w:tc').length === childrenOf(childOf(node, 'w:tblGrid'), 'w:gridCol').length,
    ),
  (table, chance) => {
    const columns = childrenOf(childOf(table, 'w:tblGrid'), 'w:gridCol').length;
    const at = chance.below(columns);
    const inserts = columns < 2 || chance.below(2) === 0;
    const changed = (list: readonly XmlNode[], kind: string, fresh: () => XmlElement): XmlNode[] => {
      const place = list.indexOf(list.filter((child) => isElement(child, kind))[at]!);
      return inserts ? list.toSpliced(place, 0, fresh()) : list.toSpliced(place, 1);
    };
    const children = table.children.map((child): XmlNode => {
      if (!isElement(child)) return child;
      if (child.name === 'w:tblGrid')
        return {
          ...child,
          children: changed(child.children, 'w:gridCol', () => element('w:gridCol', { 'w:w': '777' })),
        };
      if (child.name !== 'w:tr') return child;
      return { ...child, children: changed(child.children, 'w:tc', () => freshCell(chance)) };
    });
    return [{ ...table, children }];
  },
);

const editText: Mutation = each(isRun, (run, chance) => {
  const old = childOf(run, 'w:t')!;
  const parts = innerText(old).split(' ');
  const at = chance.below(parts.length);
  const kind = chance.below(4);
  if (kind === 0) parts.splice(at, 1);
  else if (kind === 1) parts.splice(at, 0, words(chance, 1));
  else parts[at] = kind === 2 ? words(chance, 1) : `${parts[at]}s`;
  const fresh = parts.join(' ');
  return [
    {
      ...run,
      children: run.children.flatMap((child) => (child === old ? (fresh === '' ? [] : [text(fresh)]) : [child])),
    },
  ];
});

/** The same text in more runs, as programs write it. */
const splitRun: Mutation = each(isRun, (run, chance) => {
  const old = childOf(run, 'w:t')!;
  const value = innerText(old);
  const at = chance.below(value.length + 1);
  if (/[\udc00-\udfff]/.test(value[at] ?? '') || old.attributes.get('xml:space') !== 'preserve') return null;
  const index = run.children.indexOf(old);
  const properties = childrenOf(run, 'w:rPr').map(copyOf);
  return [
    { ...run, children: [...run.children.slice(0, index), text(value.slice(0, at))] },
    element('w:r', { 'w:rsidR': '00AB12CD' }, [...properties, text(value.slice(at)), ...run.children.slice(index + 1)]),
  ];
});

const wrapControl: Mutation = each(named('w:p', 'w:tbl', 'w:r'), (node, chance) => [
  element('w:sdt', {}, [
    element('w:sdtPr', {}, [element('w:tag', { 'w:val': `t${chance.below(3)}` })]),
    element('w:sdtContent', {}, [node]),
  ]),
]);

const unwrapControl: Mutation = each(named('w:sdt'), (node) => childOf(node, 'w:sdtContent')?.children ?? []);

const changeList: Mutation = (root, chance) => {
  const known = allOf(root, named('w:numPr'));
  if (known.length === 0) return null;
  const list = copyOf(oneOf(known, chance));
  return each(isParagraph, (node) => [toggled(node, 'w:pPr', list)])(root, chance);
};

const changeStyle: Mutation = (root, chance) => {
  const known = allOf(root, named('w:pStyle'));
  if (known.length === 0) return null;
  const style = copyOf(oneOf(known, chance));
  return each(isParagraph, (node) => [toggled(node, 'w:pPr', style)])(root, chance);
};

/** A field whose instruction is another one, a formula that says another thing. */
const changeInstruction: Mutation = each(named('w:instrText', 'm:t'), (node, chance) => [
  { ...node, children: [`${innerText(node)}${node.name === 'm:t' ? 'x' : `\\* ${words(chance, 1)} `}`] },
]);

const insertField: Mutation = each(isRun, (run, chance) => {
  const part = (type: string): XmlElement => element('w:r', {}, [element('w:fldChar', { 'w:fldCharType': type })]);
  return [
    run,
    part('begin'),
    element('w:r', {}, [{ name: 'w:instrText', attributes: SPACE, children: [` REF ${words(chance, 1)} `] }]),
    part('separate'),
    freshRun(chance),
    part('end'),
  ];
});

const section = (chance: Chance): XmlElement =>
  element('w:sectPr', {}, [element('w:pgSz', { 'w:w': '12240', 'w:h': String(15000 + chance.below(3)) })]);

/** Changes of parts that hold text, each as likely as it stands here. */
export const MUTATIONS: readonly Mutation[] = [
  removeBlock,
  removeBlock,
  removeBlock,
  moveBlock,
  moveBlock,
  each(named('w:p', 'w:tr'), (node) => [node, pastedCopy(node)]),
  each(isParagraph, (node, chance) => [freshParagraph(chance), node]),
  each(isParagraph, (node, chance) => [freshTable(chance), node]),
  each(isParagraph, (node, chance) => [node, freshParagraph(chance), freshParagraph(chance)]),
  each(named('w:tr'), (node, chance) => [
    element(
      'w:tr',
      {},
      childrenOf(node, 'w:tc').map((cell) => ({
        ...freshCell(chance),
        ...{ children: [...childrenOf(cell, 'w:tcPr').map(copyOf), freshParagraph(chance)] },
      })),
    ),
    node,
  ]),
  each(named('w:tc'), (node, chance) =>
    chance.below(2) === 0 ? [node, freshCell(chance)] : [freshCell(chance), node],
  ),
  changeColumn,
  splitParagraph,
  splitParagraph,
  mergeParagraphs,
  mergeParagraphs,
  editText,
  editText,
  editText,
  editText,
  splitRun,
  splitRun,
  each(isRun, (node, chance) => [node, freshRun(chance)]),
  each(isRun, () => []),
  each(isRun, (node) => [node, element('w:r', {}, [element('w:tab')])]),
  each(isRun, (node) => [node, element('w:r', {}, [element('w:br')])]),
  each(isRun, (node) => [element('w:hyperlink', { 'w:anchor': 'somewhere' }, [node])]),
  each(named('w:hyperlink', 'w:smartTag', 'w:fldSimple'), (node) =>
    node.children.filter((child) => !isElement(child) || !child.name.endsWith('Pr')),
  ),
  each(isRun, (node, chance) => [toggled(node, 'w:rPr', oneOf(RUN_PROPERTIES, chance))]),
  each(isRun, (node, chance) => [toggled(node, 'w:rPr', oneOf(RUN_PROPERTIES, chance))]),
  each(isParagraph, (node, chance) => [toggled(node, 'w:pPr', oneOf(PARAGRAPH_PROPERTIES, chance))]),
  each(named('w:tc'), (node, chance) => [toggled(node, 'w:tcPr', oneOf(CELL_PROPERTIES, chance))]),
  each(named('w:tr'), (node, chance) => [toggled(node, 'w:trPr', oneOf(ROW_PROPERTIES, chance))]),
  each(named('w:tbl'), (node, chance) => [toggled(node, 'w:tblPr', oneOf(TABLE_PROPERTIES, chance))]),
  each(named('w:sectPr'), (node, chance) => {
    const property = oneOf(SECTION_PROPERTIES, chance);
    return [{ ...node, children: [...node.children.filter((child) => !isElement(child, property.name)), property] }];
  }),
  each(named('w:headerReference', 'w:footerReference'), () => []),
  wrapControl,
  unwrapControl,
  changeList,
  changeStyle,
  changeInstruction,
  insertField,
];

/** Changes that only a body can take: sections end with its own paragraphs. */
export const BODY_MUTATIONS: readonly Mutation[] = [
  (root, chance) => {
    const body = childOf(root, 'w:body');
    const sites = childrenOf(body, 'w:p').filter((node) => !hasSection(node));
    if (sites.length === 0) return null;
    const site = oneOf(sites, chance);
    return exchanged(root, site, [toggled(site, 'w:pPr', section(chance))]);
  },
  each(hasSection, (node) => {
    const properties = childOf(node, 'w:pPr')!;
    const rest = properties.children.filter((child) => !isElement(child, 'w:sectPr'));
    return [
      {
        ...node,
        children: node.children.map((child) => (child === properties ? { ...properties, children: rest } : child)),
      },
    ];
  }),
];
