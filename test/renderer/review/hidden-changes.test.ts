/** What is hidden is never blank: every view shows a whole text under every filter and with any decisions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withCommentSigns } from '../../../shared/document/comment-signs.ts';
import { IGNORABLE, type Ignorable } from '../../../renderer/review/ignoring.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { withNoteSigns } from '../../../renderer/document-view/note-signs.ts';
import { settleHidden } from '../../../renderer/document-view/settle-hidden.ts';
import { sidesOf, type Segment } from '../../../renderer/document-view/segments.ts';
import type { Block, Side } from '../../../shared/document/model.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import { project } from '../../../shared/fragment/project.ts';
import { changeIdsOf, resolveBlocks } from '../../../shared/fragment/resolve.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, ins, p, table, td, tr } from '../../builders/document.ts';
import { runsOf } from '../../seed/seed.ts';

const RUNS = { numRuns: runsOf(400), interruptAfterTimeLimit: 20_000 };

/** The texts of blocks in order, one a block, of both sides; blocks without text are left out. */
function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'table') return textsOf(block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks)));
    const text = block.kind === 'text' ? block.runs.map((run) => run.text).join('') : '';
    return text === '' ? [] : [text];
  });
}

const sideText = (segments: readonly Segment[], side: Side): string =>
  textsOf(segments.flatMap((segment) => sidesOf(segment)[side === 'original' ? 0 : 1])).join('');

const blocksOf = (segments: readonly Segment[]): readonly Block[] => segments.flatMap(({ blocks }) => blocks);

/** A merged document, verdicts on some of its changes, and some of its changes that are hidden. */
const reviewed = fc.tuple(arbitraryMerged(), fc.gen()).map(([blocks, gen]) => {
  const verdicts = new Map<string, ChangeAction>();
  const hidden = new Set<string>();
  for (const id of changeIdsOf(blocks)) {
    const verdict = gen(() => fc.constantFrom('accepted' as const, 'rejected' as const, null));
    if (verdict !== null) verdicts.set(id, verdict);
    if (gen(fc.boolean)) hidden.add(id);
  }
  return { blocks, verdicts, hidden };
});

function sessionOf(blocks: readonly Block[]): ReviewSession {
  const session = new ReviewSession({
    blocks,
    display: { layout: 'unified', theme: 'system', collapse: false },
    mayReview: true,
    memory: { load: () => null, save: () => true },
  });
  session.startReview();
  return session;
}

describe('a hidden change', () => {
  it('is shown in the reading that holds, whatever is hidden and decided', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, verdicts, hidden }) => {
        const isRejected = (id: string): boolean => verdicts.get(id) === 'rejected';
        const shown = settleHidden(blocks, hidden, isRejected);
        const left = changeIdsOf(shown);
        expect(left.filter((id) => hidden.has(id))).toEqual([]);
        // Whatever is decided about the visible changes, the hidden ones read as they were decided.
        for (const side of ['original', 'revised'] as const) {
          const ids = changeIdsOf(blocks);
          const rejects = (id: string): boolean => (hidden.has(id) ? isRejected(id) : side === 'original');
          const expected = resolveBlocks(blocks, {
            accept: ids.filter((id) => !rejects(id)),
            reject: ids.filter(rejects),
          });
          expect(textsOf(project(shown, side))).toEqual(textsOf(expected));
        }
      }),
      RUNS,
    );
  });

  it('leaves each view the whole text of its document, under any filter', () => {
    fc.assert(
      fc.property(reviewed, fc.subarray([...IGNORABLE]), ({ blocks, verdicts }, ignored: Ignorable[]) => {
        // The pages say more of a comment or note than its text.
        fc.pre(withNoteSigns(withCommentSigns(blocks)) === blocks);
        const session = sessionOf(blocks);
        session.act({ type: 'decide-each', decided: verdicts });
        for (const which of ignored) session.ignore(which, true);
        const final = project(session.review.resolved, 'revised');
        expect(sideText(session.shown.initial, 'original')).toBe(textsOf(project(blocks, 'original')).join(''));
        expect(sideText(session.shown.resolvedSegments, 'revised')).toBe(textsOf(final).join(''));
        const isRejected = (id: string): boolean => session.review.decisions.get(id)?.verdict === 'rejected';
        const shown = settleHidden(blocks, session.listed.hidden, isRejected);
        expect(blocksOf(session.shown.redline)).toEqual(shown);
        // Every change has the reading that holds: this is the final document.
        const ids = changeIdsOf(shown);
        const rejected = ids.filter(isRejected);
        const read = resolveBlocks(shown, { accept: ids.filter((id) => !isRejected(id)), reject: rejected });
        expect(textsOf(project(read, 'revised'))).toEqual(textsOf(final));
      }),
      RUNS,
    );
  });

  const fees = doc(
    p('pay ', del('chg_1', '4%'), ins('chg_1', '5%'), ' and ', del('chg_2', 'may'), ins('chg_2', 'shall'), ' go'),
    table(tr(td(p(del('chg_3', '100'), ins('chg_3', '120'))))),
  );

  it('reads as the revised document has it, and as the original has it when it is rejected', () => {
    const session = sessionOf(fees);
    session.ignore('numbers', true);
    expect([...session.listed.hidden]).toEqual(['chg_1', 'chg_3']);
    expect(textsOf(blocksOf(session.shown.redline))).toEqual(['pay 5% and mayshall go', '120']);
    session.reject('chg_3');
    session.accept('chg_1');
    expect(textsOf(blocksOf(session.shown.redline))).toEqual(['pay 5% and mayshall go', '100']);
    session.showAll();
    expect(session.shown.redline).toBe(session.shown.segments);
  });
});
