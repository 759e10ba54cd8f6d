/**
 * The linear text stream of a document, for comparisons beyond the limits of the document comparison. It has images,
 * and paragraphs of plain text with their direction and their labels. Headings, lists, formats and links are dropped.
 * Lines of text stay lines, and a row of a table becomes one line.
 */
import { COMMENT } from '../../../shared/document/comment.ts';
import {
  PLAIN_ATTRIBUTES,
  preservesSpace,
  type Attributes,
  type Block,
  type Document,
  type Image,
  type Row,
  type Run,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { DIRECTION, directionsOf } from '../../../shared/document/direction.ts';
import { FIELDS } from '../../../shared/document/fields.ts';
import { LABEL, labelOf, withLabel } from '../../../shared/document/label.ts';
import { pathOf, stepsOf, TOP, type Path } from '../../../shared/document/path.ts';
import { NOTE } from '../../../shared/document/notes.ts';
import { joinRuns } from '../../../shared/document/runs.ts';
import { settlePaths } from '../../../shared/document/settle-paths.ts';
import { shownLabels } from '../../../shared/document/shown-labels.ts';
import { isStory } from '../../../shared/document/story.ts';
import { textBlocksOf } from '../align/text-blocks-of.ts';

/** Maximum number of texts in a cell of a row that becomes one line. A cell with more is part of a page's layout. */
const CELL_TEXTS_MAX = 8;

/** Attributes that a flat text has. */
const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set(['dir', DIRECTION, LABEL, COMMENT, NOTE, FIELDS]);

/** Between the cells of a row. */
const CELL_SEPARATOR = '\t';

/** A document of paragraphs in reader normal form, in reading order. Flattening it again changes nothing. */
export function flatten(document: Document): Document {
  // Plain text and JSON mostly are flat already.
  if (document.blocks.every(isFlat)) return document;
  const blocks: Block[] = [];
  const labels = shownLabels(document.blocks);
  document.blocks.forEach((block, at) => addFlat(block, TOP, blocks, labels[at]!.revised));
  return { blocks: settlePaths(blocks), warnings: document.warnings };
}

/** The blocks that one block of a document becomes. Their paths are not settled. */
export function flatBlocksOf(block: Block): Block[] {
  const blocks: Block[] = [];
  addFlat(block, TOP, blocks);
  return blocks;
}

/**
 * Adds what a block becomes. `home`: the part of the surrounding table's path that stays. `label`: what the document
 * shows before the block. Tables may nest some thousand deep, so each level takes one stack frame.
 */
function addFlat(block: Block, home: Path, into: Block[], label: string | null = null): void {
  if (block.kind === 'text') {
    const flat = isFlat(block) && home.length === 0 ? block : flatText(block, home, label);
    if (flat !== null) into.push(flat);
  } else if (block.kind === 'image') {
    into.push({ kind: 'image', image: carried(block.image), path: keptPath(block, home) });
  } else if (block.kind === 'table') {
    const inside = keptPath(block, home);
    const before = into.length;
    const path = (): Path => (into.length === before ? inside : continued(inside));
    for (const row of block.rows) {
      if (isOneLine(row)) addRow(row, block.attributes?.[DIRECTION] === 'rtl', path(), into);
      else for (const cell of row.cells) for (const inner of cell.blocks) addFlat(inner, path(), into);
    }
  }
}

/**
 * The part of its path that a flat block keeps. It is the header, footer or comment around the block, and the paragraph
 * of a line. A story is the outermost step, and the paragraph of a line is the innermost. So the depth does not matter.
 * Stories do not nest.
 */
function keptPath(block: Block, home: Path): Path {
  const { first, step } = block.path;
  const kept = [
    ...(home === TOP && first !== null && isStory(first.kind) ? [first] : []),
    ...(step?.kind === 'para' && block.kind === 'text' && block.type === 'line' ? [step] : []),
  ];
  return kept.length === 0 ? home : pathOf(kept, home);
}

/** The path of a further block in the same containers. */
function continued(path: Path): Path {
  return path.length === 0 ? path : pathOf(stepsOf(path).map(({ kind }) => ({ kind, starts: false })));
}

/** Whether a block is as plain as its own result. Every line of plain text and of JSON is. */
function isFlat(block: Block): boolean {
  if (block.kind === 'image') return block.href === undefined && isCarried(block.image) && hasKeptPath(block);
  if (block.kind !== 'text' || block.runs.length === 0) return false;
  const { type, attributes, runs } = block;
  if ((type !== 'p' && !preservesSpace(type)) || !hasKeptAttributesOnly(attributes) || !hasKeptPath(block))
    return false;
  return runs.every(
    ({ text, marks, href, look, image }, at) =>
      marks === 0 &&
      href === null &&
      look === undefined &&
      (image !== undefined
        ? text === '' && isCarried(image)
        : text !== '' && (at === 0 || runs[at - 1]!.image !== undefined)),
  );
}

function hasKeptPath(block: Block): boolean {
  return block.path.length === 0 || keptPath(block, TOP).length === block.path.length;
}

function hasKeptAttributesOnly(attributes: Attributes): boolean {
  return attributes === PLAIN_ATTRIBUTES || Object.keys(attributes).every((name) => KEPT_ATTRIBUTES.has(name));
}

/** Null for a block without text and images. */
function flatText(block: TextBlock, home: Path, label: string | null): TextBlock | null {
  const shown = label ?? labelOf(block) ?? '';
  const attributes = { ...directionsOf(block.attributes), ...namesOf(block.attributes) };
  const runs = joinRuns(block.runs.map(flatRun));
  if (runs.length === 0) return null;
  return {
    kind: 'text',
    type: preservesSpace(block.type) ? block.type : 'p',
    attributes: shown === '' ? attributes : withLabel(attributes, shown),
    runs,
    path: keptPath(block, home),
  };
}

/** What says that a block begins a comment or a note, and where its fields are. */
function namesOf({ [COMMENT]: comment, [NOTE]: note, [FIELDS]: fields }: Attributes): Attributes {
  return {
    ...(comment !== undefined && { [COMMENT]: comment }),
    ...(note !== undefined && { [NOTE]: note }),
    ...(fields !== undefined && { [FIELDS]: fields }),
  };
}

/** A compared picture is carried here, because a fallback compares text alone. */
function flatRun({ text, image }: Run): Run {
  return image ? { text: '', marks: 0, href: null, image: carried(image) } : { text, marks: 0, href: null };
}

function carried(image: Image): Image {
  return isCarried(image) ? image : { src: image.src, alt: image.alt };
}

/** Whether an image has nothing that only a compared picture has. */
function isCarried({ sha256, width, height }: Image): boolean {
  return sha256 === undefined && width === undefined && height === undefined;
}

/** The text of a block without the places of pictures. */
function wordsOf({ runs }: TextBlock): string {
  return runs.map(({ text, image }) => (image ? '' : text)).join('');
}

/** Whether a row shows data in columns. Then more than one cell has text, and none contains a part of the page. */
function isOneLine({ cells }: Row): boolean {
  let filled = 0;
  for (const { blocks } of cells) {
    if (blocks.length > 2 * CELL_TEXTS_MAX || blocks.some(({ kind }) => kind === 'table')) return false;
    const texts = textBlocksOf(blocks).filter((text) => wordsOf(text) !== '').length;
    if (texts > CELL_TEXTS_MAX) return false;
    if (texts > 0) filled += 1;
  }
  return filled > 1;
}

/**
 * Adds the texts of a row as one line, and its images after it. The line runs as the columns do. Vertical texts in it
 * run along the line.
 */
function addRow({ cells }: Row, rightToLeft: boolean, path: Path, into: Block[]): void {
  const texts = cells.map(({ blocks }) => textBlocksOf(blocks).filter((text) => wordsOf(text) !== ''));
  into.push({
    kind: 'text',
    type: 'line',
    attributes: rightToLeft ? { dir: 'rtl' } : PLAIN_ATTRIBUTES,
    runs: [{ text: texts.map(lineOf).join(CELL_SEPARATOR), marks: 0, href: null }],
    path,
  });
  for (const { blocks } of cells) {
    for (const image of blocks.flatMap(imagesOf)) into.push({ kind: 'image', image, path: continued(path) });
  }
}

/** The texts of a cell in one line without tabs. */
function lineOf(texts: readonly TextBlock[]): string {
  return texts
    .map(wordsOf)
    .join(' ')
    .replace(/[\t\n]/g, ' ');
}

function imagesOf(block: Block): Image[] {
  if (block.kind === 'image') return [carried(block.image)];
  return block.kind === 'text' ? block.runs.flatMap(({ image }) => (image ? [carried(image)] : [])) : [];
}
