/**
 * Shows where comments are: a sign after the words that each is about. The signs are pictures without bytes, which have
 * no part in the text. The result is for showing only: nothing resolves or stores it.
 */
import { momentFormat } from '../in-words.ts';
import type { CommentFacts } from './comment.ts';
import { commentsOf, shownAnchor, shownFacts, shownParent, type Comment } from './comments-of.ts';
import type { Block, Image, Run, TextBlock } from './model.ts';
import { pathOf, stepsOf } from './path.ts';
import { withMarks, type ShownMark } from './shown-marks.ts';
import type { MergedPlace } from './text-place.ts';

/** The address of a sign, which a stylesheet shows: `[3]`. `number`: of the comment, from 1. */
export function signOf(number: number): string {
  return `[${number}]`;
}

/** The number of the comment that a sign with this address leads to; null for any other address. */
export function commentOfSign(address: string): number | null {
  const number = /^\[(\d{1,9})\]$/.exec(address)?.[1];
  return number === undefined ? null : Number(number);
}

/** The address of the mark before the words of a comment. Nothing links to it, and pages do not show it. */
export function startOf(number: number): string {
  return `comment:${number}`;
}

/**
 * The document with the signs of its comments. Comments are numbered anew, from 1, over both sides. The sign of a
 * comment that one side has is inserted or deleted by the change of the comment's first block. The same array if there
 * is no comment.
 *
 * @param withStarts whether the words of a comment also have a mark before them (`startOf`)
 */
export function withCommentSigns(blocks: readonly Block[], withStarts = false): readonly Block[] {
  const comments = commentsOf(blocks);
  if (comments.length === 0) return blocks;
  const signs = new Map<TextBlock, ShownMark[]>();
  const add = ({ block, offset }: MergedPlace, run: Run): void => {
    const known = signs.get(block);
    if (known) known.push({ offset, run });
    else signs.set(block, [{ offset, run }]);
  };
  const numbers = new Map<number, number>();
  const says = new Map<number, string>();
  for (const [index, comment] of comments.entries()) {
    numbers.set(comment.from, index + 1);
    says.set(comment.from, factsInWords(comment));
    const anchor = shownAnchor(comment);
    if (anchor === null || hasSignOfThread(comment, comments, blocks)) continue;
    const { start, end } = anchor;
    const isPoint = start.block === end.block && start.offset === end.offset;
    if (withStarts && !isPoint) add(start, markRun(comment, { src: startOf(index + 1), alt: '' }, blocks));
    add(end, markRun(comment, { src: signOf(index + 1), alt: `Comment ${index + 1}` }, blocks));
  }
  return signed(blocks, signs).map((block, at) => numbered(block, numbers.get(at), says.get(at) ?? ''));
}

/** Whether a comment is a reply that comes and goes with its thread, about the same words. It needs no sign. */
function hasSignOfThread(comment: Comment, comments: readonly Comment[], blocks: readonly Block[]): boolean {
  const parent = comments[shownParent(comment) ?? -1];
  const [own, other] = [shownAnchor(comment)?.end, parent && shownAnchor(parent)?.end];
  if (parent === undefined || own?.block !== other?.block || own?.offset !== other?.offset) return false;
  return blocks[comment.from]!.onlyIn?.side === blocks[parent.from]!.onlyIn?.side;
}

/** A mark of a comment that comes and goes with it. */
function markRun({ from }: Comment, image: Image, blocks: readonly Block[]): Run {
  const { onlyIn } = blocks[from]!;
  const run = { text: '', marks: 0, href: null, image };
  return onlyIn === undefined || onlyIn.changeId === null
    ? run
    : { ...run, edit: { side: onlyIn.side, changeId: onlyIn.changeId } };
}

/** The blocks with signs. Blocks without one stay the same objects. Only nested tables recurse. */
function signed(blocks: readonly Block[], signs: ReadonlyMap<TextBlock, readonly ShownMark[]>): readonly Block[] {
  return blocks.map((block) => {
    if (block.kind === 'text') {
      const own = signs.get(block);
      return own === undefined ? block : withMarks(block, own);
    }
    if (block.kind !== 'table') return block;
    const rows = block.rows.map((row) => {
      const cells = row.cells.map((cell) => {
        const inside = signed(cell.blocks, signs);
        return isSameList(inside, cell.blocks) ? cell : { ...cell, blocks: inside };
      });
      return isSameList(cells, row.cells) ? row : { ...row, cells };
    });
    return isSameList(rows, block.rows) ? block : { ...block, rows };
  });
}

function isSameList<T>(x: readonly T[], y: readonly T[]): boolean {
  return x.every((each, at) => each === y[at]);
}

/** The first block of a comment with its number. Where it names the author, it also says the other facts. */
function numbered(block: Block, number: number | undefined, said: string): Block {
  const [first, ...rest] = stepsOf(block.path);
  if (number === undefined || first === undefined || block.kind !== 'text') return block;
  const runs = said === '' ? block.runs : [...block.runs, { text: said, marks: 0, href: null }];
  return { ...block, runs, path: pathOf([{ ...first, starts: true, value: number }, ...rest]) };
}

const moment = /* @__PURE__ */ momentFormat('UTC');

/** The time of a comment: "1 Mar 2026, 10:00". Word states the time of the author's clock, whatever zone it names. */
export function commentTime({ date }: Pick<CommentFacts, 'date'>): string {
  const time = date === undefined ? Number.NaN : Date.parse(`${date.slice(0, 16)}Z`);
  return Number.isNaN(time) ? '' : moment.format(time);
}

/** What follows the name of the author: " · 1 Mar 2026, 10:00 · Reply to comment 1 · Resolved". */
function factsInWords(comment: Comment): string {
  const facts = shownFacts(comment);
  const { author, done } = facts;
  if (author === '') return '';
  const time = commentTime(facts);
  const parent = shownParent(comment);
  return [
    ...(time === '' ? [] : [time]),
    ...(parent === null ? [] : [`Reply to comment ${parent + 1}`]),
    ...(done ? ['Resolved'] : []),
  ]
    .map((fact) => ` · ${fact}`)
    .join('');
}
