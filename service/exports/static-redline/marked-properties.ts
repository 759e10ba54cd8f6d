/** Puts marks into properties of runs, paragraphs and cells, in the order of their schema. */
import { childOf, element, isElement, withChildren, type XmlElement } from '../../ooxml/xml-tree.ts';
import type { MarkProfile, TextMark } from '../../../shared/marks/mark-profiles.ts';

/** Names of properties of runs in the order of CT_RPr (ECMA-376 part 1, A.1). */
const OF_RUNS =
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath'.split(
    ' ',
  );
/** Of paragraphs, CT_PPr. */
const OF_PARAGRAPHS =
  'pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange'.split(
    ' ',
  );
/** Of cells, CT_TcPr. */
const OF_CELLS =
  'cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark cellIns cellDel cellMerge tcPrChange'.split(
    ' ',
  );

const UNDERLINES = { single: 'single', double: 'double', dotted: 'dotted', wave: 'wave' } as const;

/** The properties of a run with a mark. A mark replaces the run's own colour, underline and strike. */
export function markedRun(properties: XmlElement | undefined, mark: TextMark): XmlElement {
  const { color, underline, strike, isBold } = mark;
  return withProperties(properties ?? element('w:rPr'), OF_RUNS, {
    strike: strike === 'single' ? on('w:strike') : null,
    dstrike: strike === 'double' ? on('w:dstrike') : null,
    u: underline === undefined ? null : element('w:u', { 'w:val': UNDERLINES[underline], 'w:color': color }),
    color: element('w:color', { 'w:val': color }),
    ...(isBold === true && { b: on('w:b'), bCs: on('w:bCs') }),
  });
}

/** The properties of a run with other formatting than before: a dotted frame. */
export function framedRun(properties: XmlElement, { format }: MarkProfile): XmlElement {
  const bdr = element('w:bdr', { 'w:val': 'dotted', 'w:sz': '4', 'w:space': '0', 'w:color': format.color });
  return withProperties(properties, OF_RUNS, { bdr });
}

/** The properties of a paragraph with others than before: a bar beside it. Borders of its own stay. */
export function barredParagraph(properties: XmlElement, { format }: MarkProfile): XmlElement {
  if (childOf(properties, 'w:pBdr') !== undefined) return properties;
  const left = element('w:left', { 'w:val': 'single', 'w:sz': '12', 'w:space': '6', 'w:color': format.color });
  return withProperties(properties, OF_PARAGRAPHS, { pBdr: element('w:pBdr', {}, [left]) });
}

/** The properties of a paragraph without a number, indented as its number was. `indent`: of the level of its list. */
export function unnumberedParagraph(properties: XmlElement, indent: XmlElement | undefined): XmlElement {
  const none = element('w:numPr', {}, [element('w:numId', { 'w:val': '0' })]);
  const ind = childOf(properties, 'w:ind') ?? indent;
  return withProperties(properties, OF_PARAGRAPHS, { numPr: none, ...(ind && { ind }) });
}

/** A cell on a ground. */
export function shadedCell(cell: XmlElement, fill: string): XmlElement {
  const properties = childOf(cell, 'w:tcPr') ?? element('w:tcPr');
  const shd = element('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': fill });
  const others = cell.children.filter((child) => !isElement(child, 'w:tcPr'));
  return withChildren(cell, [withProperties(properties, OF_CELLS, { shd }), ...others]);
}

function on(name: string): XmlElement {
  return element(name);
}

/** Sets properties by their local names; null removes one. Unknown properties stay at the end. */
function withProperties(
  list: XmlElement,
  order: readonly string[],
  properties: Readonly<Record<string, XmlElement | null>>,
): XmlElement {
  const stays = list.children.filter((child) => !(isElement(child) && child.name.slice(2) in properties));
  const added = Object.values(properties).filter((each) => each !== null);
  const placeOf = (child: XmlElement | string): number => {
    const at = isElement(child) ? order.indexOf(child.name.slice(2)) : -1;
    return at < 0 ? order.length : at;
  };
  return withChildren(
    list,
    [...stays, ...added].toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
}
