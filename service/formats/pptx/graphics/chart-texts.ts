/** What a chart says: its titles, and its categories and values as the file keeps them (ECMA-376 part 1, 21.2). */
import type { Block, Cell, Row } from '../../../../shared/document/model.ts';
import { TOP } from '../../../../shared/document/path.ts';
import { childOf, childrenOf, innerText, integerOf, isElement, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { textBlock } from '../text/plain-blocks.ts';

/** Digits of a number that people entered. Further ones are noise of its binary form. */
const DIGITS = 15;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The values of one row or column of a chart, by their index. */
type Points = ReadonlyMap<number, string>;

interface Series {
  readonly name: string;
  readonly categories: Points;
  readonly values: readonly Points[];
}

/** The titles of a chart, a table of its values, and typed labels. Series with equal categories share a table. */
export function chartBlocks(root: XmlElement): Block[] {
  const titles = elementsIn(root, ['c:title', 'cx:title']).flatMap((title) => textBlock(titleText(title)));
  const series = root.name === 'cx:chartSpace' ? laterSeries(root) : elementsIn(root, ['c:ser']).map(readSeries);
  const groups: Series[][] = [];
  for (const each of series) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && samePoints(last.categories, each.categories)) groups.at(-1)!.push(each);
    else groups.push([each]);
  }
  const labels = elementsIn(root, ['c:dLbl']).flatMap((label) => textBlock(titleText(label)));
  return [...titles, ...groups.flatMap(tableOf), ...labels];
}

function readSeries(series: XmlElement): Series {
  const name = childOf(series, 'c:tx');
  const valued = ['c:val', 'c:yVal', 'c:bubbleSize'].flatMap((each) => childOf(series, each) ?? []);
  return {
    name: name === undefined ? '' : titleText(name),
    categories: pointsOf(childOf(series, 'c:cat') ?? childOf(series, 'c:xVal')),
    values: valued.map(pointsOf),
  };
}

/** The points of a cache (21.2.2.150). Of categories with several levels, each point has the texts of all levels. */
function pointsOf(source: XmlElement | undefined): Points {
  const points = new Map<number, string>();
  if (source === undefined) return points;
  for (const point of elementsIn(source, ['c:pt'])) {
    const index = integerOf(point.attributes.get('idx'));
    const value = childOf(point, 'c:v');
    if (index === undefined || value === undefined) continue;
    const before = points.get(index);
    points.set(index, before === undefined ? shownValue(innerText(value)) : `${innerText(value)} · ${before}`);
  }
  return points;
}

/** The series of a chart of Office 2016 ([MS-ODRAWXML] 2.24.3): one for each dimension of numbers. */
function laterSeries(root: XmlElement): Series[] {
  return elementsIn(root, ['cx:data']).map((part) => {
    const levels = (name: string): Points[] =>
      childrenOf(part, name).flatMap((dimension) => childrenOf(dimension, 'cx:lvl').map(laterPoints));
    return { name: '', categories: levels('cx:strDim')[0] ?? new Map(), values: levels('cx:numDim') };
  });
}

function laterPoints(level: XmlElement): Points {
  const points = childrenOf(level, 'cx:pt');
  return new Map(
    points.map((point, at) => [integerOf(point.attributes.get('idx')) ?? at, shownValue(innerText(point))]),
  );
}

function tableOf(group: readonly Series[]): Block[] {
  const { categories } = group[0]!;
  const columns = group.flatMap(({ name, values }) => values.map((points) => ({ name, points })));
  const indices = new Set([...categories.keys(), ...columns.flatMap(({ points }) => [...points.keys()])]);
  if (columns.length === 0 || indices.size === 0) return [];
  const head = ['', ...columns.map(({ name }) => name)];
  const rows = [...indices]
    .sort((one, other) => one - other)
    .map((index) => [categories.get(index) ?? '', ...columns.map(({ points }) => points.get(index) ?? '')]);
  const table = [
    ...(head.some((text) => text !== '') ? [rowOf(head, true)] : []),
    ...rows.map((row) => rowOf(row, false)),
  ];
  return [{ kind: 'table', path: TOP, rows: table }];
}

function rowOf(texts: readonly string[], header: boolean): Row {
  const cells = texts.map((text): Cell => ({ header, colspan: 1, rowspan: 1, blocks: textBlock(text) }));
  return { section: header ? 'head' : 'body', cells };
}

/** The text of a title, typed or from cells. */
function titleText(title: XmlElement): string {
  const paragraphs = elementsIn(title, ['a:p']).map((paragraph) =>
    elementsIn(paragraph, ['a:t']).map(innerText).join(''),
  );
  if (paragraphs.length > 0) return paragraphs.join(' ');
  return elementsIn(title, ['c:v', 'cx:v']).map(innerText).join(' ');
}

function shownValue(text: string): string {
  const value = text.trim();
  return NUMBER.test(value) ? String(Number(Number(value).toPrecision(DIGITS))) : value;
}

function samePoints(one: Points, other: Points): boolean {
  return one.size === other.size && [...one].every(([index, value]) => other.get(index) === value);
}

/** The outermost elements of these names, in order. */
function elementsIn(root: XmlElement, names: readonly string[], found: XmlElement[] = []): XmlElement[] {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    if (names.includes(child.name)) found.push(child);
    else elementsIn(child, names, found);
  }
  return found;
}
