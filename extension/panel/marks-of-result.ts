/** What a result marks on the page that was compared: pure, for the script in the tab. */
import type { Block, OneSided, Run, TextBlock } from '../../shared/document/model.ts';
import type { MarkedText, PageMark } from '../content/mark-page.ts';

/** The texts of the revised page with their marks, and the change of each mark in the same order. */
export interface PageMarks {
  readonly blocks: readonly MarkedText[];
  readonly changeIds: readonly string[];
}

interface Marked extends PageMark {
  readonly changeId: string;
}

/** The marks of a merged document. What only the original has is marked beside its place if its block is still there. */
export function marksOfResult(document: readonly Block[]): PageMarks {
  const blocks: MarkedText[] = [];
  const changeIds: string[] = [];
  const visit = (list: readonly Block[], inserted: string | null): void => {
    for (const block of list) {
      if (block.onlyIn?.side === 'original') continue;
      const own = block.onlyIn?.changeId ?? inserted;
      if (block.kind === 'text') {
        const { text, marks } = textWithMarks(block, own);
        // The revised page has both blocks as one.
        const joined = block.boundary?.side === 'original' ? blocks.pop() : undefined;
        const before = joined?.text ?? '';
        if ((before + text).trim() === '') continue;
        const moved = marks.map(({ kind, start, end }) => ({
          kind,
          start: before.length + start,
          end: before.length + end,
        }));
        blocks.push({ text: before + text, marks: [...(joined?.marks ?? []), ...moved] });
        changeIds.push(...marks.map(({ changeId }) => changeId));
      } else if (block.kind === 'table') {
        for (const row of block.rows) {
          if (row.onlyIn?.side === 'original') continue;
          for (const cell of row.cells) {
            if (cell.onlyIn?.side === 'original') continue;
            visit(cell.blocks, cell.onlyIn?.changeId ?? row.onlyIn?.changeId ?? own);
          }
        }
      }
    }
  };
  visit(document, null);
  return { blocks, changeIds };
}

/** `inserted`: the change with which the whole block came. */
function textWithMarks(block: TextBlock, inserted: string | null): { text: string; marks: Marked[] } {
  const text = block.runs.map((run) => (isGone(run) ? '' : run.text)).join('');
  const marks: Marked[] = [];
  if (typeof block.boundary?.changeId === 'string') {
    const [start, end] = wordBeside(text, 0);
    if (end > start) marks.push({ kind: 'beside', start, end, changeId: block.boundary.changeId });
  }
  if (typeof block.original?.changeId === 'string' && block.original.type !== undefined) {
    marks.push({ kind: 'changed', start: 0, end: text.length, changeId: block.original.changeId });
  }
  let at = 0;
  for (const run of block.runs) {
    const end = at + (isGone(run) ? 0 : run.text.length);
    const mark = markOf(run);
    if (mark !== null) {
      const [start, stop] = mark.kind === 'beside' ? wordBeside(text, at) : [at, end];
      if (stop > start) marks.push({ ...mark, start, end: stop });
    }
    at = end;
  }
  // What replaces a text is marked itself.
  const inserts = new Set(marks.filter(({ kind }) => kind === 'inserted').map(({ changeId }) => changeId));
  const own = marks.filter(({ kind, changeId }) => kind !== 'beside' || !inserts.has(changeId));
  return { text, marks: inserted === null ? own : withMarkAround(own, text.length, inserted) };
}

/** The marks inside a block that came as a whole, with marks of that change between them. */
function withMarkAround(inside: readonly Marked[], length: number, changeId: string): Marked[] {
  const marks: Marked[] = [];
  let at = 0;
  for (const mark of inside.toSorted((x, y) => x.start - y.start)) {
    if (mark.start > at) marks.push({ kind: 'inserted', start: at, end: mark.start, changeId });
    if (mark.start >= at) marks.push(mark);
    at = Math.max(at, mark.end);
  }
  if (at < length) marks.push({ kind: 'inserted', start: at, end: length, changeId });
  return marks;
}

function isGone(run: Run): boolean {
  return run.edit?.side === 'original';
}

function markOf(run: Run): Pick<Marked, 'kind' | 'changeId'> | null {
  const edit: OneSided | undefined = run.edit;
  if (edit !== undefined && edit.changeId !== null) {
    return { kind: edit.side === 'original' ? 'beside' : 'inserted', changeId: edit.changeId };
  }
  const changeId = run.format?.changeId ?? run.link?.changeId;
  return changeId === undefined ? null : { kind: 'changed', changeId };
}

/** The word before a place, or else the one after it. */
function wordBeside(text: string, at: number): readonly [start: number, end: number] {
  const before = /\S+\s*$/u.exec(text.slice(0, at));
  if (before !== null) return [before.index, before.index + before[0].trimEnd().length];
  const after = /^\s*\S+/u.exec(text.slice(at));
  return after === null ? [at, at] : [at, at + after[0].length];
}
