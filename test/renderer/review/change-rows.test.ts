/** The rows of the list of changes, and stepping past closed ones. */
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { changeRows, CONTENTS_ROW, type ChangeRow } from '../../../renderer/review/change-rows.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { messages } from '../../../renderer/strings.ts';
import { CONTENTS } from '../../../shared/document/contents.ts';
import type { Block } from '../../../shared/document/model.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, ins, p } from '../../builders/document.ts';

const NONE: ReadonlySet<string> = new Set();

const entry = (id: string, title: string): Block => {
  const block = p(`${title} `, del(id, '3'), ins(id, '4'));
  return { ...block, attributes: { [CONTENTS]: 'contents' } };
};
const unbold = (id: string, text: string): Block =>
  p({ text, marks: 0, href: null, format: { changeId: id, originalMarks: 1 } });

const BLOCKS: readonly Block[] = [
  p(ins('c1', 'A new title')),
  entry('c2', 'Scope'),
  entry('c3', 'Payment'),
  p('The ', del('c4', 'old'), ins('c4', 'new'), ' text'),
  ...['c5', 'c6', 'c7', 'c8', 'c9'].map((id) => unbold(id, id)),
  p({ text: 'x', marks: 2, href: null, format: { changeId: 'd1', originalMarks: 0 } }),
];

function session(): ReviewSession {
  return new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'unified', theme: 'light', collapse: true },
    mayReview: true,
    memory: { load: () => null, save: () => undefined },
  });
}

const told = (rows: readonly ChangeRow[]): string[] =>
  rows.map((row) =>
    row.kind === 'group'
      ? messages.changeGroup(row.format, row.changes.length)
      : (row.inGroup ? '  ' : '') + row.change.id,
  );

describe('rows of the list of changes', () => {
  test('put page numbers of a table of contents, and format changes of one effect, into one row each', () => {
    expect(told(changeRows(listChanges(BLOCKS), NONE))).toEqual([
      'c1',
      'Table of contents updated · 2 changes',
      'c4',
      'Bold removed · 5 places',
      'd1',
    ]);
  });

  test('show the changes of an open group below it', () => {
    expect(told(changeRows(listChanges(BLOCKS), new Set([CONTENTS_ROW])))).toEqual([
      'c1',
      'Table of contents updated · 2 changes',
      '  c2',
      '  c3',
      'c4',
      'Bold removed · 5 places',
      'd1',
    ]);
  });

  test('hold every change once', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const changes = listChanges(blocks);
        const held = changeRows(changes, NONE).flatMap((row) => (row.kind === 'group' ? row.changes : [row.change]));
        expect(held.map(({ id }) => id).sort()).toEqual(changes.map(({ id }) => id).sort());
        const groups = changeRows(changes, NONE).flatMap((row) => (row.kind === 'group' ? [row.key] : []));
        const opened = changeRows(changes, new Set(groups)).flatMap((row) =>
          row.kind === 'change' ? [row.change.id] : [],
        );
        expect(opened.sort()).toEqual(changes.map(({ id }) => id).sort());
      }),
    );
  });
});

describe('stepping', () => {
  const walk = (by: 1 | -1, open: readonly string[] = []): (string | null)[] => {
    const reading = session();
    for (const key of open) reading.toggleGroup(key);
    return [1, 2, 3].map(() => {
      reading.step(by);
      return reading.currentId;
    });
  };

  test('passes over the page numbers of a closed row', () => {
    expect(walk(1)).toEqual(['c1', 'c4', 'c5']);
    expect(walk(1, [CONTENTS_ROW])).toEqual(['c1', 'c2', 'c3']);
    expect(walk(-1).at(0)).toBe('d1');
  });

  test('reaches page numbers if nothing else is left', () => {
    const reading = new ReviewSession({
      blocks: [entry('c1', 'Scope'), entry('c2', 'Payment')],
      display: { layout: 'unified', theme: 'light', collapse: true },
      mayReview: false,
      memory: { load: () => null, save: () => undefined },
    });
    reading.step(1);
    expect(reading.currentId).toBe('c1');
    reading.step(1);
    expect(reading.currentId).toBe('c2');
  });
});

test('a group is decided as a whole, and undone in one step', () => {
  const reading = session();
  reading.startReview();
  const row = changeRows(reading.matching, NONE).find((each) => each.kind === 'group')!;
  reading.decideGroup(row.kind === 'group' ? row.changes : [], 'rejected');
  expect(reading.remaining).toBe(8);
  reading.undo();
  expect(reading.remaining).toBe(10);
});
