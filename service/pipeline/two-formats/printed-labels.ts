/**
 * Numbers and bullets before a paragraph are generated content in one format and text in another. If one of the two
 * documents generates such labels, this removes them from the text. One rule applies to both sides. Equal text
 * therefore stays equal, whichever side generates it.
 */
import { textOf, type Block, type Run, type TextBlock } from '../../../shared/document/model.ts';
import { labelOf } from '../../../shared/document/label.ts';
import { stepsOf } from '../../../shared/document/path.ts';
import { listMarker } from '../../formats/pdf/lines/list-marker.ts';
import type { PlacedBlock } from './placed-block.ts';
import { inNormalForm } from './reduce-blocks.ts';
import { textsIn } from './words-of-blocks.ts';

/** The labels that documents generate. */
export interface GeneratedLabels {
  /** Patterns of the numbers ("1.", "(a)"), as `listMarker` has them. */
  readonly shapes: ReadonlySet<string>;
  /** Labels that are no plain marker, such as "Article 3". */
  readonly texts: ReadonlySet<string>;
  /** Composed numbers without a sign at their end, such as "3.1". */
  readonly numbers: ReadonlySet<string>;
  readonly bullets: boolean;
}

/** Longer labels are compared as text of one length only, and nobody numbers with them. */
const LABEL_WORDS_MAX = 4;

/** A composed number: "3.1". Some documents leave no room between it and the text. */
const COMPOSED = /^\d{1,3}(?:\.\d{1,3})+$/u;
const GLUED = /^\d{1,3}(?:\.\d{1,3})+(?=\p{L})/u;

/** The labels that the blocks of both documents generate. */
export function generatedLabels(...documents: readonly (readonly PlacedBlock[])[]): GeneratedLabels {
  const [shapes, texts, numbers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let bullets = false;
  const visit = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (block.kind === 'table') for (const row of block.rows) for (const cell of row.cells) visit(cell.blocks);
      if (block.kind !== 'text') continue;
      for (const { kind, starts } of stepsOf(block.path)) {
        if (kind === 'ol' && starts) shapes.add('1.');
        bullets ||= kind === 'ul';
      }
      const label = labelOf(block);
      if (label === undefined || label === '') continue;
      if (COMPOSED.test(label)) numbers.add(label);
      const marker = listMarker(`${label} `);
      if (marker?.kind === 'ol' && marker.length === label.length + 1) shapes.add(marker.shape);
      else if (marker?.kind === 'ul') bullets = true;
      else texts.add(label);
    }
  };
  for (const document of documents) visit(document.map(({ block }) => block));
  return { shapes, texts, numbers, bullets };
}

/** Whether there are any. */
export function hasLabels({ shapes, texts, bullets }: GeneratedLabels): boolean {
  return bullets || shapes.size + texts.size > 0;
}

/**
 * The blocks without such labels at the start of their texts. A text that is nothing but a label stays. So does a number
 * in a sentence, which a reader of pages may take for a label.
 *
 * @param isInside whether the other document has the start of a text in the middle of one
 */
export function withoutPrintedLabels(
  blocks: readonly PlacedBlock[],
  labels: GeneratedLabels,
  isInside: (start: string) => boolean = () => false,
): PlacedBlock[] {
  if (!hasLabels(labels)) return [...blocks];
  const reduce = (block: Block): Block => {
    if (block.kind === 'text') {
      const rest = withoutLabel(block, labels);
      return rest !== block && isInside(startOf(block)) ? block : rest;
    }
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: cell.blocks.map(reduce) })),
    }));
    return { ...block, rows };
  };
  return blocks.map((placed) => ({ ...placed, block: reduce(placed.block) }));
}

/** Words that say which text begins, with its label. */
const START_WORDS = 4;

/** Whether the texts of blocks have the start of a text anywhere but at their own start. */
export function insideOf(blocks: readonly PlacedBlock[]): (start: string) => boolean {
  const texts = `\n${blocks.flatMap(({ block }) => textsIn(block).map(textOf)).join('\n')}`;
  return (start) => {
    for (let at = texts.indexOf(start); at >= 0; at = texts.indexOf(start, at + 1))
      if (texts[at - 1] === ' ') return true;
    return false;
  };
}

function startOf(text: TextBlock): string {
  return textOf(text).split(/\s+/u, START_WORDS).join(' ');
}

function withoutLabel(block: TextBlock, labels: GeneratedLabels): TextBlock {
  const length = labelLength(textOf(block), labels);
  if (length === 0) return block;
  let left = length;
  const runs = block.runs.map((run): Run => {
    const cut = Math.min(left, run.text.length);
    left -= cut;
    return cut === 0 ? run : { ...run, text: run.text.slice(cut) };
  });
  const rest = inNormalForm([runs.filter(({ text, image }) => text !== '' || image !== undefined)]);
  return rest.length === 0 ? block : { ...block, runs: rest };
}

function labelLength(text: string, { shapes, texts, numbers, bullets }: GeneratedLabels): number {
  const glued = GLUED.exec(text)?.[0];
  if (glued !== undefined && numbers.has(glued)) return glued.length;
  const marker = listMarker(text);
  if (marker !== null && (marker.kind === 'ul' ? bullets : shapes.has(marker.shape))) return marker.length;
  if (texts.size === 0) return 0;
  let end = -1;
  for (let words = 0; words < LABEL_WORDS_MAX; words += 1) {
    end = text.indexOf(' ', end + 1);
    if (end < 0) return 0;
    if (texts.has(text.slice(0, end))) return end + 1;
  }
  return 0;
}
