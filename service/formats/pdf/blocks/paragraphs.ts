import type { LayoutRegion, LayoutTable, PageLayout } from '../layout/layout.ts';
import {
  hangsUnder,
  INDENT,
  indentOf,
  LOWER_CASE,
  nextWordFits,
  SAME_EDGE,
  SENTENCE_END,
  type Edges,
} from '../lines/line-fit.ts';
import type { TextLine } from '../lines/line-text.ts';
import { startsNote } from './footnotes.ts';
import { listMarker } from '../lines/list-marker.ts';
import { PageRoom } from './page-room.ts';
import type { Typography } from './typography.ts';
import { ASCENT, DESCENT } from '../lines/words.ts';
import { append, maxOf, minOf } from '../../../../shared/iterables.ts';

/** The lines of a paragraph, heading or list item. */
export interface Paragraph {
  readonly kind: 'paragraph';
  readonly page: number;
  readonly lines: readonly TextLine[];
  /**
   * What separates the block from the previous one. `certain`: shown by distance, indent or much room at the line
   * end. `guess`: only the fullness of the previous line. `column`: a column or page break, which proves nothing.
   */
  readonly begins: 'certain' | 'guess' | 'column';
  /** Edges of its column. */
  readonly left: number;
  readonly right: number;
}

/** A table with its page. */
export interface FlowTable extends LayoutTable {
  readonly page: number;
  /** Free height (pt) below the table on its page. */
  readonly room: number;
  /** The parts on later pages that were joined to it. */
  readonly parts?: readonly TablePart[];
}

/** A later part of a table. */
export interface TablePart {
  readonly page: number;
  /** The rows at its top that repeat the head of the table, as texts of their cells. They are left out. */
  readonly head: readonly (readonly string[])[];
}

/** A block in the flow of a document. */
export type FlowBlock = Paragraph | FlowTable;

/**
 * A line distance that exceeds the usual one by this factor separates paragraphs. Superscripts and fractions add
 * less.
 */
const PARAGRAPH_GAP = 1.22;
/** A distance beyond this factor separates them only together with another sign. */
const SUSPICIOUS_GAP = 1.06;
/** Factor from the height that super- and subscripts stick out to the distance they add between lines. */
const SCRIPT_ROOM = 1.5;
/** Sizes with a larger ratio belong to different kinds of text. */
const SIZE_CHANGE = 1.08;
/** A line that begins this far (em) in front of a marker is not part of its item. */
const OUTDENT = 0.5;
/** This many lines with a common edge inside a wider column are a quotation, or text beside a figure. */
const OWN_EDGE_LINES = 4;

/**
 * Splits the regions of all pages into paragraphs and tables, in reading order. First it splits at larger distances,
 * then at lines that end early. It joins nothing across regions:
 *
 *     The Supplier shall deliver
 *     the goods in time.                    →   two paragraphs
 *     The Customer shall pay the
 */
export function findParagraphs(pages: readonly PageLayout[], typography: Typography): FlowBlock[] {
  const blocks: FlowBlock[] = [];
  const room = new PageRoom(pages);
  for (const layout of pages) {
    const { page, regions } = layout;
    const flowing = (table: LayoutTable): FlowTable => ({ ...table, page, room: room.below(table, layout) });
    for (const region of regions) append(blocks, splitRegion(page, region, typography, flowing));
  }
  return blocks;
}

function splitRegion(
  page: number,
  region: LayoutRegion,
  typography: Typography,
  flowing: (table: LayoutTable) => FlowTable,
): FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let lines: TextLine[] = [];
  const isLoose = (line: TextLine): boolean => {
    const before = lines[lines.indexOf(line) - 1];
    return before !== undefined && mayContinue(before, line, region, typography);
  };
  const flush = (): void => {
    if (lines.length > 0)
      for (const group of splitWhere(lines, (part, line) => isSeparate(part.at(-1)!, line, region, typography))) {
        const edges = edgesOf(group, region);
        const habits = isIndentedAsWhole(group, edges, typography) ? { ...typography, firstIndent: 0 } : typography;
        splitWhere(group, (part, line) => beginsAnew(part, line, edges, habits)).forEach((part, index) => {
          const sure = index > 0 ? endsEarly(group, part[0]!, edges, habits) : blocks.length > 0 && !isLoose(part[0]!);
          const begins = sure ? 'certain' : index > 0 ? 'guess' : 'column';
          blocks.push({ kind: 'paragraph', page, lines: part, begins, left: region.x0, right: region.x1 });
        });
      }
    lines = [];
  };
  for (const element of region.elements) {
    if (element.kind === 'line') lines.push(element.line);
    else {
      flush();
      blocks.push(flowing(element));
    }
  }
  flush();
  return blocks;
}

function splitWhere(
  lines: readonly TextLine[],
  parts: (part: readonly TextLine[], line: TextLine) => boolean,
): TextLine[][] {
  const result: TextLine[][] = [];
  for (const line of lines) {
    const part = result.at(-1);
    if (part && !parts(part, line)) part.push(line);
    else result.push([line]);
  }
  return result;
}

/** Whether the distance separates the lines, and they are not one sentence in text with wider line spacing. */
function isSeparate(previous: TextLine, line: TextLine, region: LayoutRegion, typography: Typography): boolean {
  if (!hasLargerDistance(previous, line, typography)) return false;
  return !(LOWER_CASE.test(line.text) && mayContinue(previous, line, region, typography));
}

/**
 * Whether the lines may belong to one paragraph despite a larger distance, as in a quotation with wider line spacing.
 * The first line is full, its sentence has not ended, and both begin at one edge.
 *
 *     the agreement of the parties shall
 *                                               (1.3 times the usual distance)
 *     not be changed.
 */
function mayContinue(previous: TextLine, line: TextLine, region: LayoutRegion, typography: Typography): boolean {
  if (previous.tag || line.tag || previous.size !== line.size || previous.bold !== line.bold) return false;
  if (previous.rightToLeft !== line.rightToLeft || SENTENCE_END.test(previous.text)) return false;
  const inset = indentOf(line) - (line.rightToLeft ? -region.x1 : region.x0);
  // A quotation is indented equally on both sides.
  const edges = { left: region.x0 + inset, right: region.x1 - inset };
  return (
    line.y - previous.y <= LOOSE * typography.pitchOf(line.size) &&
    Math.abs(indentOf(line) - indentOf(previous)) <= SAME_EDGE * line.size &&
    listMarker(line.text) === null &&
    !nextWordFits(previous, line, edges)
  );
}

/** Line distances within one paragraph exceed the usual one by at most this factor. */
const LOOSE = 1.6;
function hasLargerDistance(previous: TextLine, line: TextLine, typography: Typography): boolean {
  if (previous.tag || line.tag) return previous.tag?.block !== line.tag?.block;
  const step = line.y - previous.y;
  const larger = Math.max(previous.size, line.size);
  const smaller = Math.min(previous.size, line.size);
  return (
    step > PARAGRAPH_GAP * typography.pitchOf(larger) + scriptRoom(previous, line) ||
    larger > SIZE_CHANGE * smaller ||
    previous.rightToLeft !== line.rightToLeft
  );
}

/**
 * Room between two lines for subscripts of the first and superscripts of the second. Some producers push lines apart
 * for them.
 */
function scriptRoom(previous: TextLine, line: TextLine): number {
  const below = previous.bottom - previous.y - DESCENT * previous.size;
  const above = line.y - line.top - ASCENT * line.size;
  return SCRIPT_ROOM * (Math.max(0, below) + Math.max(0, above));
}

function edgesOf(group: readonly TextLine[], region: LayoutRegion): Edges {
  const right = maxOf(group.map((line) => line.x1));
  const left = minOf(group.map((line) => line.x0));
  const em = group[0]!.size;
  const quotation = quotationEdges(left, right, em, region);
  if (quotation) return quotation;
  if (group.length < OWN_EDGE_LINES) return { left: region.x0, right: region.x1 };
  const atRight = group.filter((line) => line.x1 > right - em).length;
  const atLeft = group.filter((line) => line.x0 < left + em).length;
  const own = { left, right };
  const full = group.filter((line, index) => index > 0 && !nextWordFits(group[index - 1]!, line, own)).length;
  return {
    left: 2 * atLeft >= group.length ? left : region.x0,
    right: 2 * atRight >= group.length || full >= FULL_SHARE * (group.length - 1) ? right : region.x1,
  };
}

/** In ragged text with one right edge, the next word did not fit in this part of the lines. */
const FULL_SHARE = 0.75;

/** Edges of a quotation, which is indented equally on both sides; null if the lines are none. */
function quotationEdges(left: number, right: number, em: number, region: LayoutRegion): Edges | null {
  const indent = left - region.x0;
  const edge = region.x1 - indent;
  return indent > em && right <= edge + SAME_EDGE * em && edge > left ? { left, right: edge } : null;
}

function beginsAnew(part: readonly TextLine[], line: TextLine, edges: Edges, typography: Typography): boolean {
  const previous = part.at(-1)!;
  if (line.tag) return false;
  if (previous.leads || startsNote(line)) return true;
  const em = line.size;
  const fits = nextWordFits(previous, line, edges);
  const isFarther = line.y - previous.y > SUSPICIOUS_GAP * typography.pitchOf(em);
  const marker = listMarker(line.text);
  if (marker) {
    if (marker.kind === 'ul' && !/^[–—-]/.test(line.text)) return true;
    if (fits || isFarther) return true;
    if (Math.abs(indentOf(line) - indentOf(previous)) > INDENT * em) return true;
    // A number at the edge after a full line may be part of a sentence. After an item of the same list it is the next
    // item.
    const before = listMarker(previous.text);
    if (before?.shape === marker.shape && before.value !== null && marker.value === before.value + 1) return true;
  }
  if (previous.bold !== line.bold && (fits || isFarther) && part.every((other) => other.bold === previous.bold))
    return true;
  const first = part[0]!;
  if (startsByIndent(line, first, edges, typography)) return true;
  const shift = indentOf(line) - indentOf(previous);
  if (shift > INDENT * em) {
    // After a full line, a deeper line under a marker continues the item. Anywhere else a deeper line begins a
    // paragraph.
    const hangs = part.length === 1 && (listMarker(first.text) !== null || hangsUnder(first, line));
    return !hangs || (fits && !isBareMarker(first));
  }
  if (shift < -INDENT * em && part.length > 1) return true;
  if (shift < -OUTDENT * em && part.length === 1 && hangsAlways(first, typography)) return true;
  return fits;
}

/**
 * Whether a paragraph certainly ends before this line of the group. The line is indented, or the previous one leaves
 * much room.
 */
function endsEarly(group: readonly TextLine[], line: TextLine, edges: Edges, typography: Typography): boolean {
  const previous = group[group.indexOf(line) - 1]!;
  if (previous.leads) return true;
  if (startsByIndent(line, previous, edges, typography)) return true;
  const room = previous.rightToLeft ? previous.x0 - edges.left : edges.right - previous.x1;
  return room >= line.firstWordWidth + MUCH_ROOM * (edges.right - edges.left);
}

/** Ragged lines seldom leave this part of the column's width, besides the room for the next word. */
const MUCH_ROOM = 0.2;

/**
 * Whether most lines of the group have the first-line indent. Then the whole group is indented, and they are not
 * first lines.
 */
function isIndentedAsWhole(group: readonly TextLine[], edges: Edges, typography: Typography): boolean {
  const indented = group.filter((line) => startsByIndent(line, group[0]!, edges, typography)).length;
  return group.length >= OWN_EDGE_LINES && 2 * indented > group.length;
}

/** Whether the line has the first-line indent of this document, and is not the text of an item. */
function startsByIndent(line: TextLine, first: TextLine, edges: Edges, { firstIndent }: Typography): boolean {
  if (firstIndent === 0) return false;
  const edge = line.rightToLeft ? -edges.right : edges.left;
  const indent = (indentOf(line) - edge) / line.size;
  return Math.abs(indent - firstIndent) <= SAME_EDGE && !(listMarker(first.text) !== null && hangsUnder(first, line));
}

/** Whether the line is only a marker: the text of the item begins below. */
function isBareMarker({ text }: TextLine): boolean {
  return listMarker(text)?.length === text.length;
}

/**
 * Whether the line begins an item with a hanging indent. It starts with a bullet, or a number if the document indents
 * numbered items so.
 */
function hangsAlways({ text }: TextLine, { itemsHang }: Typography): boolean {
  const kind = listMarker(text)?.kind;
  return kind === 'ul' || (kind === 'ol' && itemsHang);
}
