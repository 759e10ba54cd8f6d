/** Where a drawing stands: in the text, or beside it (ECMA-376 part 1, 20.4.2; part 4, 19.1.2.19). */
import { chosenChildren } from '../../../ooxml/alternate-content.ts';
import { childOf, childrenOf, innerText, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { findWithin } from './images.ts';
import { clean } from '../looks/declarations.ts';

/** English Metric Units in a point. */
const UNITS_IN_POINT = 12_700;

/** What text around a drawing does, by element of the format (20.4.2.15 to 20.4.2.20). */
const WRAPS: Readonly<Record<string, string>> = {
  'wp:wrapSquare': 'text around it',
  'wp:wrapTight': 'text close around it',
  'wp:wrapThrough': 'text through it',
  'wp:wrapTopAndBottom': 'text above and below it',
};
/** Declarations of a VML shape that place it. */
const VML_PLACE = /^(?:margin-left|margin-top|mso-position-(?:horizontal|vertical)(?:-relative)?)$/;

/** The place of a drawing in words that are equal for equal places. */
export function drawingPlace(drawing: XmlElement): string {
  const anchor = findWithin(drawing, 'wp:anchor');
  if (anchor !== undefined) return placeOfAnchor(anchor);
  const stated = (findWithin(drawing, 'v:shape')?.attributes.get('style') ?? '')
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()));
  if (!stated.some(([name, value]) => name === 'position' && value === 'absolute')) return 'in the text';
  const placed = stated.filter(([name = '']) => VML_PLACE.test(name)).map(([name, value]) => `${name} ${value}`);
  return clean(placed.sort().join(', ')) || 'beside the text';
}

function placeOfAnchor(anchor: XmlElement): string {
  const wrap = childrenOf(anchor).find(({ name }) => name.startsWith('wp:wrap'))?.name ?? '';
  const isBehind = /^(?:1|true)$/.test(anchor.attributes.get('behindDoc') ?? '');
  return [
    along(childOf(anchor, 'wp:positionH'), 'across'),
    along(childOf(anchor, 'wp:positionV'), 'down'),
    WRAPS[wrap] ?? (isBehind ? 'behind the text' : 'in front of the text'),
  ].join(', ');
}

/** The position along one axis (20.4.2.10, 20.4.2.11): an alignment, or a distance in whole points. */
function along(position: XmlElement | undefined, axis: string): string {
  const stated = position && chosenChildren(position)[0];
  const value = stated === undefined ? '' : innerText(stated);
  const origin = `the ${clean(position?.attributes.get('relativeFrom') ?? 'page')}`;
  return stated?.name === 'wp:align'
    ? `${clean(value)} of ${origin}`
    : `${inPoints(value, stated?.name)} ${axis} from ${origin}`;
}

/** A relative offset is in thousandths of a percent ([MS-ODRAWXML], pctPosHOffset and pctPosVOffset). */
function inPoints(offset: string, element: string | undefined): string {
  const value = Number(offset) || 0;
  return element?.startsWith('wp14:pct') ? `${value / 1_000}%` : `${Math.round(value / UNITS_IN_POINT)}pt`;
}
