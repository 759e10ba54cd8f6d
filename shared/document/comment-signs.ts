/**
 * Shows where comments are: a sign after the words that each is about. The signs are pictures without bytes, which have
 * no part in the text. The result is for showing only: nothing resolves or stores it.
 */
import { momentFormat } from '../in-words.ts';
import { commentsOf, shownAnchor, shownFacts, shownParent, type Comment } from './comments-of.ts';
import type { Block, Run, TextBlock } from './model.ts';
import { pathOf, stepsOf } from './path.ts';

/** A sign in a text block. `offset`: UTF-16 units into its merged text. */
interface Sign {
  readonly offset: number;
  readonly run: Run;
}

/** The address of a sign, which a stylesheet shows: `[3]`. `number`: of the comment, from 1. */
export function signOf(number: number): string {
  return `[${number}]`;
}

/** The number of the comment that a sign with this address leads to; null for any other address. */
export function commentOfSign(address: string): number | null {
  const number = /^\[(\d{1,9})\]$/.exec(address)?.[1];
  return number === undefined ? null : Number(number);
}

/**
 * The document with the signs of its comments. Comments are numbered anew, from 1, over both sides. The sign of a
 * comment that one side has is inserted or deleted by the change of the comment's first block. The same array if there
 * is no comment.
 */
export function withCommentSigns(blocks: readonly Block[]): readonly Block[] {
  const comments = commentsOf(blocks);
  if (comments.length === 0) return blocks;
  const signs = new Map<TextBlock, Sign[]>();
  const numbers = new Map<number, number>();
  const says = new Map<number, string>();
  for (const [index, comment] of comments.entries()) {
    numbers.set(comment.from, index + 1);
    says.set(comment.from, factsInWords(comment));
    const end = shownAnchor(comment)?.end;
    if (end === undefined) continue;
    const sign = { offset: end.offset, run: signRun(comment, index + 1, blocks) };
    const known = signs.get(end.block);
    if (known) known.push(sign);
    else signs.set(end.block, [sign]);
  }
  return signed(blocks, signs).map((block, at) => numbered(block, numbers.get(at), says.get(at) ?? ''));
}

function signRun({ from }: Comment, number: number, blocks: readonly Block[]): Run {
  const { onlyIn } = blocks[from]!;
  const image = { src: signOf(number), alt: `Comment ${number}` };
  const run = { text: '', marks: 0, href: null, image };
  return onlyIn === undefined || onlyIn.changeId === null
    ? run
    : { ...run, edit: { side: onlyIn.side, changeId: onlyIn.changeId } };
}

/** The blocks with signs. Blocks without one stay the same objects. Only nested tables recurse. */
function signed(blocks: readonly Block[], signs: ReadonlyMap<TextBlock, readonly Sign[]>): readonly Block[] {
  return blocks.map((block) => {
    if (block.kind === 'text') {
      const own = signs.get(block);
      return own === undefined ? block : { ...block, runs: withRuns(block.runs, own) };
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

/** Runs with signs after the text before their offsets. */
function withRuns(runs: readonly Run[], signs: readonly Sign[]): Run[] {
  const pending = signs.toSorted((a, b) => a.offset - b.offset);
  const result: Run[] = [];
  let [at, next] = [0, 0];
  for (const run of runs) {
    let from = 0;
    for (; next < pending.length && pending[next]!.offset <= at + run.text.length; next += 1) {
      const to = pending[next]!.offset - at;
      if (to > from) result.push({ ...run, text: run.text.slice(from, to) });
      from = Math.max(from, to);
      result.push(pending[next]!.run);
    }
    if (from === 0) result.push(run);
    else if (from < run.text.length) result.push({ ...run, text: run.text.slice(from) });
    at += run.text.length;
  }
  for (; next < pending.length; next += 1) result.push(pending[next]!.run);
  return result;
}

/** The first block of a comment with its number. Where it names the author, it also says the other facts. */
function numbered(block: Block, number: number | undefined, said: string): Block {
  const [first, ...rest] = stepsOf(block.path);
  if (number === undefined || first === undefined || block.kind !== 'text') return block;
  const runs = said === '' ? block.runs : [...block.runs, { text: said, marks: 0, href: null }];
  return { ...block, runs, path: pathOf([{ ...first, starts: true, value: number }, ...rest]) };
}

const moment = /* @__PURE__ */ momentFormat('UTC');

/** What follows the name of the author: " · 1 Mar 2026, 10:00 · Reply to comment 1 · Resolved". */
function factsInWords(comment: Comment): string {
  const { author, date, done } = shownFacts(comment);
  if (author === '') return '';
  // Word states the time of the author's clock, whatever zone it names.
  const time = date === undefined ? Number.NaN : Date.parse(`${date.slice(0, 16)}Z`);
  const parent = shownParent(comment);
  return [
    ...(Number.isNaN(time) ? [] : [moment.format(time)]),
    ...(parent === null ? [] : [`Reply to comment ${parent + 1}`]),
    ...(done ? ['Resolved'] : []),
  ]
    .map((fact) => ` · ${fact}`)
    .join('');
}
