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
import { runsOf } from '../../seed/seed.ts';

const RUNS = { numRuns: runsOf(150), interruptAfterTimeLimit: 15_000 };

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
          for (;;) {
            const open = one.changeIds.filter((id) => !one.decisions.has(id));
            if (open.length === 0) break;
            one = nextReview(one, { type: 'decide', changeIds: [open[gen(fc.nat, open.length - 1)]!], verdict });
          }
          expect(resolvedHtmlOf(one)).toBe(resolvedHtmlOf(all));
          expect(idsWith(one, verdict)).toEqual(all.changeIds);
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
        let review = nextReview(last, { type: 'reopen' });
        const seen = [review];
        for (let count = last.past.length; count > 0; count--) {
          review = nextReview(nextReview(review, { type: 'undo' }), { type: 'reopen' });
          seen.push(review);
        }
        expect(review.decisions.size).toBe(0);
        expect(review.resolved).toEqual(blocks);
        seen.pop();
        for (const expected of seen.reverse()) {
          review = nextReview(nextReview(review, { type: 'redo' }), { type: 'reopen' });
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
        const [undone, expected] = [again, last].map((review) => act(review, { type: 'reopen' }, { type: 'undo' }));
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
        if (again.changeIds.length > 0) expect(again.phase).toBe(last.phase);
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

  it('the last decision ends no review; finishing does, and leaves the marks of what is open', () => {
    const active = act(newReview(two, 'unified'), { type: 'start' });
    const decided = act(active, accept('chg_1'), reject('chg_2'));
    expect([decided.phase, remainingOf(decided)]).toEqual(['active', 0]);
    expect(resolvedHtmlOf(decided)).toBe('<div class="diffsvc"><p>a c</p><p>d </p></div>');
    expect(act(decided, { type: 'finish' }).phase).toBe('completed');
    const finished = act(active, accept('chg_1'), { type: 'finish' });
    const [message] = messagesBetween(act(active, accept('chg_1')), finished) as [ReviewComplete];
    expect(message).toMatchObject({ accepted: ['chg_1'], rejected: [] });
    expect(message.resolvedHtml).toContain('<ins data-change-id="chg_2">e</ins>');
  });

  it('the last decision completes a hosted review', () => {
    const active = act(newReview(two, 'unified', true), { type: 'start' });
    const done = act(active, accept('chg_1'), reject('chg_2'));
    expect(done.phase).toBe('completed');
    expect(messagesBetween(act(active, accept('chg_1')), done)).toMatchObject([
      { type: 'diffsvc:changeResolved', changeId: 'chg_2', action: 'rejected', remaining: 0, total: 2 },
      { type: 'diffsvc:reviewComplete', accepted: ['chg_1'], rejected: ['chg_2'] },
    ]);
  });

  it('a finished review takes nothing until it is reopened', () => {
    for (const isHosted of [true, false]) {
      const active = act(newReview(two, 'unified', isHosted), { type: 'start' }, accept('chg_1'));
      const finished = act(active, { type: 'finish' });
      const all: ReviewAction = { type: 'decide-remaining', verdict: 'accepted' };
      expect(act(finished, reject('chg_1'), all, { type: 'undo' }, { type: 'redo' }, { type: 'finish' })).toBe(
        finished,
      );
      for (const type of ['reopen', 'start'] as const) {
        const open = act(finished, { type });
        expect([open.phase, open.past, open.made]).toEqual(['active', active.past, active.made]);
        expect(remainingOf(act(open, { type: 'undo' }))).toBe(2);
      }
    }
  });

  it('finishing is no step: an undo after it takes back the last decision alone', () => {
    const active = act(newReview(two, 'unified'), { type: 'start' }, accept('chg_1'), reject('chg_2'));
    const again = act(active, { type: 'finish' }, { type: 'reopen' }, { type: 'undo' });
    expect([again.phase, [...again.made]]).toEqual(['active', [['chg_1', 'accepted']]]);
  });

  it('a hosted review that goes on is complete again with the next decision, and says its new result', () => {
    const done = act(newReview(two, 'unified', true), { type: 'start' }, accept('chg_1', 'chg_2'));
    const open = act(done, { type: 'start' });
    expect([open.phase, open.layout]).toEqual(['active', 'unified']);
    const again = act(open, reject('chg_1'));
    expect(messagesBetween(open, again)).toMatchObject([
      { type: 'diffsvc:changeResolved', changeId: 'chg_1', action: 'rejected', remaining: 0, total: 2 },
      { type: 'diffsvc:reviewComplete', accepted: ['chg_2'], rejected: ['chg_1'] },
    ]);
    const reset = act(open, { type: 'decide', changeIds: ['chg_2'], verdict: null });
    expect([reset.phase, remainingOf(reset), messagesBetween(open, reset)]).toEqual(['active', 1, []]);
    expect(stateMessage(reset, { theme: 'system', collapsed: true })).toMatchObject({ reviewing: true, remaining: 1 });
  });

  it('without a lock the layout is free in every phase', () => {
    const active = act(newReview(two, 'split'), { type: 'start' });
    expect(active.layout).toBe('split');
    expect(act(active, { type: 'set-layout', layout: 'unified' }).layout).toBe('unified');
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

/** A clause that moved from the beginning to the end, and a word that changed between. */
const moved = doc(
  { ...p('Liability is limited.'), onlyIn: { side: 'original', changeId: 'chg_1', moveId: 'mov_1' } },
  p('Fees are ', del('chg_2', 'ten'), ins('chg_2', 'twelve')),
  { ...p('Liability is limited.'), onlyIn: { side: 'revised', changeId: 'chg_3', moveId: 'mov_1' } },
);
const CLAUSE = /Liability/gu;

describe('a moved clause', () => {
  const started = act(newReview(moved, 'unified'), { type: 'start' });

  it('stands exactly once, whichever ends are decided in whichever order', () => {
    const verdict = fc.constantFrom(accept, reject);
    fc.assert(
      fc.property(fc.array(fc.tuple(verdict, fc.constantFrom('chg_1', 'chg_3')), { minLength: 1 }), (presses) => {
        const review = act(started, ...presses.map(([decide, id]) => decide(id)));
        expect(resolvedHtmlOf(review).match(CLAUSE)).toHaveLength(1);
        expect(remainingOf(review)).toBe(1);
      }),
    );
  });

  it('is where the last decision puts it, and one undo takes it back', () => {
    const rejected = act(started, reject('chg_3'));
    expect(idsWith(rejected, 'rejected')).toEqual(['chg_1', 'chg_3']);
    const accepted = act(rejected, accept('chg_1'));
    expect(idsWith(accepted, 'accepted')).toEqual(['chg_1', 'chg_3']);
    expect(idsWith(act(accepted, { type: 'undo' }), 'rejected')).toEqual(['chg_1', 'chg_3']);
    expect(act(accepted, { type: 'undo' }, { type: 'undo' }).made.size).toBe(0);
    expect(act(accepted, { type: 'decide', changeIds: ['chg_3'], verdict: null }).made.size).toBe(0);
  });

  it('is decided as a whole by decisions from elsewhere', () => {
    const adopted = act(started, { type: 'decide-each', decided: new Map([['chg_3', 'rejected']]) });
    expect(idsWith(adopted, 'rejected')).toEqual(['chg_1', 'chg_3']);
    const rest = act(started, { type: 'decide-remaining', verdict: 'accepted' });
    expect(idsWith(rest, 'accepted')).toEqual(['chg_1', 'chg_2', 'chg_3']);
  });

  it('tells a host about both ends', () => {
    const units = { remainingUnits: 1, totalUnits: 2 };
    expect(messagesBetween(started, act(started, reject('chg_3')))).toEqual([
      { type: 'diffsvc:changeResolved', changeId: 'chg_1', action: 'rejected', remaining: 2, total: 3, ...units },
      { type: 'diffsvc:changeResolved', changeId: 'chg_3', action: 'rejected', remaining: 1, total: 3, ...units },
    ]);
  });

  it('of an earlier visit keeps a verdict that does not contradict itself; otherwise it is undecided, and said', () => {
    const visit = (...decided: [string, 'accepted' | 'rejected'][]): Review =>
      act(newReview(moved, 'unified'), { type: 'restore', decided: new Map(decided), finished: true });
    const [a, r] = ['accepted', 'rejected'] as const;
    const alike = visit(['chg_1', a], ['chg_3', a]);
    expect([idsWith(alike, a), alike.divided, alike.phase]).toEqual([['chg_1', 'chg_3'], [], 'completed']);
    const half = visit(['chg_3', r]);
    expect([idsWith(half, r), half.divided]).toEqual([['chg_1', 'chg_3'], []]);
    const divided = visit(['chg_1', a], ['chg_2', r], ['chg_3', r]);
    expect([...divided.made]).toEqual([['chg_2', r]]);
    expect(divided.divided.map(({ changeIds }) => changeIds)).toEqual([['chg_1', 'chg_3']]);
    // What is undecided again was not finished.
    expect(divided.phase).toBe('active');
  });

  it('is in no history by halves: a history of an earlier version that divides it is left out', () => {
    const history = {
      past: [[['chg_3', null, 'rejected']], [['chg_1', null, 'rejected']]],
      future: [],
    } satisfies { past: ReviewStep[]; future: ReviewStep[] };
    const decided = new Map([
      ['chg_1', 'rejected'],
      ['chg_3', 'rejected'],
    ] as const);
    const review = act(newReview(moved, 'unified'), { type: 'restore', decided, finished: false, history });
    expect([review.past, idsWith(review, 'rejected')]).toEqual([[], ['chg_1', 'chg_3']]);
  });
});

it('every unit is decided as a whole or not at all, whatever is done', () => {
  fc.assert(
    fc.property(reviewed, ({ blocks, actions }) => {
      for (const review of walk(blocks, actions)) {
        for (const { changeIds } of review.units.all) {
          const made = changeIds.map((id) => review.made.get(id));
          expect(new Set(made).size).toBe(1);
          const decided = changeIds.filter((id) => review.decisions.has(id));
          expect([0, changeIds.length]).toContain(decided.length);
        }
      }
    }),
    RUNS,
  );
});
