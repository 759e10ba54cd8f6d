/** Every reader may write notes, with or without a review. */
import { describe, expect, it } from 'vitest';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { SavedReview, type ReviewStorage } from '../../../renderer/review/saved-review.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const BLOCKS = doc(p('a ', del('chg_1', 'b'), ins('chg_1', 'c')), p('d ', ins('chg_2', 'e')));
const NOTE = { text: 'Ask Ann.', tags: ['price'] };

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

function visit(kept: ReviewStorage, mayReview = true): ReviewSession {
  return new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'split', theme: 'system', collapse: true },
    mayReview,
    memory: new SavedReview(kept, 'cmp_1', 'fragment', () => 0),
  });
}

describe('notes of one who only reads', () => {
  it('are there at the next visit, without a review and whether or not there may be one', () => {
    for (const mayReview of [true, false]) {
      const kept = storage();
      visit(kept, mayReview).setNote('chg_2', NOTE);
      const again = visit(kept, mayReview);
      expect(again.notes.get('chg_2')).toEqual(NOTE);
      expect([again.review.phase, again.review.layout]).toEqual(['inactive', 'split']);
    }
  });

  it('go along into a review that is started later', () => {
    const kept = storage();
    visit(kept).setNote('chg_2', NOTE);
    const later = visit(kept);
    later.startReview();
    later.act({ type: 'decide', changeIds: ['chg_1'], verdict: 'accepted' });
    expect(later.notes.get('chg_2')).toEqual(NOTE);
    expect(visit(kept).notes.get('chg_2')).toEqual(NOTE);
  });

  it('leave the decisions of an earlier visit alone', () => {
    const kept = storage();
    const first = visit(kept);
    first.startReview();
    first.act({ type: 'decide', changeIds: ['chg_1'], verdict: 'rejected' });
    visit(kept).setNote('chg_2', NOTE);
    const third = visit(kept);
    third.startReview();
    expect([...third.review.decisions.keys()]).toEqual(['chg_1']);
    expect(third.notes.get('chg_2')).toEqual(NOTE);
  });
});
