import { ownLabel, tidyLabel } from '../../../../shared/document/label.ts';
import { pathOf, type Path, type Step, type StepKind } from '../../../../shared/document/path.ts';
import type { FlowBlock, Paragraph } from '../blocks/paragraphs.ts';
import { listMarker, type ListMarker } from '../lines/list-marker.ts';

/**
 * The list path of a paragraph and the length of its marker. The marker follows if its list does not show the marker by
 * itself.
 */
export interface ListPlace {
  readonly path: Path;
  readonly markerLength: number;
  readonly label?: string;
}

/** Edges within this distance (em) are one level. */
const SAME_LEVEL = 0.8;
/** Deeper nesting is noise. */
const MAX_LEVELS = 9;

interface Level {
  readonly kind: 'ul' | 'ol';
  readonly shape: string;
  /** Edges of the marker and of the item's text, relative to the column's edge. */
  readonly x: number;
  readonly textX: number;
  value: number | null;
  page: number;
  left: number;
}

/**
 * Finds lists and their nesting. Markers at one edge are one level; markers farther in are a level below. Numbers
 * make a list only if they count, from one or from the previous item. Paragraphs at the edge of an item's text
 * continue the item.
 *
 *     • goods
 *         – delivered      →      ul > li "goods" > ul > li "delivered"
 */
export function findLists(
  blocks: readonly FlowBlock[],
  isHeading: (paragraph: Paragraph) => boolean,
): Map<Paragraph, ListPlace> {
  const places = new Map<Paragraph, ListPlace>();
  let open: Level[] = [];
  const tagged = new TaggedItems();
  const counted = countingParagraphs(blocks, isHeading);
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    if (isHeading(block)) {
      open = [];
      continue;
    }
    const first = block.lines[0]!;
    const marker = listMarker(first.text);
    if (first.tag) {
      open = [];
      const place = tagged.place(block, first.tag.items, marker);
      if (place) places.set(block, place);
      continue;
    }
    if (marker && (marker.kind === 'ul' || counted.has(block)) && first.text.length > marker.length) {
      open = openAt(open, block, marker);
      const path = pathOf(open.map((level, index): Step => stepOf(level, index === open.length - 1)));
      places.set(block, { path, markerLength: marker.length, ...labelOf(first.text, marker) });
      continue;
    }
    open = open.filter((level) => isWithin(block, level));
    if (open.length > 0) {
      const path = pathOf(open.map((level): Step => ({ kind: level.kind, starts: false })));
      places.set(block, { path, markerLength: 0 });
    }
  }
  return places;
}

/** Lists of tagged pages. Tags number the items, and an item begins at the first block with its number. */
class TaggedItems {
  /** List kinds of the items that have begun. */
  readonly #begun = new Map<string, StepKind>();

  place(block: Paragraph, items: readonly number[], marker: ListMarker | null): ListPlace | null {
    if (items.length === 0) return null;
    const inner = items.length - 1;
    // The marker in front of the text belongs to the innermost item.
    const kinds = items.map((_, depth): StepKind => (depth === inner ? (marker?.kind ?? 'ul') : 'ul'));
    const steps = items.map((item, depth): Step => {
      const known = this.#begun.get(keyOf(block, item));
      if (known) return { kind: known, starts: false };
      const kind = kinds[depth]!;
      return kind === 'ol' ? { kind, starts: true, value: marker?.value ?? 1 } : { kind, starts: true };
    });
    const begins = !this.#begun.has(keyOf(block, items[inner]!));
    items.forEach((item, depth) => this.#begun.set(keyOf(block, item), steps[depth]!.kind));
    if (!begins || marker === null) return { path: pathOf(steps), markerLength: 0 };
    return { path: pathOf(steps), markerLength: marker.length, ...labelOf(block.lines[0]!.text, marker) };
  }
}

/** The marker as printed, unless the list shows the same by itself. */
function labelOf(text: string, { kind, length, value }: ListMarker): Pick<ListPlace, 'label'> {
  const label = tidyLabel(text.slice(0, length));
  return (kind === 'ul' || value !== null) && label === ownLabel(kind, value ?? 0) ? {} : { label };
}

function keyOf(block: Paragraph, item: number): string {
  return `${block.page} ${item}`;
}

/**
 * Finds the numbered paragraphs that count. Each begins at one or follows another with the same number pattern, and
 * another follows it. Lists with one pattern may be nested, each with its own count:
 *
 *     1. first   1. inner   2. inner   2. second
 */
function countingParagraphs(
  blocks: readonly FlowBlock[],
  isHeading: (paragraph: Paragraph) => boolean,
): Set<Paragraph> {
  const counting = new Set<Paragraph>();
  /** Open counts of each pattern, the innermost last. */
  const open = new Map<string, { value: number; paragraph: Paragraph }[]>();
  for (const block of blocks) {
    if (block.kind === 'table') continue;
    if (isHeading(block)) {
      open.clear();
      continue;
    }
    const marker = listMarker(block.lines[0]!.text);
    if (marker?.kind !== 'ol' || marker.value === null) continue;
    const counts = open.get(marker.shape) ?? [];
    const before = counts.findLastIndex(({ value }) => value === marker.value! - 1);
    if (before >= 0) {
      counting.add(counts[before]!.paragraph);
      counting.add(block);
    } else if (marker.value === 1) counting.add(block);
    const outer = before >= 0 ? counts.slice(0, before) : counts.slice(-MAX_LEVELS);
    open.set(marker.shape, [...outer, { value: marker.value, paragraph: block }]);
  }
  return counting;
}

function openAt(open: readonly Level[], block: Paragraph, marker: ListMarker): Level[] {
  const first = block.lines[0]!;
  const em = first.size;
  const x = offsetOf(block, first.rightToLeft ? first.x1 : first.x0);
  const textX = offsetOf(block, first.textEdge);
  const fresh: Level = {
    kind: marker.kind,
    shape: marker.shape,
    x,
    textX,
    value: marker.value,
    page: block.page,
    left: block.left,
  };
  const kept: Level[] = [];
  for (const level of open) {
    const sameColumn = level.page === block.page && level.left === block.left;
    const sameList = level.shape === marker.shape && level.kind === marker.kind;
    if (sameList && (Math.abs(level.x - x) <= SAME_LEVEL * em || !sameColumn)) return [...kept, fresh];
    if (sameColumn && level.x >= x - SAME_LEVEL * em) break;
    kept.push(level);
  }
  return kept.length < MAX_LEVELS ? [...kept, fresh] : [...kept.slice(0, MAX_LEVELS - 1), fresh];
}

function offsetOf(block: Paragraph, x: number): number {
  return block.lines[0]!.rightToLeft ? block.right - x : x - block.left;
}

/** Whether the paragraph begins at the edge of the item's text, so that it continues the item. */
function isWithin(block: Paragraph, level: Level): boolean {
  const first = block.lines[0]!;
  const x = offsetOf(block, first.rightToLeft ? first.x1 : first.x0);
  return (
    level.page === block.page &&
    level.left === block.left &&
    level.textX > level.x + SAME_LEVEL * first.size &&
    Math.abs(x - level.textX) <= 0.5 * SAME_LEVEL * first.size
  );
}

function stepOf(level: Level, starts: boolean): Step {
  const kind: StepKind = level.kind;
  if (starts && level.kind === 'ol' && level.value !== null) return { kind, starts, value: level.value };
  return { kind, starts };
}
