/** Lists what a workbook has beside the content of its cells, each with its sheet and its cells. */
import type { InventoryItem, UncomparedKind } from '../../../shared/change/uncompared.ts';
import { cellName, columnName, placeOfReference } from '../../../shared/document/cell-reference.ts';
import { isOfType } from '../../ooxml/relationships.ts';
import { childrenOf, innerText, type XmlElement } from '../../ooxml/xml-tree.ts';
import { sha256 } from '../../sha256.ts';
import type { SheetContent, SheetFeature, SheetRow } from './read-sheet.ts';
import { relativeFormula, replacedReferences } from './relative-formula.ts';
import { unescaped } from './shared-strings.ts';
import { relatedPart, type SheetPart, type Workbook } from './workbook-parts.ts';

/** Characters of a description. */
const LABEL_LENGTH = 120;
/** Names that programs make for print areas and filters. */
const OWN_NAME = /^_xl/iu;

const KINDS: Readonly<Record<Exclude<SheetFeature['kind'], 'link'>, UncomparedKind>> = {
  merge: 'merged_cells',
  validation: 'validation',
  conditional_format: 'conditional_format',
};

/** A sheet with its content; null for a sheet without cells. */
export interface ListedSheet {
  readonly sheet: SheetPart;
  readonly content: SheetContent | null;
}

/** What the comparison leaves out, sheet by sheet, then what concerns the whole workbook. */
export function inventoryOf(workbook: Workbook, sheets: readonly ListedSheet[]): InventoryItem[] {
  const { package: archive, mainPart, names } = workbook;
  const items = sheets.flatMap(({ sheet, content }) => [
    ...(content === null ? [] : [...featuresOf(sheet.name, content), ...hiddenIn(sheet.name, content)]),
    ...commentsOf(workbook, sheet),
    ...drawingsOf(workbook, sheet),
  ]);
  for (const { name, formula, sheet, hidden } of names)
    if (!hidden && !OWN_NAME.test(name))
      items.push(itemOf('defined_name', sheet ?? '', `${name} = ${formula}`, `${name} ${formula}`));
  for (const relationship of archive.relationshipsOf(mainPart).values()) {
    if (isOfType(relationship, 'externalLink')) {
      const [target] = archive.relationshipsOf(relationship.target).values();
      const address = target?.target ?? relationship.target;
      items.push(itemOf('external_link', '', address, address));
    } else if (/vbaProject$/iu.test(relationship.type)) {
      const macros = archive.part(relationship.target);
      if (macros !== undefined) items.push(itemOf('macro', '', '', macros.bytes));
    }
  }
  return items;
}

function itemOf(kind: UncomparedKind, where: string, label: string, content: string | Uint8Array): InventoryItem {
  const shown =
    label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH).replace(/[\uD800-\uDBFF]$/u, '')}…` : label;
  return { kind, where, ...(shown !== '' && { label: shown }), sha256: sha256(content), count: 1 };
}

function featuresOf(sheet: string, { features, furtherFeatures }: SheetContent): InventoryItem[] {
  const items = features.flatMap(({ kind, where, text }): InventoryItem[] => {
    if (kind === 'link') return [];
    const place = placeOfReference(where.split(/[:\s]/u)[0] ?? '') ?? { row: 0, column: 0 };
    // A rule says the same after its cells moved.
    const relative = kind === 'merge' ? sizeOfRange(text) : relativeFormula(withoutFixed(text), place);
    return [itemOf(KINDS[kind], `${sheet}!${where}`, kind === 'merge' ? '' : text, relative)];
  });
  if (furtherFeatures === 0) return items;
  return [
    ...items,
    { ...itemOf('merged_cells', sheet, 'further ones', String(furtherFeatures)), count: furtherFeatures },
  ];
}

function withoutFixed(formula: string): string {
  return replacedReferences(formula, (reference) => reference.replaceAll('$', ''));
}

/** Columns and rows of a range. */
function sizeOfRange(range: string): string {
  const [from, to] = range.split(':').map(placeOfReference);
  return from && to ? `${to.column - from.column + 1} × ${to.row - from.row + 1}` : range;
}

/** Hidden rows and columns with content, neighbours together. */
function hiddenIn(sheet: string, { rows, hiddenColumns }: SheetContent): InventoryItem[] {
  const hiddenRows = rows.filter(({ hidden }) => hidden);
  const items = hiddenRows.map((row) =>
    itemOf('hidden_content', `${sheet}!${row.row + 1}:${row.row + 1}`, 'row', textOfRow(row)),
  );
  for (const [first, last] of hiddenColumns) {
    const texts = rows.flatMap(({ cells }) => cells.filter(({ column }) => column >= first && column <= last));
    const text = texts.map((cell) => cell.text).join('\n');
    const columns = first === last ? 'column' : 'columns';
    if (text.trim() !== '')
      items.push(itemOf('hidden_content', `${sheet}!${columnName(first)}:${columnName(last)}`, columns, text));
  }
  return items;
}

function textOfRow({ cells }: SheetRow): string {
  return cells.map(({ text }) => text).join('\t');
}

function commentsOf({ package: archive }: Workbook, sheet: SheetPart): InventoryItem[] {
  const part = relatedPart(archive, sheet.part, 'comments');
  const root = part === undefined ? undefined : archive.tree(part.name);
  const list = childrenOf(root).find(({ name }) => name === 'ss:commentList');
  return childrenOf(list, 'ss:comment').map((comment) => {
    const text = unescaped(innerText(comment)).replace(/\s+/gu, ' ').trim();
    return itemOf('comment', `${sheet.name}!${comment.attributes.get('ref') ?? ''}`, text, text);
  });
}

/** Charts and pictures over the cells of a sheet, or all of a chart sheet. */
function drawingsOf({ package: archive }: Workbook, sheet: SheetPart): InventoryItem[] {
  const part = relatedPart(archive, sheet.part, 'drawing');
  const root = part === undefined ? undefined : archive.tree(part.name);
  if (part === undefined || root === undefined) return [];
  const relationships = archive.relationshipsOf(part.name);
  return childrenOf(root).flatMap((anchor): InventoryItem[] => {
    const where = `${sheet.name}${anchoredAt(anchor)}`;
    return idsIn(anchor).flatMap((id): InventoryItem[] => {
      const relationship = relationships.get(id);
      const target = relationship && !relationship.external ? archive.part(relationship.target) : undefined;
      if (relationship === undefined || target === undefined) return [];
      if (isOfType(relationship, 'image')) return [itemOf('picture', where, '', target.bytes)];
      if (!/chart/iu.test(relationship.type)) return [];
      const chart = archive.tree(target.name);
      return chart === undefined ? [] : [itemOf('chart', where, textsOfChart(chart), shownByChart(chart))];
    });
  });
}

function anchoredAt(anchor: XmlElement): string {
  const from = childrenOf(anchor).find(({ name }) => /(?:^|:)from$/u.test(name));
  const [column, row] = ['col', 'row'].map((name) => {
    const child = childrenOf(from).find((each) => each.name.endsWith(`:${name}`));
    return child === undefined ? Number.NaN : Number(innerText(child));
  });
  return Number.isInteger(column) && Number.isInteger(row) ? `!${cellName(row!, column!)}` : '';
}

/** Ids of relationships anywhere in an element. */
function idsIn(node: XmlElement): string[] {
  const own = [...node.attributes].flatMap(([name, value]) => (/^r:(?:id|embed)$/u.test(name) ? [value] : []));
  return [...own, ...childrenOf(node).flatMap(idsIn)];
}

/** The words in a chart: its titles. */
function textsOfChart(node: XmlElement): string {
  if (node.name === 'a:t') return innerText(node);
  return childrenOf(node)
    .map(textsOfChart)
    .filter((text) => text !== '')
    .join(' ');
}

/** What a chart shows: the kinds of its parts and all their values, without ids. */
function shownByChart(node: XmlElement): string {
  const children = childrenOf(node);
  if (children.length === 0) return `${node.name} ${node.attributes.get('val') ?? ''} ${innerText(node)}`;
  return `${node.name}(${children
    .filter(({ name }) => name !== 'c:extLst' && name !== 'mc:AlternateContent')
    .map(shownByChart)
    .join(' ')})`;
}
