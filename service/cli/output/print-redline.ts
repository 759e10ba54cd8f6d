import {
  isCarried,
  type Block,
  type Cell,
  type Row,
  type Run,
  type Side,
  type OneSided,
  type TextBlock,
} from '../../../shared/document/model.ts';
import { editsShown } from '../../../shared/document/edits-of-moves.ts';
import { imageInWords, pictureInWords } from '../../../shared/document/picture-words.ts';
import { paragraphBoundary } from '../../../shared/document/paragraph-boundary.ts';
import { isStory, storyLabel } from '../../../shared/document/story.ts';
import { stepsOf, TOP, type Path } from '../../../shared/document/path.ts';
import { shownLabels, type ShownLabels } from '../../../shared/document/shown-labels.ts';
import { LOOK_ATTRIBUTES, lookOf } from '../../../shared/document/looks.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import type { DeclaredBy } from '../../../shared/change/change.ts';
import { DECLARED } from '../strings/compare.ts';
import { printable } from '../../printable.ts';
import type { EditedPart, RedlineStyle } from './redline-style.ts';

/** Unchanged units shown before and after a change, unless a reader asks for another number. */
const CONTEXT_UNITS = 2;

/** The unit of printing: a block, or one row of a table. */
interface Unit {
  readonly text: string;
  readonly changed: boolean;
  /** Stands right below a unit of the same group; others are set apart by an empty line. */
  readonly group: 'item' | 'line' | 'row' | null;
}

/** Who declared changes by tracked revisions of the revised file, by change id. */
export type DeclaredChanges = ReadonlyMap<string, DeclaredBy>;
const NOT_DECLARED: DeclaredChanges = new Map();

/**
 * The merged document as a word diff for reading on a terminal, block by block and row by row. Unchanged stretches are
 * collapsed to `context` units at each end. After a unit stands who declared its changes. Ends in a line feed; empty when
 * there is nothing to show.
 */
export function printRedline(
  blocks: readonly Block[],
  style: RedlineStyle,
  context = CONTEXT_UNITS,
  declared: DeclaredChanges = NOT_DECLARED,
): string {
  const units = unitsIn(editsShown(blocks), style, declared);
  const shown = unitsNearChanges(units, context);
  let out = '';
  let previous: Unit | undefined;
  for (let at = 0; at < units.length; at++) {
    if (!shown[at]) {
      let end = at;
      while (end < units.length && !shown[end]) end++;
      out += `${previous ? '\n' : ''}${style.aside(`… ${end - at} unchanged …`)}\n`;
      previous = { text: '', changed: false, group: null };
      at = end - 1;
      continue;
    }
    const unit = units[at]!;
    const isTight = previous === undefined || (unit.group !== null && unit.group === previous.group);
    out += `${isTight ? '' : '\n'}${unit.text}\n`;
    previous = unit;
  }
  return out;
}

/**
 * For every unit whether it is shown: it is changed or near a change. A unit is also shown if hiding it would save no
 * line.
 */
function unitsNearChanges(units: readonly Unit[], context: number): boolean[] {
  const shown = new Array<boolean>(units.length).fill(false);
  units.forEach((unit, at) => {
    if (!unit.changed) return;
    shown[at] = true;
  });
  widen(shown, context);
  return shown.map((isShown, at) => isShown || ((shown[at - 1] ?? false) && (shown[at + 1] ?? false)));
}

/** Marks the units within `context` of a marked one, in one pass each way. */
function widen(marks: boolean[], context: number): void {
  const marked = [...marks];
  for (const [start, step] of [
    [0, 1],
    [marks.length - 1, -1],
  ] as const) {
    let left = 0;
    for (let at = start; at >= 0 && at < marks.length; at += step) {
      if (marked[at]) left = context + 1;
      if (left > 0) marks[at] = true;
      left -= 1;
    }
  }
}

function unitsIn(blocks: readonly Block[], style: RedlineStyle, declared: DeclaredChanges): Unit[] {
  const labels = shownLabels(blocks);
  if (declared.size === 0) return blocks.flatMap((block, at) => unitsOf(block, labels[at]!, style));
  return blocks.flatMap((block, at) => {
    const units = unitsOf(block, labels[at]!, style);
    const isTable = block.kind === 'table';
    const notes = isTable ? units.length - block.rows.length : 0;
    return units.map((unit, place) => {
      const row = isTable ? block.rows[place - notes] : undefined;
      // A note on a table as a whole has no row.
      const parts = !isTable ? [block] : row === undefined ? [] : [{ ...block, rows: [row] }];
      const note = unit.changed ? declaredNote(changeIdsOf(parts), declared) : '';
      return note === '' ? unit : { ...unit, text: `${unit.text}  ${style.aside(note)}` };
    });
  });
}

/** Who declared changes of a unit; empty if nobody did. */
function declaredNote(changeIds: readonly string[], declared: DeclaredChanges): string {
  const by = changeIds.flatMap((id) => declared.get(id) ?? []);
  const names = [...new Set(by.map(({ author, date }) => DECLARED.by(printable(author.replace(/\s+/gu, ' ')), date)))];
  return names.length === 0 ? '' : DECLARED.note(names, by.length === changeIds.length);
}

function unitsOf(block: Block, labels: ShownLabels, style: RedlineStyle): Unit[] {
  switch (block.kind) {
    case 'text':
      return [{ text: printText(block, labels, style), changed: isTextChanged(block), group: groupOf(block) }];
    case 'rule': {
      const text = formNote(block, 'hr', style) + printStanding('---', block.onlyIn, style);
      return [{ text, changed: isChanged(block), group: null }];
    }
    case 'image':
      // Carried: of two images in one place the revised one is shown.
      if (block.onlyIn?.side === 'original') return [];
      return [{ text: printable(imageInWords(block.image)), changed: isReformed(block), group: null }];
    case 'table': {
      const isWhole = isDecided(block.onlyIn);
      const note: Unit[] = isReformed(block)
        ? [{ text: formNote(block, 'table', style).trimEnd(), changed: true, group: 'row' }]
        : [];
      const rows = block.rows.map((row): Unit => {
        const text = printRow(row, style, isWhole ? block.onlyIn : undefined);
        return { text, changed: isWhole || isRowChanged(row), group: 'row' };
      });
      return [...note, ...rows];
    }
  }
}

function printText(block: TextBlock, labels: ShownLabels, style: RedlineStyle): string {
  const prefix = prefixOf(block, labels);
  const isWhole = isDecided(block.onlyIn);
  let text = '';
  const boundary = boundaryOf(block);
  if (boundary !== null) text += boundary === 'revised' ? style.inserted('¶') : style.deleted('¶');
  if (block.boundary !== undefined || boundary === null) text += formNote(block, block.type, style);
  if (isWhole) text += printWhole(partsOf(block.runs), block.onlyIn, style);
  else for (const run of joinEdits(block.runs)) text += printRun(run, style);
  const { original, revised } = labels;
  if (original !== null && revised !== null && original !== revised)
    text += style.aside(` (was ${printable(original)})`);
  return prefix + text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`);
}

/**
 * The only side with a paragraph break before the block. The block is a line, or part of a split or joined paragraph.
 */
function boundaryOf(block: TextBlock): Side | null {
  if (block.boundary !== undefined) return block.boundary.side;
  return isReformed(block) ? paragraphBoundary(block) : null;
}

function printRun(run: Run, style: RedlineStyle): string {
  if (run.image && isCarried(run)) return run.edit?.side === 'original' ? '' : printable(imageInWords(run.image));
  const text = printable(run.image ? (run.edit ? pictureInWords : imageInWords)(run.image) : run.text);
  if (run.edit) return printStanding(text, run.edit, style);
  let out = run.format || run.link ? eachLine(text, style.reformatted) : text;
  if (run.link) {
    out += style.aside(printable(` <${run.link.originalHref ?? 'no link'} → ${run.href ?? 'no link'}>`));
  }
  return out;
}

/** Joins neighbouring runs of one edit, even with different marks, so that one pair of brackets encloses them. */
function joinEdits(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isSame = last?.edit && run.edit && !last.image && !run.image && last.edit.side === run.edit.side;
    if (isSame && last.edit.changeId === run.edit.changeId)
      joined[joined.length - 1] = { ...last, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

function printRow(row: Row, style: RedlineStyle, whole: OneSided | undefined): string {
  const onlyIn = whole ?? row.onlyIn;
  if (isDecided(onlyIn)) {
    const cells = row.cells.map(partsOfCell);
    const joined = cells.flatMap((parts, at) => (at === 0 ? parts : [sameText(' | '), ...parts]));
    return printWhole([sameText('| '), ...joined, sameText(' |')], onlyIn, style);
  }
  const cells = row.cells.map((cell) =>
    isDecided(cell.onlyIn) ? printWhole(partsOfCell(cell), cell.onlyIn, style) : printCell(cell, style),
  );
  return `| ${cells.join(' | ')} |`;
}

/** A cell on one line; its blocks are set apart by a slash. */
function printCell(cell: Cell, style: RedlineStyle): string {
  const units = unitsIn(cell.blocks, style, NOT_DECLARED);
  return units.map((unit) => unit.text.replaceAll(/\s*\n\s*/gu, ' ')).join(' / ');
}

/** Content of one side. Edits inside a moved one are marked in it. */
function printWhole(parts: readonly EditedPart[], onlyIn: OneSided, style: RedlineStyle): string {
  const isEdited = parts.some(({ kind }) => kind !== 'same');
  const text = isEdited
    ? style.edited(parts.map(oneLine), onlyIn.side)
    : printStanding(parts.map(({ text }) => text).join(''), onlyIn, style);
  return onlyIn.moveId === undefined ? text : text + style.aside(' (moved)');
}

function sameText(text: string): EditedPart {
  return { text, kind: 'same' };
}

function oneLine({ text, kind }: EditedPart): EditedPart {
  return { text: text.replaceAll('\n', '↵ '), kind };
}

/** The runs of content of one side, with the edits of a moved block. */
function partsOf(runs: readonly Run[]): EditedPart[] {
  return joinEdits(runs).map((run): EditedPart => {
    const { edit, format, link } = run;
    const isChanged = edit !== undefined && edit.changeId !== null;
    const kind = isChanged ? KINDS[edit.side] : format || link ? 'reformatted' : 'same';
    return { text: printable(run.image ? (isChanged ? pictureInWords : imageInWords)(run.image) : run.text), kind };
  });
}

const KINDS: Readonly<Record<Side, EditedPart['kind']>> = { original: 'deleted', revised: 'inserted' };

/** The parts of a cell of one side on one line; its blocks are set apart by a slash. */
function partsOfCell(cell: Cell): EditedPart[] {
  return cell.blocks.flatMap((block, at): EditedPart[] => {
    const parts = block.kind === 'text' ? partsOf(block.runs) : [sameText(`(${block.kind})`)];
    const inLine = parts.map(({ text, kind }) => ({ text: text.replaceAll('\n', ' '), kind }));
    return at === 0 ? inLine : [sameText(' / '), ...inLine];
  });
}

function printStanding(text: string, onlyIn: OneSided | undefined, style: RedlineStyle): string {
  if (!onlyIn) return text;
  return eachLine(text, onlyIn.side === 'original' ? style.deleted : style.inserted);
}

/** Styles line by line, so that no colour runs over the indentation; a changed line break shows as "↵". */
function eachLine(text: string, paint: (text: string) => string): string {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines.map((line, at) => (at < last ? paint(`${line}↵`) : line === '' ? '' : paint(line))).join('\n');
}

/** "ul p → p" for a block whose type or containers changed, else nothing. */
function formNote(block: Block, type: string, style: RedlineStyle): string {
  if (!isReformed(block)) return '';
  const before = describeForm(block.original?.path ?? TOP, block.original?.type ?? type);
  const after = describeForm(block.path, type);
  const notes = before === after ? [] : [`${before} → ${after}`];
  const look = block.original?.look;
  if (look !== undefined && block.kind !== 'rule' && block.kind !== 'image') {
    const own = lookOf(block.attributes);
    for (const name of LOOK_ATTRIBUTES) {
      if (look[name] === own[name]) continue;
      notes.push(`${name.replace('data-', '')} ${look[name] ?? 'none'} → ${own[name] ?? 'none'}`);
    }
  }
  // The same kinds and looks: what differs is which item the block belongs to.
  if (notes.length === 0) notes.push(`${after}, other item`);
  return `${style.reformatted(printable(notes.join(', ')))} `;
}

function describeForm(path: Path, type: string): string {
  return [...stepsOf(path).map((step) => step.kind), type].join(' ');
}

function prefixOf(block: TextBlock, { original, revised }: ShownLabels): string {
  const label = revised ?? original;
  const marker = label === null ? null : `${printable(label)} `;
  let prefix = '';
  stepsOf(block.path).forEach((step, depth) => {
    const isInnermost = depth === block.path.length - 1;
    if (isStory(step.kind)) prefix += step.starts ? `${storyLabel({ ...step, kind: step.kind })}: ` : '';
    else if (step.kind === 'quote') prefix += '> ';
    else if (step.kind === 'ul' || step.kind === 'ol') prefix += isInnermost && step.starts ? (marker ?? '- ') : '  ';
    else if (step.kind === 'dd') prefix += '  ';
  });
  if (/^h[1-6]$/u.test(block.type)) prefix += `${'#'.repeat(Number(block.type[1]))} `;
  // A numbered heading, or a labelled paragraph in no list.
  const inList = ['ul', 'ol'].includes(block.path.step?.kind ?? '');
  return inList || marker === null ? prefix : prefix + marker;
}

function groupOf(block: TextBlock): Unit['group'] {
  if (block.type === 'line' || block.type === 'code-line') {
    return block.path.step?.starts === true ? null : 'line';
  }
  return stepsOf(block.path).some(({ kind }) => kind !== 'quote' && kind !== 'para' && !isStory(kind)) ? 'item' : null;
}

function isDecided(onlyIn: OneSided | undefined): onlyIn is OneSided {
  return onlyIn !== undefined && onlyIn.changeId !== null;
}

function isReformed(block: Block): boolean {
  return block.original !== undefined && block.original.changeId !== null;
}

function isTextChanged(block: TextBlock): boolean {
  if (isDecided(block.onlyIn) || isReformed(block) || block.boundary) return true;
  return block.runs.some((run) => isDecided(run.edit) || run.format !== undefined || run.link !== undefined);
}

function isRowChanged(row: Row): boolean {
  return isDecided(row.onlyIn) || row.cells.some((cell) => isDecided(cell.onlyIn) || cell.blocks.some(isChanged));
}

function isChanged(block: Block): boolean {
  if (block.kind === 'text') return isTextChanged(block);
  if (isDecided(block.onlyIn) || isReformed(block)) return true;
  return block.kind === 'table' && block.rows.some(isRowChanged);
}
