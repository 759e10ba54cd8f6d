/** Segments, their sides and their folding: the basis of the split layout and of folded runs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Segmenter, sidesOf as blocksOfSides, type Segment } from '../../../renderer/document-view/segments.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { newReview, nextReview, remainingOf } from '../../../renderer/review/review.ts';
import { rulerMarks, rulerPlaces } from '../../../renderer/review/ruler-marks.ts';
import { StretchPlan } from '../../../renderer/document-view/stretch-plan.ts';
import { countMatches } from '../../../renderer/find/search-segments.ts';
import { Sheets, sheetsOfChanges } from '../../../renderer/document-view/sheets.ts';
import { patternOf } from '../../../renderer/find/find-text.ts';
import { foldableRows } from '../../../renderer/document-view/row-folds.ts';
import { stretchesOf } from '../../../renderer/document-view/stretches.ts';
import { oneSide } from '../../../renderer/document-view/one-side.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { readText } from '../../../service/formats/read-text.ts';
import type { Block, Row } from '../../../shared/document/model.ts';
import { TOP } from '../../../shared/document/path.ts';
import { project } from '../../../shared/fragment/project.ts';
import { changeIdsOf, resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { writeBlocks } from '../../../shared/fragment/write.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, ins, p, path, table, td, text, tr } from '../../builders/document.ts';
import { runsOf } from '../../seed/seed.ts';

/** The HTML of both sides. */
function sidesOf(segment: Segment): { readonly original: string; readonly revised: string } {
  const [original, revised] = blocksOfSides(segment).map((blocks) => writeBlocks(blocks));
  return { original: original!, revised: revised! };
}

const RUNS = { numRuns: runsOf(300), interruptAfterTimeLimit: 15_000 };

/** The characters of blocks in order, of both sides. */
function textOf(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if (block.kind === 'text') return block.runs.map((run) => run.text).join('');
    return block.kind === 'table'
      ? textOf(block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)))
      : '';
  });
  return texts.join('');
}

const segmentsOf = (blocks: readonly Block[]): readonly Segment[] => new Segmenter().segmentsOf(blocks);

describe('segments', () => {
  it('hold all blocks in their order', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const segments = segmentsOf(blocks);
        expect(segments.flatMap((segment) => segment.blocks)).toEqual(blocks);
        for (const segment of segments) expect(segment.blocks.length).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });

  it('are the same objects where a decision changed nothing, and as if cut anew', () => {
    fc.assert(
      fc.property(arbitraryMerged(), fc.gen(), (blocks, gen) => {
        const ids = changeIdsOf(blocks);
        fc.pre(ids.length > 0);
        const segmenter = new Segmenter();
        const before = segmenter.segmentsOf(blocks);
        expect(segmenter.segmentsOf(blocks).every((segment, at) => segment === before[at])).toBe(true);
        const decided = resolveBlocks(blocks, { reject: [ids[gen(fc.nat, ids.length - 1)]!] });
        expect(segmenter.segmentsOf(decided)).toEqual(segmentsOf(decided));
      }),
      RUNS,
    );
  });

  it('keep together what a boundary joins, and part lines', () => {
    const split = { ...p('b'), boundary: { side: 'revised', changeId: 'chg_1' } } as const;
    expect(segmentsOf(doc(p('a'), split, p('c'))).map(({ blocks }) => blocks.length)).toEqual([2, 1]);
    const added = { ...p('x'), onlyIn: { side: 'revised', changeId: 'chg_2' } } as const;
    expect(segmentsOf(doc(p('a'), p('a'), added, added, split, p('c'))).map(({ blocks }) => blocks.length)).toEqual([
      1, 4, 1,
    ]);
    expect(segmentsOf(doc(p('a'), added, p('c'))).map(({ blocks }) => blocks.length)).toEqual([1, 1, 1]);
    expect(segmentsOf(doc(text('line', 'a'), text('line', 'b'))).map(({ blocks }) => blocks.length)).toEqual([1, 1]);
  });
});

describe('one side', () => {
  it('has the text of the side that resolve gives', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        for (const side of ['original', 'revised'] as const) {
          expect(textOf(oneSide(blocks, side))).toBe(textOf(project(blocks, side)));
        }
      }),
      RUNS,
    );
  });

  it('marks what is its own', () => {
    const [segment] = segmentsOf(doc(p('a ', del('chg_1', 'b'), ins('chg_1', 'c'))));
    expect(sidesOf(segment!)).toEqual({
      original: '<p>a <del data-change-id="chg_1">b</del></p>',
      revised: '<p>a <ins data-change-id="chg_1">c</ins></p>',
    });
  });

  it('is empty where the other side stands alone, and both where nothing changed', () => {
    const inserted = { ...p('b'), onlyIn: { side: 'revised', changeId: 'chg_1' } } as const;
    const [same, added] = segmentsOf(doc(p('a'), inserted));
    expect(sidesOf(same!)).toEqual({ original: '<p>a</p>', revised: '<p>a</p>' });
    expect(sidesOf(added!).original).toBe('');
    expect(sidesOf(added!).revised).toContain('<ins>b</ins>');
    const split = { ...p('d'), boundary: { side: 'revised', changeId: 'chg_2' } } as const;
    expect(sidesOf(segmentsOf(doc(p('c'), split))[0]!).original).toBe('<p>cd</p>');
  });

  it('shows the break before a line of plain text on the side that has it', () => {
    const line = (now: string, before: string): Block => ({
      ...text('line', 'a'),
      path: path(now),
      original: { changeId: 'chg_1', path: path(before) },
    });
    const shown = (block: Block) => sidesOf(segmentsOf([block])[0]!);
    const goesOn = '<div class="para" data-continues=""><p class="line">a</p></div>';
    const split = shown(line('para+', 'para'));
    expect(split.original).toBe(goesOn);
    expect(split.revised).toMatch(
      /^<div class="para"><p class="line" [^>]*data-boundary-type="insert"[^>]*>a<\/p><\/div>$/,
    );
    const joined = shown(line('para', 'para+'));
    expect(joined.original).toMatch(
      /^<div class="para"><p class="line" [^>]*data-boundary-type="delete"[^>]*>a<\/p><\/div>$/,
    );
    expect(joined.revised).toBe(goesOn);
  });

  it('has a line go on in its paragraph, whatever the other side has in it', () => {
    const line = { ...text('line', 'a', ins('chg_1', ' b')), path: path('para') };
    expect(sidesOf(segmentsOf([line])[0]!).original).toBe(
      '<div class="para" data-continues=""><p class="line">a</p></div>',
    );
  });

  it('shows the original’s heading level and link', () => {
    const heading = { ...p('a'), original: { changeId: 'chg_1', type: 'h2', path: TOP } } as const;
    expect(writeBlocks(oneSide([heading], 'original'))).toMatch(/^<h2 [^>]*data-change-type="format"[^>]*>a<\/h2>$/);
    expect(writeBlocks(oneSide([heading], 'revised'))).toMatch(/^<p .*<\/p>$/);
  });
});

describe('stretches', () => {
  it('cover every segment once, none too long, and fold no change and nothing near one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 500 }), (draws) => {
        const changed = draws.map((draw) => draw === 0);
        let at = 0;
        for (const { from, to, foldable } of stretchesOf(changed)) {
          expect(from).toBe(at);
          expect(to).toBeGreaterThan(from);
          expect(to - from).toBeLessThanOrEqual(60);
          at = to;
          if (!foldable) continue;
          const near = changed.slice(Math.max(0, from - 2), to + 2);
          expect(near.includes(true)).toBe(false);
        }
        expect(at).toBe(changed.length);
      }),
    );
  });

  it('fold the long unchanged runs, in pieces where they are very long', () => {
    const changed = Array.from({ length: 140 }, (_, at) => at === 20);
    expect(stretchesOf(changed)).toEqual([
      { from: 0, to: 18, foldable: true },
      { from: 18, to: 23, foldable: false },
      { from: 23, to: 83, foldable: true },
      { from: 83, to: 140, foldable: true },
    ]);
    expect(stretchesOf(new Array<boolean>(40).fill(false))).toEqual([{ from: 0, to: 40, foldable: false }]);
  });
});

describe('marks of the ruler', () => {
  it('stand in the order of the document, each change once, and never too many', () => {
    const blocks = Array.from({ length: 2_000 }, (_, at) => p('a ', ins(`chg_${at}`, 'b')));
    const marks = rulerMarks(listChanges(blocks), rulerPlaces(segmentsOf(doc(...blocks))));
    expect(marks.length).toBeLessThanOrEqual(300);
    expect(marks.length).toBeGreaterThan(250);
    const places = marks.map(({ at }) => at);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBe(0);
    expect(Math.max(...places)).toBeLessThan(1);
  });

  it('are those of the changes asked for', () => {
    const blocks = doc(p('a'), p(ins('chg_1', 'b')), p(del('chg_2', 'c')));
    const places = rulerPlaces(segmentsOf(blocks));
    expect(rulerMarks(listChanges(blocks).slice(1), places)).toMatchObject([{ changeId: 'chg_2', group: 'delete' }]);
    expect(rulerMarks([], places)).toEqual([]);
  });
});

describe('sheets', () => {
  it('are few, and have every stretch once; a run says once how long it is', () => {
    const blocks = Array.from({ length: 3_000 }, (_, at) => (at === 1_000 ? p('a ', ins('chg_1', 'b')) : p(`a ${at}`)));
    const initial = segmentsOf(blocks);
    const stretches = new StretchPlan(initial).assign(initial);
    const sheets = new Sheets(stretches).layOut(stretches);
    expect(sheets.length).toBeLessThan(20);
    expect(sheets.flatMap((sheet) => sheet.stretches)).toEqual(stretches);
    expect(stretches.flatMap(({ leads }) => leads ?? [])).toEqual([998, 1_997]);
    const on = sheetsOfChanges(sheets).get('chg_1');
    expect(on?.map((index) => sheets[index]!.shownLength > 0)).toEqual([true]);
  });

  it('lie on sheets that are no longer than some pages, where tables and lists are long', () => {
    const schedule = (at: number): Block =>
      table(
        ...Array.from({ length: 50 }, (_, row) =>
          tr(td(p(`item ${at} ${row}`)), td(p(at === 77 ? ins('chg_1', 'new') : 'x'))),
        ),
      );
    const initial = segmentsOf(Array.from({ length: 200 }, (_, at) => [p(`Schedule ${at}`), schedule(at)]).flat());
    const stretches = new StretchPlan(initial).assign(initial);
    const sheets = new Sheets(stretches).layOut(stretches);
    expect(sheets.flatMap((sheet) => sheet.stretches)).toEqual(stretches);
    // 200 tables of 100 cells; a cell takes 40 characters or more. By their number alone, three sheets would do.
    expect(sheets.length).toBeGreaterThan(6);
    for (const { stretches: own, shownLength, foldableLength } of sheets) {
      if (own.length > 1) expect(shownLength + foldableLength).toBeLessThanOrEqual(60_000);
    }
  });
});

describe('a search before anything is on the page', () => {
  it('counts the places in what is shown and in both sides, in tables too', () => {
    const row = { ...tr(td(p('pay soon'))), onlyIn: { side: 'original', changeId: 'chg_2' } } as const;
    const [one, two] = segmentsOf(doc(p('pay ', del('chg_1', 'very '), ins('chg_1', 'not '), 'soon'), table(row)));
    const count = (segment: Segment | undefined, wanted: string): number => countMatches(segment!, patternOf(wanted)!);
    expect(count(one, 'pay very soon')).toBe(1);
    expect(count(one, 'PAY  not soon')).toBe(1);
    expect(count(one, 'very not')).toBe(1);
    expect(count(one, 'pay soon')).toBe(0);
    expect(count(two, 'pay soon')).toBe(1);
  });
});

describe('the plan of stretches', () => {
  it('leaves the parts around an unchanged block that is another object now', () => {
    const blocks = [
      { ...p('new'), onlyIn: { side: 'revised' as const, changeId: 'chg_000001' } },
      ...Array.from({ length: 150 }, (_, at) => p(`plain ${at}`)),
    ];
    const initial = segmentsOf(blocks);
    const plan = new StretchPlan(initial);
    const before = plan.assign(initial);
    const [another] = segmentsOf([{ ...blocks[40]! }]);
    const after = plan.assign(initial.with(40, another!));
    expect(after.map(({ segments }) => segments.length)).toEqual(before.map(({ segments }) => segments.length));
    expect(after.at(-1)).toBe(before.at(-1));
  });

  it('has every segment once, in order, and keeps what a decision does not touch', () => {
    fc.assert(
      fc.property(arbitraryMerged(), fc.gen(), (merged, gen) => {
        const segmenter = new Segmenter();
        const plain = Array.from({ length: 90 }, (_, at) => p(`plain ${at}`));
        const blocks = [...plain, ...merged, ...plain.map((block) => ({ ...block }))];
        const initial = segmenter.segmentsOf(blocks);
        const plan = new StretchPlan(initial);
        const layouter = new Sheets(plan.assign(initial));
        let review = nextReview(newReview(blocks, 'unified'), { type: 'start' });
        let before = plan.assign(segmenter.segmentsOf(review.resolved));
        let sheetsBefore = layouter.layOut(before);
        while (remainingOf(review) > 0) {
          const open = review.changeIds.filter((id) => !review.decisions.has(id));
          const changeIds = [open[gen(fc.nat, open.length - 1)]!];
          review = nextReview(review, {
            type: 'decide',
            changeIds,
            verdict: gen(() => fc.constantFrom('accepted' as const, 'rejected' as const)),
          });
          const segments = segmenter.segmentsOf(review.resolved);
          expect(segments).toEqual(segmentsOf(review.resolved));
          const parts = plan.assign(segments);
          expect(parts.flatMap((part) => part.segments)).toEqual(segments);
          expect(parts.map(({ run, leads }) => [run, leads])).toEqual(before.map(({ run, leads }) => [run, leads]));
          // The last part is far from every change.
          if (remainingOf(review) > 0) expect(parts.at(-1)).toBe(before.at(-1));
          for (const part of parts) {
            if (part.run !== null) expect(part.segments.every(({ changeIds: own }) => own.length === 0)).toBe(true);
          }
          const sheets = layouter.layOut(parts);
          expect(sheets.flatMap(({ stretches }) => stretches)).toEqual(parts);
          for (const [index, sheet] of sheets.entries()) {
            const isSame = sheet.stretches.every((part) => before.includes(part));
            expect(sheet === sheetsBefore[index]).toBe(isSame);
          }
          [before, sheetsBefore] = [parts, sheets];
        }
      }),
      { numRuns: 60, interruptAfterTimeLimit: 15_000 },
    );
  });
});

describe('labels of segments', () => {
  const { blocks } = compareDocuments(
    readText('<ol><li>the first<li>gone entirely<li>the third</ol><p>x</p><ol start="4"><li>the fourth</ol>', 'html')
      .document,
    readText('<ol><li>the first<li>the third</ol><p>x</p><ol start="3"><li>the fourth</ol>', 'html').document,
    { mode: 'word' },
  );

  it('state a number that a list shows otherwise on the other side', () => {
    const [list, , next] = segmentsOf(blocks);
    expect(list?.html).toContain('data-label="2." data-original-label="3."');
    expect(next?.html).toContain('data-label="3."');
    expect(next?.html).toContain('data-original-label="4."');
  });

  it('are those of each side, side by side', () => {
    const [list, , next] = segmentsOf(blocks).map(sidesOf);
    expect(list?.original).toContain('data-label="3."');
    expect(list?.revised).toContain('data-label="2."');
    expect([next?.original.includes('data-label="4."'), next?.revised.includes('data-label="3."')]).toEqual([
      true,
      true,
    ]);
    expect(Object.values(next ?? {}).join()).not.toContain('data-original-label');
  });

  it('follow decisions elsewhere in the document', () => {
    const segmenter = new Segmenter();
    segmenter.segmentsOf(blocks);
    const rejected = segmenter.segmentsOf(resolveBlocks(blocks, { reject: 'all' }));
    expect(rejected.map(({ html }) => html).join('')).toBe(writeBlocks(project(blocks, 'original')));
  });
});

describe('the foldable rows of a table', () => {
  const grid = (rows: readonly Row[]): Block => ({ kind: 'table', path: TOP, rows });
  const numbered = (total: number): Row[] => Array.from({ length: total }, (_, at) => tr(td(`row ${at}`), td('x')));
  const changed = tr(td(p('a ', ins('chg_1', 'b'))), td('x'));

  it('are long runs away from the changes, without the head', () => {
    const head: Row = { ...tr(td('head'), td('x')), section: 'head' };
    const [before, after] = [numbered(10), numbered(10)];
    const folds = foldableRows(segmentsOf([grid([head, ...before, changed, ...after])]));
    expect(before.map((row) => folds.get(row)?.count)).toEqual([
      ...[undefined, undefined, 6, 6, 6, 6, 6, 6, undefined, undefined],
    ]);
    expect(after.map((row) => folds.get(row)?.count)).toEqual([undefined, undefined, 8, 8, 8, 8, 8, 8, 8, 8]);
    expect(folds.has(head)).toBe(false);
    expect(foldableRows(segmentsOf([grid(before)])).size).toBe(0);
  });

  it('stay together where a cell reaches over several of them', () => {
    const tall = tr({ ...td('tall'), rowspan: 5 }, td('x'));
    const under = Array.from({ length: 4 }, () => tr(td('x')));
    const folds = foldableRows(segmentsOf([grid([changed, tall, ...under, ...numbered(10)])]));
    expect([tall, ...under].map((row) => folds.has(row))).toEqual(Array.from({ length: 5 }, () => false));
    expect(folds.size).toBe(9);
  });

  it('keep their objects on either side and through decisions', () => {
    const rows = numbered(10);
    const other = tr(td(p('c ', ins('chg_2', 'd'))), td('x'));
    const blocks = [grid([changed, ...rows, other])];
    const ends = [
      ...(['original', 'revised'] as const).map((side) => oneSide(blocks, side)),
      resolveBlocks(blocks, { accept: ['chg_1'] }),
      resolveBlocks(blocks, { accept: ['chg_1'], reject: ['chg_2'] }),
    ];
    for (const [end] of ends) {
      const kept = end?.kind === 'table' ? end.rows.filter((row) => rows.includes(row)) : [];
      expect(kept).toHaveLength(rows.length);
    }
  });
});
