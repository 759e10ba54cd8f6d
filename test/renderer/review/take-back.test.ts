/** Decisions are set, changed and taken back at any time: after everything is decided, after finishing, after a reload. */
import { describe, expect, it } from 'vitest';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { NO_FILTER } from '../../../renderer/review/change-filter.ts';
import { SavedReview, type ReviewStorage } from '../../../renderer/review/saved-review.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const BLOCKS = doc(
  p('a ', del('chg_1', 'b'), ins('chg_1', 'c')),
  p('d ', ins('chg_2', 'e')),
  p('f ', del('chg_3', 'g')),
  p('h ', ins('chg_4', 'not i')),
);

function storage(): ReviewStorage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

function visit(kept: ReviewStorage): ReviewSession {
  const session = new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'split', theme: 'system', collapse: true },
    mayReview: true,
    memory: new SavedReview(kept, 'cmp_1', 'fragment', () => 0),
  });
  session.startReview();
  return session;
}

const verdicts = ({ review }: ReviewSession): string =>
  review.changeIds.map((id) => review.decisions.get(id)?.verdict[0] ?? '.').join('');

describe('decisions', () => {
  it('after accepting all, leaving and coming back can all be taken back', () => {
    const kept = storage();
    visit(kept).decideMatching('accepted');
    const again = visit(kept);
    expect([verdicts(again), again.review.phase]).toEqual(['aaaa', 'active']);
    again.select('chg_2');
    expect(again.current?.id).toBe('chg_2');
    again.reject('chg_2');
    again.reset('chg_3');
    expect([verdicts(again), again.remaining]).toEqual(['ar.a', 1]);
    again.undo();
    again.undo();
    again.undo();
    expect(verdicts(again)).toBe('....');
    const third = visit(kept);
    expect(verdicts(third)).toBe('....');
    third.redo();
    third.redo();
    expect(verdicts(third)).toBe('araa');
  });

  it('after finishing can be changed only when the review is reopened', () => {
    const session = visit(storage());
    session.accept('chg_1');
    session.finish();
    expect([session.asksToFinish, session.review.phase]).toEqual([true, 'active']);
    session.finishAnyway();
    expect(session.decided.outcome).toEqual({ accepted: 1, rejected: 0, open: 3, notes: 0 });
    session.select('chg_1');
    session.reject();
    session.reject('chg_1');
    session.decideMatching('accepted');
    session.undo();
    expect([verdicts(session), session.review.phase]).toEqual(['a...', 'completed']);
    session.reopen();
    session.reject('chg_1');
    expect([verdicts(session), session.review.phase]).toEqual(['r...', 'active']);
  });

  it('on everything shown say how many, and one undo takes them back', () => {
    const session = visit(storage());
    session.reject('chg_1');
    session.listed.filter = { ...NO_FILTER, group: 'insert' };
    expect(session.targetsOf('accepted')).toEqual(['chg_2', 'chg_4']);
    session.decideMatching('accepted');
    expect(verdicts(session)).toBe('ra.a');
    session.listed.filter = { ...NO_FILTER, status: 'rejected' };
    expect(session.targetsOf('rejected')).toEqual([]);
    expect(session.targetsOf('accepted')).toEqual(['chg_1']);
    expect(session.targetsOf(null)).toEqual(['chg_1']);
    session.listed.filter = NO_FILTER;
    session.undo();
    expect(verdicts(session)).toBe('r...');
  });

  it('keep the change in the document, in every layout', () => {
    const session = visit(storage());
    expect(session.review.layout).toBe('split');
    session.select('chg_1');
    session.accept();
    expect(session.currentId).toBe('chg_2');
    expect(session.shown.segments).toBe(session.shown.initial);
    session.shown.showsDecided = false;
    expect(session.shown.segments.flatMap(({ changeIds }) => changeIds)).toEqual(['chg_2', 'chg_3', 'chg_4']);
  });

  it('are passed over by stepping, unless it goes through all', () => {
    const session = visit(storage());
    session.decideTogether(['chg_2', 'chg_3'], 'accepted');
    session.select('chg_1');
    session.step(1);
    expect(session.currentId).toBe('chg_4');
    session.step(-1);
    expect(session.currentId).toBe('chg_1');
    session.stepsThroughAll = true;
    session.step(1);
    expect(session.currentId).toBe('chg_2');
    session.decideMatching('accepted');
    session.stepsThroughAll = false;
    session.step(1);
    expect(session.currentId).toBe('chg_3');
  });

  it('of a history that is not theirs stay without it', () => {
    const kept = storage();
    visit(kept).decideMatching('accepted');
    const entry = JSON.parse(kept.getItem('diffsvc:review:cmp_1')!) as Record<string, unknown>;
    for (const history of [
      { changes: 4, past: [['.r 1-4']], future: [] },
      { changes: 4, past: [['.a 1-9']], future: [] },
      { changes: 9, past: [['.a 1-4']], future: [] },
      { changes: 4, past: ['nonsense'], future: [] },
      'nonsense',
    ]) {
      kept.setItem('diffsvc:review:cmp_1', JSON.stringify({ ...entry, history }));
      const session = visit(kept);
      expect(verdicts(session)).toBe('aaaa');
      session.undo();
      expect(verdicts(session)).toBe('aaaa');
    }
  });
});

describe('a browser that keeps nothing', () => {
  const full: ReviewStorage = {
    ...storage(),
    length: 0,
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
  it('is reported after the first decision that it does not store', () => {
    const session = visit(storage());
    session.accept('chg_1');
    expect(session.decided.isKept).toBe(true);
    const unkept = visit(full);
    unkept.accept('chg_1');
    expect([verdicts(unkept), unkept.decided.isKept]).toEqual(['a...', false]);
  });
});

it('a hosted review has the layout and the document of the specification', () => {
  const session = new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'split', theme: 'system', collapse: true },
    mayReview: true,
    isHosted: true,
    memory: { load: () => null, save: () => true },
  });
  session.accept('chg_1');
  expect(session.remaining).toBe(4);
  session.startReview();
  session.setLayout('split');
  expect(session.review.layout).toBe('unified');
  session.accept('chg_1');
  expect(session.shown.segments.flatMap(({ changeIds }) => changeIds)).toEqual(['chg_2', 'chg_3', 'chg_4']);
  session.reset('chg_1');
  expect(session.shown.segments.flatMap(({ changeIds }) => changeIds)).toHaveLength(4);
});
