/** The review reducer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messagesBetween, stateMessage } from '../../../renderer/review/review-messages.ts';
import {
  applied,
  idsWith,
  newReview,
  nextReview,
  remainingOf,
  resolvedHtmlOf,
  type Made,
  type Review,
  type ReviewAction,
  type ReviewStep,
} from '../../../renderer/review/review.ts';
import { historyOf, storedHistory } from '../../../renderer/review/stored-history.ts';
import { changeIdsOf, resolve } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import type { ReviewComplete } from '../../../shared/messages/viewer-message.ts';
import { arbitraryMerged } from '../../builders/arbitrary-merged.ts';
import { del, doc, ins, li, p, table, td, tr, ul } from '../../builders/document.ts';

const RUNS = { numRuns: 150, interruptAfterTimeLimit: 15_000 };

/** A merged document with random actions on its changes, unknown ids included. */
const reviewed = fc.tuple(arbitraryMerged(), fc.gen()).map(([blocks, gen]) => {
  const ids = changeIdsOf(blocks);
  const verdict = () => gen(() => fc.constantFrom('accepted' as const, 'rejected' as const));
  const maybe = () => gen(() => fc.constantFrom('accepted' as const, 'rejected' as const, null));
  const action = (): ReviewAction => {
    switch (gen(fc.nat, 11)) {
      case 0:
        return { type: 'start' };
      case 1:
        return gen(fc.nat, 3) === 0 ? { type: 'finish' } : { type: 'redo' };
      case 2:
        return gen(fc.nat, 5) === 0 ? { type: 'decide-remaining', verdict: verdict() } : { type: 'undo' };
      case 3:
        return { type: 'undo' };
      case 4:
        return { type: 'redo' };
      case 5:
        return gen(fc.nat, 3) === 0
          ? { type: 'reopen' }
          : { type: 'set-layout', layout: gen(() => fc.constantFrom('unified' as const, 'split' as const)) };
      case 6:
        return { type: 'decide', changeIds: ['nothing'], verdict: verdict() };
      default: {
        const count = gen(fc.nat, 10) === 0 ? 4 : 1;
        const changeIds =
          ids.length === 0 ? [] : Array.from({ length: count }, () => ids[gen(fc.nat, ids.length - 1)]!);
        return { type: 'decide', changeIds, verdict: maybe() };
      }
    }
  };
  const actions: ReviewAction[] = [{ type: 'start' }];
  for (let left = gen(fc.nat, 12); left > 0; left--) actions.push(action());
  return { blocks, actions };
});

function inOrder(step: ReviewStep, changeIds: readonly string[]): ReviewStep {
  return step.toSorted(([a], [b]) => changeIds.indexOf(a) - changeIds.indexOf(b));
}

/** Every state that the actions lead through, the first included. */
function walk(blocks: Parameters<typeof newReview>[0], actions: readonly ReviewAction[]): Review[] {
  const states = [newReview(blocks, 'split', true)];
  for (const action of actions) states.push(nextReview(states.at(-1)!, action));
  return states;
}

describe('a review', () => {
  it('always shows exactly the open changes, whatever is done', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        for (const review of walk(blocks, actions)) {
          const open = review.changeIds.filter((id) => !review.decisions.has(id));
          expect(new Set(changeIdsOf(review.resolved))).toEqual(new Set(open));
          expect(remainingOf(review)).toBe(open.length);
          expect(idsWith(review, 'accepted').length + idsWith(review, 'rejected').length).toBe(review.decisions.size);
          if (review.phase === 'active') expect(review.layout).toBe('unified');
        }
      }),
      RUNS,
    );
  });

  it('gives the HTML that `resolve` makes of the received string and the lists of ids', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        const received = writeFragment(blocks);
        for (const review of walk(scanFragment(received), actions)) {
          const decisions = { accept: idsWith(review, 'accepted'), reject: idsWith(review, 'rejected') };
          expect(resolvedHtmlOf(review)).toBe(resolve(received, decisions));
        }
      }),
      RUNS,
    );
  });

  it('accepting all, in any order and grouping, gives what accepting all at once does', () => {
    fc.assert(
      fc.property(
        arbitraryMerged(),
        fc.constantFrom('accepted' as const, 'rejected' as const),
        fc.gen(),
        (...given) => {
          const [blocks, verdict, gen] = given;
          const started = nextReview(newReview(blocks, 'unified'), { type: 'start' });
          const all = nextReview(started, { type: 'decide-remaining', verdict });
          let one = started;
          while (one.phase === 'active') {
            const open = one.changeIds.filter((id) => !one.decisions.has(id));
            one = nextReview(one, { type: 'decide', changeIds: [open[gen(fc.nat, open.length - 1)]!], verdict });
          }
          expect(resolvedHtmlOf(one)).toBe(resolvedHtmlOf(all));
          expect(idsWith(one, verdict)).toEqual(all.changeIds);
          expect(all.phase).toBe('completed');
        },
      ),
      RUNS,
    );
  });

  it('undo takes every step back, and redo does it again', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        const states = walk(blocks, actions);
        const last = states.at(-1)!;
        fc.pre(last.phase !== 'inactive');
        let review = last;
        const seen = [review];
        for (let count = last.past.length; count > 0; count--) {
          review = nextReview(review, { type: 'undo' });
          seen.push(review);
        }
        expect(review.decisions.size).toBe(0);
        expect(review.resolved).toEqual(blocks);
        seen.pop();
        for (const expected of seen.reverse()) {
          review = nextReview(review, { type: 'redo' });
          expect(review.decisions).toEqual(expected.decisions);
          expect(review.made).toEqual(expected.made);
          expect(resolvedHtmlOf(review)).toBe(resolvedHtmlOf(expected));
        }
      }),
      RUNS,
    );
  });

  it('tells a host every change once, with what remains, and last that it is complete', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        const states = walk(blocks, actions);
        for (let at = 1; at < states.length; at++) {
          const [before, after] = [states[at - 1]!, states[at]!];
          const messages = messagesBetween(before, after);
          const resolved = messages.filter((message) => message.type === 'diffsvc:changeResolved');
          for (const { changeId, action, total } of resolved) {
            expect(after.decisions.get(changeId)?.verdict).toBe(action);
            expect(total).toBe(after.changeIds.length);
          }
          if (resolved.length > 0) expect(resolved.at(-1)!.remaining).toBe(remainingOf(after));
          const complete = messages.filter((message) => message.type === 'diffsvc:reviewComplete');
          const isAnew = after.phase === 'completed' && (before.phase !== 'completed' || resolved.length > 0);
          expect(complete.length).toBe(isAnew ? 1 : 0);
          if (complete.length > 0) expect(messages.at(-1)).toBe(complete[0]);
        }
      }),
      RUNS,
    );
  });

  it('after any sequence of actions is what its decisions alone give', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        for (const review of walk(blocks, actions)) {
          const started = nextReview(newReview(blocks, 'unified'), { type: 'start' });
          const recomputed = nextReview(started, { type: 'decide-each', decided: review.made });
          expect(recomputed.decisions).toEqual(review.decisions);
          expect(resolvedHtmlOf(recomputed)).toBe(resolvedHtmlOf(review));
          let made: Made = new Map();
          for (const step of review.past) made = applied(made, step);
          expect(made).toEqual(review.made);
        }
      }),
      RUNS,
    );
  });

  it('undo and redo go on after a reload, however the review ended', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        const last = walk(blocks, actions).at(-1)!;
        fc.pre(last.phase !== 'inactive');
        const stored = storedHistory(last);
        const history = historyOf(stored, last.changeIds);
        const decided = new Map([...last.decisions].map(([id, { verdict }]) => [id, verdict]));
        const again = nextReview(newReview(blocks, 'unified'), {
          type: 'restore',
          decided,
          finished: last.phase === 'completed',
          history,
        });
        expect(again.made).toEqual(last.made);
        expect(again.past).toEqual(last.past.map((step) => inOrder(step, last.changeIds)));
        expect(again.future).toEqual(last.future.map((step) => inOrder(step, last.changeIds)));
        const [undone, expected] = [again, last].map((review) => nextReview(review, { type: 'undo' }));
        expect(undone!.decisions).toEqual(expected!.decisions);
        expect(storedHistory(again)).toEqual(stored);
      }),
      RUNS,
    );
  });

  it('goes on where an earlier visit ended', () => {
    fc.assert(
      fc.property(reviewed, ({ blocks, actions }) => {
        const last = walk(blocks, actions).at(-1)!;
        fc.pre(last.phase !== 'inactive');
        const decided = new Map([...last.decisions].map(([id, { verdict }]) => [id, verdict]));
        const finished = last.phase === 'completed';
        const again = nextReview(newReview(blocks, 'unified'), { type: 'restore', decided, finished });
        expect(resolvedHtmlOf(again)).toBe(resolvedHtmlOf(last));
        if (remainingOf(last) > 0) expect(again.phase).toBe(last.phase);
        expect(remainingOf(again)).toBe(remainingOf(last));
      }),
      RUNS,
    );
  });
});

const two = doc(p('a ', del('chg_1', 'b'), ins('chg_1', 'c')), p('d ', ins('chg_2', 'e')));
const act = (review: Review, ...actions: ReviewAction[]): Review => actions.reduce(nextReview, review);
const accept = (...changeIds: string[]): ReviewAction => ({ type: 'decide', changeIds, verdict: 'accepted' });
const reject = (...changeIds: string[]): ReviewAction => ({ type: 'decide', changeIds, verdict: 'rejected' });
const split: ReviewAction = { type: 'set-layout', layout: 'split' };

describe('the phases', () => {
  it('nothing is decided before the start', () => {
    const review = newReview(two, 'split');
    expect(act(review, accept('chg_1'), { type: 'decide-remaining', verdict: 'accepted' }, { type: 'finish' })).toBe(
      review,
    );
  });

  it('the layout is unified and locked while active, and free again on completion', () => {
    const active = act(newReview(two, 'split', true), { type: 'start' });
    expect([active.phase, active.layout]).toEqual(['active', 'unified']);
    expect(act(active, split)).toBe(active);
    expect(act(active, { type: 'finish' }, split).layout).toBe('split');
    expect(act(active, accept('chg_1'), reject('chg_2'), split).layout).toBe('split');
  });

  it('the last decision completes; finishing leaves the marks of what is open', () => {
    const active = act(newReview(two, 'unified'), { type: 'start' });
    const done = act(active, accept('chg_1'), reject('chg_2'));
    expect(done.phase).toBe('completed');
    expect(resolvedHtmlOf(done)).toBe('<div class="diffsvc"><p>a c</p><p>d </p></div>');
    const finished = act(active, accept('chg_1'), { type: 'finish' });
    const [message] = messagesBetween(act(active, accept('chg_1')), finished) as [ReviewComplete];
    expect(message).toMatchObject({ accepted: ['chg_1'], rejected: [] });
    expect(message.resolvedHtml).toContain('<ins data-change-id="chg_2">e</ins>');
    expect(act(finished, { type: 'start' }, accept('chg_2')).phase).toBe('completed');
  });

  it('a finished review locks nothing: decisions change, and a host hears of each and of the new end', () => {
    const finished = act(newReview(two, 'unified'), { type: 'start' }, accept('chg_1'), { type: 'finish' });
    const more = act(finished, reject('chg_1'));
    expect(more.phase).toBe('completed');
    expect(messagesBetween(finished, more)).toMatchObject([
      { type: 'diffsvc:changeResolved', changeId: 'chg_1', action: 'rejected', remaining: 1, total: 2 },
      { type: 'diffsvc:reviewComplete', accepted: [], rejected: ['chg_1'] },
    ]);
  });

  it('a change that is undecided again reopens the review and counts in what remains', () => {
    const done = act(newReview(two, 'unified', true), { type: 'start' }, accept('chg_1', 'chg_2'), split);
    const reset = act(done, { type: 'decide', changeIds: ['chg_2'], verdict: null });
    expect([reset.phase, reset.layout, remainingOf(reset)]).toEqual(['active', 'unified', 1]);
    expect(messagesBetween(done, reset)).toEqual([]);
    expect(stateMessage(reset, { theme: 'system', collapsed: true })).toMatchObject({ reviewing: true, remaining: 1 });
    const again = act(reset, reject('chg_2'));
    expect(messagesBetween(reset, again)).toMatchObject([
      { changeId: 'chg_2', action: 'rejected', remaining: 0 },
      { type: 'diffsvc:reviewComplete', accepted: ['chg_1'], rejected: ['chg_2'] },
    ]);
  });

  it('reopening goes on with a complete review, which then ends when it is finished', () => {
    const done = act(newReview(two, 'unified'), { type: 'start' }, accept('chg_1', 'chg_2'));
    const open = act(done, { type: 'reopen' });
    expect(open.phase).toBe('active');
    expect(act(open, reject('chg_1')).phase).toBe('active');
    expect(act(open, { type: 'finish' }).phase).toBe('completed');
  });

  it('without a lock the layout is free in every phase', () => {
    const active = act(newReview(two, 'split'), { type: 'start' });
    expect(active.layout).toBe('split');
    expect(act(active, { type: 'set-layout', layout: 'unified' }).layout).toBe('unified');
  });

  it('an undo reopens a review that its last decision completed', () => {
    const done = act(newReview(two, 'unified', true), { type: 'start' }, accept('chg_1'), reject('chg_2'), split);
    const back = act(done, { type: 'undo' });
    expect([back.phase, back.layout, remainingOf(back)]).toEqual(['active', 'unified', 1]);
    expect(act(back, { type: 'redo' }).phase).toBe('completed');
  });

  it('a document without changes is reviewed as soon as it is started', () => {
    const review = act(newReview(doc(p('a')), 'split'), { type: 'start' });
    expect(review.phase).toBe('completed');
    expect(messagesBetween(newReview(doc(p('a')), 'split'), review)).toHaveLength(1);
  });

  it('tells its state', () => {
    const review = act(newReview(two, 'unified'), { type: 'start' }, reject('chg_2'));
    expect(stateMessage(review, { theme: 'dark', collapsed: true })).toEqual({
      type: 'diffsvc:state',
      reviewing: true,
      view: 'unified',
      theme: 'dark',
      collapsed: true,
      total: 2,
      remaining: 1,
      accepted: [],
      rejected: ['chg_2'],
    });
  });
});

it('emptied items are pruned', () => {
  const blocks = doc(...ul(li('a'), li(p(ins('chg_1', 'b'))), li(p('c', ins('chg_2', 'd')))));
  const review = act(newReview(blocks, 'unified'), { type: 'start' }, reject('chg_1'));
  expect(resolvedHtmlOf(review).match(/<li>/g)).toHaveLength(2);
});

it('a change inside a rejected row goes with it, and comes back when the row is accepted after all', () => {
  const row = { ...tr(td(p('x ', ins('chg_2', 'y')))), onlyIn: { side: 'revised', changeId: 'chg_1' } } as const;
  const blocks = doc(table(tr(td(p('z ', del('chg_3', 'w')))), row));
  const rejected = act(newReview(blocks, 'unified'), { type: 'start' }, reject('chg_1'));
  expect(rejected.decisions.get('chg_2')).toEqual({ verdict: 'rejected', implied: true });
  expect(remainingOf(rejected)).toBe(1);
  const accepted = act(rejected, accept('chg_1'));
  expect(accepted.decisions.has('chg_2')).toBe(false);
  expect(remainingOf(accepted)).toBe(2);
});

it('a decision that an earlier version stored for a change inside a rejected row follows the row again', () => {
  const row = { ...tr(td(p('x ', ins('chg_2', 'y')))), onlyIn: { side: 'revised', changeId: 'chg_1' } } as const;
  const blocks = doc(table(tr(td(p('z ', del('chg_3', 'w')))), row));
  const decided = new Map([
    ['chg_1', 'rejected'],
    ['chg_2', 'rejected'],
  ] as const);
  const restored = act(newReview(blocks, 'unified'), { type: 'restore', decided, finished: false });
  expect(restored.decisions.get('chg_2')).toEqual({ verdict: 'rejected', implied: true });
  const reset = act(restored, { type: 'decide', changeIds: ['chg_1'], verdict: null });
  expect(remainingOf(reset)).toBe(3);
});
