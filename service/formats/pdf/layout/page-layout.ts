import type { AnnotatedArea } from '../paint/decorations.ts';
import { Decorations } from '../paint/decorations.ts';
import { areBracketsAsTyped, countDirections, LEFT_TO_RIGHT, type PageDirection } from '../lines/bidi.ts';
import { findRegions, type Region } from './columns.ts';
import { readDrawnBullets } from '../lines/drawn-bullets.ts';
import type { Frame, Glyph, PageContent } from '../paint/glyph.ts';
import { findGutters, type Strip } from './gutters.ts';
import { readLine, type FrameSetting } from '../lines/line-text.ts';
import type { PrintedLine, Printing } from '../lines/printed-line.ts';
import { joinLeaders } from '../lines/leaders.ts';
import { buildLines } from '../lines/lines.ts';
import { takeMarginNumbers } from '../lines/margin-numbers.ts';
import type { TagBlock } from '../paint/page-tags.ts';
import type {
  Artifact,
  ArtifactKind,
  LayoutCell,
  LayoutElement,
  LayoutRegion,
  LayoutTable,
  PageLayout,
} from './layout.ts';
import { layoutTaggedPage } from './tagged-page.ts';
import { findRowRuledTables } from './row-ruled-tables.ts';
import { findRuledTables, type PageTable } from './ruled-tables.ts';
import { findAlignedTables, type AlignedTable } from './aligned-tables.ts';
import { takeWatermarks } from '../lines/watermarks.ts';
import { buildWords, dropCoveredText, type Word } from '../lines/words.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/**
 * Puts the content of a page into reading order: tables, columns, lines. Text in other directions follows the main
 * direction.
 *
 * @param earlier gutters of the previous page
 * @param printingOf where the text of the frame with this angle is on the page; absent: places are not wanted
 */
export function layoutPage(
  page: number,
  content: PageContent,
  areas: readonly AnnotatedArea[],
  tags: readonly TagBlock[] | null,
  earlier: readonly Strip[] = [],
  printingOf?: (angle: number) => Printing,
): PageLayout {
  const regions: LayoutRegion[] = [];
  let gutters = earlier;
  const { frames, watermarks } = takeWatermarks(content.frames);
  const artifacts = watermarks.map((text) => artifact('watermark', text));
  frames.forEach(({ angle, glyphs }, index) => {
    const frame: Frame = { angle, glyphs: joinLeaders(glyphs) };
    const printing = printingOf?.(angle);
    const tagged = index === 0 && tags ? layoutByTags(frame, content, areas, tags, printing) : null;
    const read = tagged ?? layoutFrame(frame, index === 0 ? { content, areas, earlier } : null, printing);
    append(regions, read.regions);
    append(artifacts, read.artifacts);
    if (index === 0 && !tagged && read.gutters.length > 0) gutters = read.gutters;
  });
  return { page, width: content.width, height: content.height, regions, artifacts, gutters };
}

function artifact(
  kind: ArtifactKind,
  text: string,
  { x0, y, printed }: Pick<Artifact, 'x0' | 'y'> & { readonly printed?: PrintedLine } = { x0: 0, y: 0 },
): Artifact {
  return { kind, text, x0, y, ...(printed && { printed }) };
}

/** The content of one direction of text. `artifacts` are lines that are not part of the text. */
interface FrameLayout {
  readonly regions: readonly LayoutRegion[];
  readonly artifacts: readonly Artifact[];
  readonly gutters: readonly Strip[];
}

/** The content of a page that belongs to its main direction, besides the glyphs. */
interface PageEnvironment {
  readonly content: PageContent;
  readonly areas: readonly AnnotatedArea[];
  readonly earlier: readonly Strip[];
}

/**
 * Reads the main direction of a page in the order of its tags. Uncovered words follow in the order of their geometry.
 */
function layoutByTags(
  frame: Frame,
  content: PageContent,
  areas: readonly AnnotatedArea[],
  tags: readonly TagBlock[],
  printing: Printing | undefined,
): FrameLayout | null {
  const { words: painted, numbers } = takeMarginNumbers(buildWords(frame.glyphs), content.height);
  const items = new Set(tags.flatMap((tag) => (tag.items.length > 0 ? tag.mcids : [])));
  const bullets = readDrawnBullets(content.dots, painted).filter((word) => items.has(word.glyphs[0]!.mcid));
  const words = [...painted, ...bullets];
  const decorations = new Decorations(frame.glyphs, content.rules, content.fills, areas);
  const direction: FrameSetting = { ...directionOf(words), printing };
  const real = words.filter((word) => !word.glyphs[0]!.artifact);
  const tagged = layoutTaggedPage(real, tags, decorations, direction);
  if (!tagged) return null;
  const setting = { emSize: medianSize(words), rightToLeft: direction.rightToLeft };
  const gutters = findGutters(tagged.untagged, [], setting);
  const rest = findRegions(tagged.untagged, [], gutters, setting);
  const artifacts = buildLines(words.filter((word) => word.glyphs[0]!.artifact)).map((built): Artifact => {
    const line = readLine(built, decorations, direction);
    return artifact(line.y < content.height / 2 ? 'header' : 'footer', line.text, line);
  });
  return {
    regions: [...tagged.regions, ...rest.flatMap((region) => layoutRegion(region, decorations, direction))],
    artifacts: [...artifacts, ...lineNumbers(numbers)],
    gutters: [],
  };
}

function lineNumbers(numbers: string | null): Artifact[] {
  return numbers === null ? [] : [artifact('line_numbers', numbers)];
}

function layoutFrame(frame: Frame, around: PageEnvironment | null, printing: Printing | undefined): FrameLayout {
  const content = around?.content;
  const all = dropCoveredText(buildWords(frame.glyphs));
  const { words: painted, numbers } = content ? takeMarginNumbers(all, content.height) : { words: all, numbers: null };
  const words = content ? [...painted, ...readDrawnBullets(content.dots, painted)] : painted;
  const inked = words.filter((word) => !word.isSpace);
  const artifacts = lineNumbers(numbers);
  if (inked.length === 0) return { regions: [], artifacts, gutters: [] };
  const direction: FrameSetting = { ...directionOf(inked), printing };
  const { ruled, free } = content ? tablesWithRules(content, words, direction.rightToLeft) : { ruled: [], free: words };
  const outside = content ? content.rules.filter((rule) => !ruled.some((table) => isBorder(rule, table))) : [];
  const decorations = new Decorations(glyphsOf(words), outside, content?.fills ?? [], around?.areas ?? []);
  const setting = { emSize: medianSize(inked), rightToLeft: direction.rightToLeft };
  const gutters = findGutters(free, ruled, setting, around?.earlier);
  const regions = findRegions(free, ruled, gutters, setting);
  return { regions: regions.flatMap((region) => layoutRegion(region, decorations, direction)), artifacts, gutters };
}

/** The tables with drawn lines, from top to bottom, and the words outside of them. Some have lines between rows only. */
function tablesWithRules(
  { rules }: PageContent,
  words: readonly Word[],
  rightToLeft: boolean,
): { readonly ruled: readonly PageTable[]; readonly free: readonly Word[] } {
  const ruled = findRuledTables(rules, words);
  const taken = new Set(ruled.flatMap(({ rows }) => rows.flatMap((row) => row.flatMap((cell) => cell.words))));
  const others = rules.filter((rule) => !ruled.some((table) => isBorder(rule, table)));
  const { tables, rest } = findRowRuledTables(
    others,
    words.filter((word) => !taken.has(word)),
    rightToLeft,
  );
  return { ruled: [...ruled, ...tables].sort((a, b) => a.top - b.top || a.x0 - b.x0), free: rest };
}

/** The region, divided where blocks stand side by side. */
function layoutRegion(region: Region<PageTable>, decorations: Decorations, direction: FrameSetting): LayoutRegion[] {
  const aligned = findAlignedTables(region.lines, direction.rightToLeft);
  const elements: (LayoutElement & { readonly at: number })[] = [];
  for (const line of aligned.lines) {
    elements.push({ kind: 'line', line: readLine(line, decorations, direction), at: line.y });
  }
  for (const table of [...region.blocks, ...(region.table ? [region.table] : []), ...aligned.tables]) {
    elements.push({ ...layoutTable(table, decorations, direction), at: (table.top + table.bottom) / 2 });
  }
  elements.sort((a, b) => a.at - b.at);
  const between = (from: number, to: number): LayoutRegion[] => {
    const own = elements.filter(({ at }) => at >= from && at < to);
    if (own.length === 0) return [];
    const { x0, x1 } = region;
    return [{ x0, x1, elements: own.map(({ at: _, ...element }): LayoutElement => element) }];
  };
  const regions: LayoutRegion[] = [];
  let from = -Infinity;
  for (const { top, sides } of aligned.blocks) {
    append(regions, between(from, top));
    const blocks = sides.map((words) => lineRegions(words, decorations, direction));
    append(regions, (direction.rightToLeft ? blocks.reverse() : blocks).flat());
    from = top;
  }
  return [...regions, ...between(from, Infinity)];
}

/** The lines of one of several blocks side by side. Each is a paragraph, with room behind it. */
function lineRegions(words: readonly Word[], decorations: Decorations, direction: FrameSetting): LayoutRegion[] {
  const lines = buildLines(words).map((line) => readLine(line, decorations, direction));
  const [x0, x1] = [minOf(lines.map((line) => line.x0)), maxOf(lines.map((line) => line.x1))];
  const room = x1 - x0;
  const edges = direction.rightToLeft ? { x0: x0 - room, x1 } : { x0, x1: x1 + room };
  return lines.map((line) => ({ ...edges, elements: [{ kind: 'line', line }] }));
}

function layoutTable(table: AlignedTable, decorations: Decorations, direction: FrameSetting): LayoutTable {
  const { x0, x1, top, bottom, gaps, openTop, openBottom } = table;
  const rows = table.rows.map((row) => {
    const cells = row.map(({ column, colspan, rowspan, words }): LayoutCell => ({
      column,
      colspan,
      rowspan,
      lines: buildLines(words).map((line) => readLine(line, decorations, direction)),
    }));
    return direction.rightToLeft ? cells.reverse() : cells;
  });
  const lines = table.lines?.map((line) => readLine(line, decorations, direction));
  return {
    kind: 'table',
    x0,
    x1,
    top,
    bottom,
    gaps,
    openTop,
    openBottom,
    rows,
    ...(lines && { lines }),
    ...(table.otherwise && lines && { otherwise: lines }),
  };
}

/** Whether the rule is part of the table's grid or border. */
export function isBorder(rule: { x0: number; x1: number; y0: number; y1: number }, table: PageTable): boolean {
  const slack = 2;
  const inside =
    rule.x0 >= table.x0 - slack &&
    rule.x1 <= table.x1 + slack &&
    rule.y0 >= table.top - slack &&
    rule.y1 <= table.bottom + slack;
  if (!inside) return false;
  const edges = [0, ...table.gaps.map((gap) => (gap.x0 + gap.x1) / 2), table.x1 - table.x0].map(
    (edge) => edge + table.x0,
  );
  // An underline inside a cell does not reach from one column edge to another.
  return (
    edges.some((edge) => Math.abs(edge - rule.x0) <= slack) || edges.some((edge) => Math.abs(edge - rule.x1) <= slack)
  );
}

function glyphsOf(words: readonly Word[]): Glyph[] {
  return words.flatMap((word) => word.glyphs);
}

function directionOf(words: readonly Word[]): PageDirection {
  let right = 0;
  let left = 0;
  for (const word of words) {
    for (const glyph of word.glyphs) {
      const count = countDirections(glyph.text);
      right += count.right;
      left += count.left;
    }
  }
  if (right === 0) return LEFT_TO_RIGHT;
  const rightToLeft = right > left;
  const lines = buildLines(words).map((line) => line.words.flatMap((word) => word.glyphs));
  return { rightToLeft, bracketsAsTyped: areBracketsAsTyped(lines, rightToLeft) };
}

function medianSize(words: readonly Word[]): number {
  const sizes = words.map((word) => word.size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)]!;
}
