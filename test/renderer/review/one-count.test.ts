/** The list, the progress, the summary, the report and the table count the same: units of decision. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesCsv } from '../../../renderer/app/comparison/changes-table.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { PageSource } from '../../../service/engine/changes/page-source.ts';
import { compareDocuments } from '../../../service/engine/compare.ts';
import { reportOf, type Report } from '../../../service/exports/report/report.ts';
import { namedCounts } from '../../../service/pipeline/words/describe-counts.ts';
import type { Block } from '../../../shared/document/model.ts';
import { arbitraryDocument } from '../../builders/arbitrary-document.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

function sessionOf(blocks: readonly Block[]): ReviewSession {
  const session = new ReviewSession({
    blocks,
    display: { layout: 'unified', theme: 'system', collapse: true },
    mayReview: true,
    memory: { load: () => null, save: () => true },
  });
  session.startReview();
  return session;
}

function reportAbout(blocks: readonly Block[], accept: readonly string[], reject: readonly string[]): Report {
  return reportOf({
    ...{ title: 'T', format: 'html', fallback: false, digests: null, outcome: {}, blocks },
    ...{ decisions: { accept, reject }, date: '2026-01-01T00:00:00Z' },
  });
}

function rowsOfTable(blocks: readonly Block[], session: ReviewSession): number {
  const source = new PageSource(
    blocks,
    { source: {}, revised: {} },
    { format: 'html', engine: 'document', fallback: false, attributeMode: 'semantic' },
  );
  const { changes } = source.page(0, Number.MAX_SAFE_INTEGER);
  const table = changesCsv(changes, session.decided.record(), session.listed.places, session.units);
  return table.split('\r\n').filter((line) => line.startsWith('chg_') || line.startsWith('new_')).length;
}

test('a move and an edit are two changes on every surface', () => {
  const clause = 'Liability is limited.';
  const blocks = doc(
    { ...p(clause), onlyIn: { side: 'original', changeId: 'chg_000001', moveId: 'mov_0001' } },
    p('Fees are ', del('chg_000002', 'ten'), ins('chg_000002', 'twelve')),
    { ...p(clause), onlyIn: { side: 'revised', changeId: 'chg_000003', moveId: 'mov_0001' } },
  );
  const session = sessionOf(blocks);
  expect([session.remaining, session.reachable.length, session.listed.rows.length]).toEqual([2, 2, 2]);
  session.reject('chg_000003');
  expect(session.decided.outcome).toEqual({ accepted: 0, rejected: 1, open: 1, notes: 0 });
  const report = reportAbout(blocks, [], ['chg_000001', 'chg_000003']);
  expect(namedCounts(report.units)).toEqual([
    ['replacement', 1],
    ['move', 1],
  ]);
  expect(report.changes.map(({ type, detail, decision }) => [type, detail, decision])).toEqual([
    ['Moved', clause, 'rejected'],
    ['Replacement', '', 'undecided'],
  ]);
  expect(rowsOfTable(blocks, session)).toBe(2);
});

test('every document has one number of changes on every surface', () => {
  fc.assert(
    fc.property(arbitraryDocument(), arbitraryDocument(), fc.gen(), (original, revised, gen) => {
      const { blocks } = compareDocuments(original, revised, { mode: 'word' });
      const session = sessionOf(blocks);
      const total = session.units.all.length;
      for (const { id } of session.units.all) {
        const verdict = gen(() => fc.constantFrom('accepted' as const, 'rejected' as const, null));
        if (verdict !== null) session.decideTogether([id], verdict);
      }
      const { accepted, rejected, open } = session.decided.outcome;
      expect([accepted + rejected + open, open]).toEqual([total, session.remaining]);
      expect(session.reachable).toHaveLength(total);
      const idsOf = (verdict: string): string[] =>
        session.review.changeIds.filter((id) => session.review.decisions.get(id)?.verdict === verdict);
      const report = reportAbout(blocks, idsOf('accepted'), idsOf('rejected'));
      expect([report.units.total, report.changes.length]).toEqual([total, total]);
      expect(report.counts).toMatchObject({ accepted, rejected, undecided: open });
      expect(rowsOfTable(blocks, session)).toBe(total);
    }),
    { numRuns: 60, interruptAfterTimeLimit: 15_000 },
  );
});
