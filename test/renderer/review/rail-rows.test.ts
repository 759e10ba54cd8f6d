/** The rows of the list of changes, their bundles, and stepping past closed ones. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../renderer/document-view/change-places.ts';
import { listChanges } from '../../../renderer/document-view/list-changes.ts';
import { bundlesOf, CONTENTS_KEY } from '../../../renderer/review/change-groups.ts';
import { railRows, rowOf, type RailRow } from '../../../renderer/review/rail-rows.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { unreplacedPlaces } from '../../../renderer/review/unreplaced.ts';
import { CONTENTS } from '../../../shared/document/contents.ts';
import type { Block } from '../../../shared/document/model.ts';
import { unitsOf } from '../../../shared/fragment/units.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, h1, ins, p, table, td, tr } from '../../builders/document.ts';

const NONE: ReadonlySet<string> = new Set();

const entry = (id: string, title: string): Block => {
  const block = p(`${title} `, del(id, '3'), ins(id, '4'));
  return { ...block, attributes: { [CONTENTS]: 'contents' } };
};
const unbold = (id: string, text: string): Block =>
  p({ text, marks: 0, href: null, format: { changeId: id, originalMarks: 1 } });
const sold = (id: string, after: string): Block => p('The ', del(id, 'Seller'), ins(id, 'Vendor'), after);
const added = (id: string, text: string): Block => ({ ...p(text), onlyIn: { side: 'revised', changeId: id } });

const BLOCKS: readonly Block[] = doc(
  p(ins('c1', 'A new title')),
  entry('c2', 'Scope'),
  entry('c3', 'Payment'),
  h1('Sale'),
  p('The ', del('c4', 'old'), ins('c4', 'new'), ' text'),
  sold('s1', ' sells.'),
  sold('s2', ' delivers.'),
  h1('Delivery'),
  sold('s3', ' pays. Each seller, and no reseller, is a Seller.'),
  added('b1', 'One.'),
  added('b2', 'Two.'),
  p('Between.'),
  added('b3', 'Three.'),
  ...['c5', 'c6', 'c7', 'c8', 'c9'].map((id) => unbold(id, id)),
  p({ text: 'x', marks: 2, href: null, format: { changeId: 'd1', originalMarks: 0 } }),
);

function rowsOf(blocks: readonly Block[], open = NONE): readonly RailRow[] {
  const changes = listChanges(blocks);
  const { sections, places } = placesOf(blocks);
  const bundles = bundlesOf(changes, places, unitsOf(blocks));
  return railRows({
    changes,
    bundles,
    sections,
    places,
    unreplaced: unreplacedPlaces(blocks, bundles),
    open,
    first: new Map(),
    references: [],
    undisclosed: [],
  });
}

const told = (rows: readonly RailRow[]): string[] =>
  rows.map((row) => {
    switch (row.kind) {
      case 'section':
        return `# ${typeof row.section === 'string' ? row.section : row.section.title} ${row.total}`;
      case 'bundle':
        return `${row.bundle.kind} ${row.bundle.changes.map(({ id }) => id).join(' ')}`;
      case 'change':
        return (row.isMember ? '  ' : '') + row.change.id;
      case 'unreplaced':
        return `! ${row.place.quote}`;
      case 'undisclosed':
        return `~ ${row.item.sentence}`;
      case 'reference':
        return `? ${row.reference.from} ${row.place.quote}`;
    }
  });

describe('rows of the list of changes', () => {
  test('what is spread over the document comes first, then each section; neighbouring blocks are one row', () => {
    expect(told(rowsOf(BLOCKS))).toEqual([
      '# spread 10',
      'contents c2 c3',
      'repeated s1 s2 s3',
      'format c5 c6 c7 c8 c9',
      '#  1',
      'c1',
      '# Sale 1',
      'c4',
      '# Delivery 4',
      'blocks b1 b2',
      'b3',
      'd1',
    ]);
  });

  test('an open bundle shows its changes, and the places that keep the old wording', () => {
    const [repeated] = rowsOf(BLOCKS).filter((row) => row.kind === 'bundle' && row.bundle.kind === 'repeated');
    expect(told(rowsOf(BLOCKS, new Set([repeated!.key]))).slice(2, 8)).toEqual([
      'repeated s1 s2 s3',
      '  s1',
      '  s2',
      '  s3',
      '! seller',
      '! Seller',
    ]);
  });

  test('what matters comes first if that is wanted, and stale references before the sections; nothing is hidden', async () => {
    const blocks = doc(
      h1('Sale'),
      p('Red ', del('a', 'cars'), ins('a', 'bikes')),
      p('4.', del('b', '2'), ins('b', '3'), ' Term'),
      p('Pay in ', del('c', '10'), ins('c', '14'), ' days, as Section 4.2 says.'),
    );
    const reading = session(blocks);
    await reading.listed.loadRules();
    expect(told(reading.listed.rows)).toEqual(['# references 1', '? 4.2 Section 4.2', '# Sale 3', 'a', 'b', 'c']);
    reading.listed.undisclosed = [{ kind: 'property', sentence: 'A property.' }];
    expect(told(reading.listed.rows).slice(0, 2)).toEqual(['# undisclosed 1', '~ A property.']);
    reading.listed.undisclosed = [];
    reading.listed.mattersFirst = true;
    expect(told(reading.listed.rows)).toEqual([
      '# matters 1',
      'c',
      '# references 1',
      '? 4.2 Section 4.2',
      '# Sale 2',
      'a',
      'b',
    ]);
    reading.listed.filter = { ...reading.listed.filter, matter: 'dates' };
    expect(reading.listed.matching.map(({ id }) => id)).toEqual(['c']);
  });

  test('a change is spoken in one go: what was done, where, which of how many, and what was decided', () => {
    const reading = session(
      doc(h1('4 Term'), p('The term is ', del('a', 'ten'), ins('a', 'fourteen'), ' days.'), p('x ', ins('b', 'new'))),
    );
    reading.startReview();
    reading.select('a');
    expect(reading.announcement).toBe('Deleted: ten. Inserted: fourteen. 4 Term. Change 1 of 2, undecided.');
    reading.accept();
    reading.select('a');
    expect(reading.announcement).toBe('Deleted: ten. Inserted: fourteen. 4 Term. Change 1 of 2, accepted.');
    reading.select('b');
    expect(reading.announcement).toBe('Inserted: new. 4 Term. Change 2 of 2, undecided.');
  });

  test('neighbouring rows of a table are one row, and both ends of a move', () => {
    const row = (id: string) => ({ ...tr(td(p(id))), onlyIn: { side: 'revised', changeId: id } as const });
    const end = (side: 'original' | 'revised', id: string): Block => ({
      ...p('Moved.'),
      onlyIn: { side, changeId: id, moveId: 'mov_1' },
    });
    const blocks = doc(end('original', 'm1'), table(tr(td(p('a'))), row('r1'), row('r2')), end('revised', 'm2'));
    expect(told(rowsOf(blocks))).toEqual(['unit m1 m2', 'blocks r1 r2']);
  });

  test('hold every change once, closed and open', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const ids = listChanges(blocks)
          .map(({ id }) => id)
          .sort();
        const closed = rowsOf(blocks);
        const held = closed.flatMap((row) =>
          row.kind === 'bundle' ? row.bundle.changes : row.kind === 'change' ? [row.change] : [],
        );
        expect(held.map(({ id }) => id).sort()).toEqual(ids);
        const keys = closed.flatMap((row) => (row.kind === 'bundle' ? [row.key] : []));
        const opened = rowsOf(blocks, new Set(keys));
        expect(opened.flatMap((row) => (row.kind === 'change' ? [row.change.id] : [])).sort()).toEqual(ids);
        expect(new Set(opened.map(({ key }) => key)).size).toBe(opened.length);
        for (const id of ids) expect(rowOf(closed, id)).not.toBe(-1);
        const totals = closed.reduce((sum, row) => sum + (row.kind === 'section' ? row.total : 0), 0);
        if (closed.some(({ kind }) => kind === 'section')) expect(totals).toBe(unitsOf(blocks).all.length);
      }),
    );
  });
});

describe('places of changes', () => {
  test('have up to five words around, of the revised text, and a section', () => {
    const blocks = doc(
      h1('1. ', 'Fees'),
      p('One two three four five six seven ', del('x', '8'), ins('x', '9'), ' days ', del('y', 'or so'), 'after that.'),
    );
    const { places, sections } = placesOf(blocks);
    expect(places.get('x')).toMatchObject({
      before: 'three four five six seven ',
      after: ' days after that.',
      section: 0,
    });
    expect(places.get('y')).toMatchObject({ before: 'five six seven 9 days ', after: 'after that.' });
    expect(sections).toMatchObject([{ kind: 'heading', title: '1. Fees', level: 1, block: 0 }]);
  });

  test('are where a note stands if it comes before its sign', () => {
    const note = { ...p(ins('n', 'See the annex.')), attributes: { 'data-note': 'footnote 1 2 7' } };
    const sign: Block = p('The fee', { text: '1', marks: 0, href: null, look: 'vertical-align: super' });
    const { places, sections } = placesOf(doc(note, h1('Fees'), sign));
    expect([places.get('n')?.section, sections.map(({ title }) => title)]).toEqual([0, ['', 'Fees']]);
  });

  test('exist for every change', () => {
    fc.assert(
      fc.property(arbitraryMerged(), (blocks) => {
        const { places, sections } = placesOf(blocks);
        for (const { id } of listChanges(blocks)) {
          const place = places.get(id)!;
          expect(place.first).toBeLessThanOrEqual(place.last);
          expect(sections[place.section]).toBeDefined();
        }
      }),
    );
  });
});

function session(blocks: readonly Block[] = BLOCKS, mayReview = true): ReviewSession {
  return new ReviewSession({
    blocks,
    display: { layout: 'unified', theme: 'light', collapse: true },
    mayReview,
    memory: { load: () => null, save: () => true },
  });
}

describe('stepping', () => {
  const walk = (by: 1 | -1, open: readonly string[] = []): (string | null)[] => {
    const reading = session();
    for (const key of open) reading.listed.toggleBundle(key);
    return [1, 2, 3].map(() => {
      reading.step(by);
      return reading.currentId;
    });
  };

  test('passes over the page numbers of a closed row', () => {
    expect(walk(1)).toEqual(['c1', 'c4', 's1']);
    expect(walk(1, [CONTENTS_KEY])).toEqual(['c1', 'c2', 'c3']);
    expect(walk(-1).at(0)).toBe('d1');
  });

  test('reaches page numbers if nothing else is left', () => {
    const reading = session([entry('c1', 'Scope'), entry('c2', 'Payment')], false);
    reading.step(1);
    expect(reading.currentId).toBe('c1');
    reading.step(1);
    expect(reading.currentId).toBe('c2');
  });
});

test('a bundle is decided as a whole, and undone in one step', () => {
  const reading = session();
  reading.startReview();
  const bundle = reading.listed.bundles.find(({ kind }) => kind === 'repeated')!;
  reading.decideTogether(
    bundle.changes.map(({ id }) => id),
    'rejected',
  );
  expect(reading.remaining).toBe(reading.changes.length - 3);
  reading.undo();
  expect(reading.remaining).toBe(reading.changes.length);
});
