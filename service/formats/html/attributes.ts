import type { Token } from 'parse5';
import { LABEL, tidyLabel, withLabel } from '../../../shared/document/label.ts';
import { CONTENTS } from '../../../shared/document/contents.ts';
import { isTitleKind, TITLE } from '../../../shared/document/titles.ts';
import { DIRECTION, directionsOf, tableDirection, verticalOf } from '../../../shared/document/direction.ts';
import type { Attributes, CellForm, Image } from '../../../shared/document/model.ts';
import { pixels } from '../pixels.ts';
import { readInlineStyle } from './css/inline-style.ts';

/** The attributes of one element that the reader looks at, by lower-case name. */
export type TagAttributes = ReadonlyMap<string, string>;

const READ_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'alt class colspan data-delimiter data-direction data-href data-label data-src data-title data-toc dir height hidden href lang open popover ' +
    'reversed rowspan src start style type value width'
  ).split(' '),
);

/** The attributes of an element without any that the reader looks at. */
export const NO_ATTRIBUTES: TagAttributes = new Map();

/** Those of an element's attributes that the reader looks at. */
export function readAttributes(attributes: readonly Token.Attribute[]): TagAttributes {
  if (attributes.length === 0) return NO_ATTRIBUTES;
  const read = new Map<string, string>();
  for (const { name, value } of attributes) if (READ_ATTRIBUTES.has(name)) read.set(name, value);
  return read.size === 0 ? NO_ATTRIBUTES : read;
}

/** A value without ASCII white space around it, as HTML strips URLs. */
function strip(value: string): string {
  return value.replace(/^[\t\n\f\r ]+/, '').replace(/(?<![\t\n\f\r ])[\t\n\f\r ]+$/, '');
}

/** An integer as HTML parses one: leading white space, a sign, digits, anything. Undefined beyond 32 bits. */
export function readInteger(value: string | undefined): number | undefined {
  const digits = value === undefined ? null : /^[\t\n\f\r ]*([+-]?\d{1,10})(?!\d)/.exec(value);
  if (!digits) return undefined;
  const number = Number(digits[1]);
  return Math.abs(number) <= 0x7fffffff ? number + 0 : undefined;
}

/** A link's destination: `href`, or `data-href`, where a fragment keeps what must not be followed. Null: no link. */
export function readHref(attributes: TagAttributes): string | null {
  const href = attributes.get('href') ?? attributes.get('data-href');
  return href === undefined ? null : strip(href);
}

/** An image, or undefined when it has neither an address nor an alternative text. `sized`: with its displayed size. */
export function readImage(attributes: TagAttributes, sized: boolean): Image | undefined {
  const src = strip(attributes.get('src') ?? attributes.get('data-src') ?? '');
  const alt = attributes.get('alt') ?? '';
  if (src === '' && alt === '') return undefined;
  if (!sized) return { src, alt };
  const [width, height] = [readSize(attributes.get('width')), readSize(attributes.get('height'))];
  return { src, alt, ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

/** A displayed size in pixels (HTML, 2.3.4.4). Undefined for none, and for a share of the room. */
function readSize(text: string | undefined): number | undefined {
  const digits = /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/i.exec(text ?? '')?.[1];
  return digits === undefined ? undefined : pixels(Number(digits));
}

const ROWS_MAX = 65_534;

/** Spans of a cell, limited as browsers do. Columns are 1 to 1000, rows 1 to 65534. 0 rows are the rest of them, as the most rows are. */
export function readCellForm(header: boolean, attributes: TagAttributes): CellForm {
  const columns = readInteger(attributes.get('colspan')) ?? 1;
  const rows = readInteger(attributes.get('rowspan')) ?? 1;
  return {
    header,
    colspan: columns < 1 ? 1 : Math.min(columns, 1000),
    rowspan: rows < 0 ? 1 : rows === 0 ? ROWS_MAX : Math.min(rows, ROWS_MAX),
  };
}

/** The longest language tag that is read: three times what any registered one takes (RFC 5646, 4.4.1). All text inside has it. */
const LANGUAGE_MAX = 105;

/** The direction that an element states: `ltr`, `rtl` or `auto`. Its style counts before its attribute. */
function statedDir(attributes: TagAttributes, { direction }: { readonly direction?: string }): string | undefined {
  if (direction === 'ltr' || direction === 'rtl') return direction;
  const dir = attributes.get('dir')?.trim().toLowerCase();
  return dir === 'ltr' || dir === 'rtl' || dir === 'auto' ? dir : undefined;
}

/**
 * The directions of a page over those around it, as `html` and `body` state them. The ordinary direction is left out:
 * most pages state it, and each block would repeat it.
 */
export function readPageDirection(attributes: TagAttributes, around: Attributes): Attributes {
  const { dir, [DIRECTION]: direction } = readShownAttributes(attributes, around, false);
  return directionsOf({ ...(dir === 'rtl' && { dir }), ...(direction !== undefined && { [DIRECTION]: direction }) });
}

/** The attributes of a table whose text has these attributes: the order of its columns. In a fragment it is stated. */
export function readTableDirection(
  attributes: TagAttributes,
  shown: Attributes,
  inFragment: boolean,
): { readonly attributes?: Attributes } {
  return tableDirection(inFragment ? attributes.get(DIRECTION) === 'rtl' : shown['dir'] === 'rtl');
}

const NO_STYLE: { readonly direction?: string; readonly writingMode?: string } = {};

/**
 * `dir`, `lang` and the direction of vertical lines of a block element over those around it. In the service's own
 * fragment, also its label and what it is: an entry of a table of contents, or a title. The same object when it has none of its own.
 */
export function readShownAttributes(attributes: TagAttributes, around: Attributes, inFragment: boolean): Attributes {
  const declared = attributes.get('style');
  const style = declared === undefined ? NO_STYLE : readInlineStyle(declared);
  const tag = attributes.get('lang')?.trim();
  const lang = tag === undefined || tag.length > LANGUAGE_MAX ? undefined : tag;
  const ownDir = statedDir(attributes, style);
  const mode = inFragment ? attributes.get(DIRECTION) : style.writingMode;
  const label = inFragment ? attributes.get(LABEL) : undefined;
  const entry = inFragment ? attributes.get(CONTENTS) : undefined;
  const isEntry = entry === 'contents' || entry === 'index';
  const stated = inFragment ? attributes.get(TITLE) : undefined;
  const title = isTitleKind(stated) ? stated : undefined;
  if ([ownDir, lang, label, mode, title].every((each) => each === undefined) && !isEntry) return around;
  const shown: Record<string, string> = {};
  const chosenDir = ownDir ?? around['dir'];
  const chosenLang = lang ?? around['lang'];
  if (chosenDir) shown['dir'] = chosenDir;
  if (chosenLang) shown['lang'] = chosenLang;
  const direction = mode === undefined ? around[DIRECTION] : verticalOf(mode);
  if (isEntry) shown[CONTENTS] = entry;
  if (title !== undefined) shown[TITLE] = title;
  if (direction !== undefined) shown[DIRECTION] = direction;
  return label === undefined ? shown : withLabel(shown, tidyLabel(label));
}
