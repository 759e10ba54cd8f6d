/** Compares the labels that the DOCX reader gives with the beginnings of the lines that LibreOffice prints. */
import { LABEL } from '../../../shared/document/label.ts';
import { textOf, type Block } from '../../../shared/document/model.ts';
import { shownLabels } from '../../../shared/document/shown-labels.ts';

/** How the labels of a paragraph compare. */
export type Outcome =
  /** The same number, letter or words. */
  | 'equal'
  | 'no label on either side'
  | 'only here'
  | 'only in LibreOffice'
  | 'a bullet on both sides'
  | 'another number'
  | 'another form';

export interface Compared {
  readonly outcome: Outcome;
  readonly own: string;
  readonly office: string;
  readonly text: string;
}

/** A paragraph with the label that a page shows before it; empty without one. */
export interface PrintedBlock {
  readonly label: string;
  readonly text: string;
}

/** Lines of LibreOffice that are searched for a paragraph. Its text has lines that the model has elsewhere. */
const LOOK_AHEAD = 60;
/** The same for a text that is long enough to be found nowhere else. */
const LOOK_FAR_AHEAD = 5_000;
const TEXT_LONG = 25;
/** A label is shorter than this; a longer beginning is text of the line. */
const LABEL_LONGEST = 40;
/** The first words of a paragraph decide whether a line shows it. */
const COMPARED_LENGTH = 60;

/** Shorter texts end many lines. */
const TEXT_SHORTEST = 4;

/** The text blocks of a document in order, with their labels, those in tables included. */
export function printedBlocks(blocks: readonly Block[]): PrintedBlock[] {
  const labels = shownLabels(blocks);
  return blocks.flatMap((block, at): PrintedBlock[] => {
    if (block.kind === 'table')
      return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => printedBlocks(cell.blocks)));
    if (block.kind !== 'text') return [];
    const { step } = block.path;
    const bullet = step?.kind === 'ul' && step.starts && block.attributes[LABEL] === undefined ? '•' : '';
    return [{ label: labels[at]!.revised ?? bullet, text: tidy(textOf(block).split('\n')[0]!) }];
  });
}

function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\s\u00ad\ufeff]+/gu, ' ')
    .trim();
}

/** Pairs paragraphs with lines in order, and compares the labels of those that are found. */
export function compareLabels(blocks: readonly PrintedBlock[], printed: string): Compared[] {
  const lines = printed.split(/\r?\n/u).map(tidy);
  const compared: Compared[] = [];
  let next = 0;
  for (const { label, text } of blocks) {
    if (text.length < TEXT_SHORTEST) continue;
    const start = text.slice(0, COMPARED_LENGTH);
    const end = Math.min(lines.length, next + (text.length < TEXT_LONG ? LOOK_AHEAD : LOOK_FAR_AHEAD));
    for (let at = next; at < end; at += 1) {
      const found = lines[at]!.indexOf(start);
      const isWhole = found >= 0 && lines[at]!.slice(found) === text;
      if (!isWhole || found > LABEL_LONGEST) continue;
      const office = tidy(lines[at]!.slice(0, found));
      compared.push({ outcome: outcomeOf(label, office), own: label, office, text });
      next = at + 1;
      break;
    }
  }
  return compared;
}

const OFFICE_BULLETS: ReadonlySet<string> = new Set(['•', '◦', '▪']);
const HAS_NUMBER = /[\p{L}\p{N}]/u;

function outcomeOf(own: string, office: string): Outcome {
  const [x, y] = [tidy(own), office];
  if (x === '' && y === '') return 'no label on either side';
  if (y === '') return 'only here';
  if (x === '') return 'only in LibreOffice';
  // LibreOffice's text has bullets of its own, one for each level.
  if (OFFICE_BULLETS.has(y) && (x === 'o' || !HAS_NUMBER.test(x))) return 'a bullet on both sides';
  if (x === y) return 'equal';
  const shape = (label: string): string => label.replaceAll(/\p{N}+|\p{L}+/gu, 'x');
  return shape(x) === shape(y) ? 'another number' : 'another form';
}
