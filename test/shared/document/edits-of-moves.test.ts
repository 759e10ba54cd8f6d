import { expect, it } from 'vitest';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { printRedline } from '../../../service/cli/output/print-redline.ts';
import { redlineStyle } from '../../../service/cli/output/redline-style.ts';
import { editedMoves, editsShown, movesWithoutEdits } from '../../../shared/document/edits-of-moves.ts';
import { changeIdsOf } from '../../../shared/fragment/change-ids.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import { sideTexts } from '../../../shared/signals/side-texts.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';

const clause = (days: number): string =>
  `<p>The supplier delivers the goods within ${days} days of the written order.</p>`;
const others = '<p>The customer inspects the goods.</p><p>Payment is due on receipt of the invoice.</p>';
const blocksOf = (original: string, revised: string) =>
  scanFragment(compareText({ original, revised, format: 'html', mode: 'auto' }).html);
const blocks = blocksOf(clause(30) + others, others + clause(90));
const [from, edit, to] = changeIdsOf(blocks) as [string, string, string];

const EDIT = `<del data-change-id="${edit}">30</del><ins data-change-id="${edit}">90</ins>`;
const shownAt = (shown: ReturnType<typeof editsShown>): string[] =>
  [...writeFragment(shown).matchAll(/within (.*?) days/gu)].map((match) => match[1]!);

it('an edit of a moved block is shown at the new place, and at the old place where the move is rejected', () => {
  expect(shownAt(blocks)).toEqual([EDIT, EDIT]);
  expect(shownAt(editsShown(blocks))).toEqual(['30', EDIT]);
  expect(shownAt(editsShown(blocks, (id) => id === from || id === to))).toEqual([EDIT, '90']);
  expect(shownAt(movesWithoutEdits(blocks))).toEqual(['30', '90']);
});

it('a document without an edited move stays the same object', () => {
  const plain = blocksOf(clause(30) + others, others + clause(30));
  expect(editsShown(plain)).toBe(plain);
  expect(editedMoves(plain)).toEqual([]);
  expect(editedMoves(blocks)).toEqual([from, to]);
});

it('the list has the move once at each place, and the edit between them', () => {
  const text = (days: number): string => clause(days).slice(3, -4);
  expect(listChanges(blocks).map(({ id, kind, before, after, moved }) => [id, kind, before, after, moved])).toEqual([
    [from, 'block_delete', text(30), '', true],
    [to, 'block_insert', '', text(90), true],
    [edit, 'replace', '30', '90', false],
  ]);
});

it('the terminal shows the edit inside the move', () => {
  const lines = printRedline(blocks, redlineStyle(false)).split('\n');
  expect(lines.filter((line) => line.includes('(moved)'))).toEqual([
    '[-The supplier delivers the goods within 30 days of the written order.-] (moved)',
    '{+The supplier delivers the goods within [-30-]{+90+} days of the written order.+} (moved)',
  ]);
});

it('rules see both texts of an edited move, as of any edited text', () => {
  const edited = sideTexts(blocks).filter(({ spans }) => spans.original.length > 0);
  expect(edited.map(({ original, revised }) => [original, revised])).toEqual([
    [clause(30).slice(3, -4), clause(90).slice(3, -4)],
  ]);
  // A span without text is the place of the text of the other side.
  expect(edited[0]!.spans.revised).toEqual([
    { changeId: edit, start: 39, end: 39 },
    { changeId: edit, start: 39, end: 41 },
  ]);
});
