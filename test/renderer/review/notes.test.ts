/** Every reader may write notes, with or without a review. */
import { describe, expect, it } from 'vitest';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { SavedReview, type ReviewStorage } from '../../../renderer/review/saved-review.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const BLOCKS = doc(p('a ', del('chg_1', 'b'), ins('chg_1', 'c')), p('d ', ins('chg_2', 'e')));
const AT = '1970-01-01T00:00:00.000Z';
const NOTE = { messages: [{ author: '', at: AT, text: 'Ask Ann.' }], tags: ['price'] };

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
    now: () => 0,
    newId: () => 'n1',
    isHosted: true,
  });
}

function write({ notes }: ReviewSession): void {
  notes.add({ kind: 'change', changeId: 'chg_2' }, 'Ask Ann.');
  notes.setTags('chg_2', ['price']);
}

describe('notes of one who only reads', () => {
  it('are there at the next visit, without a review and whether or not there may be one', () => {
    for (const mayReview of [true, false]) {
      const kept = storage();
      write(visit(kept, mayReview));
      const again = visit(kept, mayReview);
      expect(again.notes.onChanges.get('chg_2')).toEqual(NOTE);
      expect([again.review.phase, again.review.layout]).toEqual(['inactive', 'split']);
    }
  });

  it('go along into a review that is started later', () => {
    const kept = storage();
    write(visit(kept));
    const later = visit(kept);
    later.startReview();
    later.act({ type: 'decide', changeIds: ['chg_1'], verdict: 'accepted' });
    expect(later.notes.onChanges.get('chg_2')).toEqual(NOTE);
    expect(visit(kept).notes.onChanges.get('chg_2')).toEqual(NOTE);
  });

  it('leave the decisions of an earlier visit alone', () => {
    const kept = storage();
    const first = visit(kept);
    first.startReview();
    first.act({ type: 'decide', changeIds: ['chg_1'], verdict: 'rejected' });
    write(visit(kept));
    const third = visit(kept);
    third.startReview();
    expect([...third.review.decisions.keys()]).toEqual(['chg_1']);
    expect(third.notes.onChanges.get('chg_2')).toEqual(NOTE);
  });
});

describe('threads', () => {
  const about = { kind: 'change', changeId: 'chg_1' } as const;

  it('that were written without a name get the name that is given later, and are kept with it', () => {
    const kept = storage();
    const session = visit(kept);
    session.notes.add(about, 'Why?');
    const id = session.notes.addAbout({ quote: 'd', before: '', after: '' }, 'Here, too.')!;
    session.decided.setReviewer({ name: 'Ann' });
    session.notes.rename('', 'Ann');
    const again = visit(kept);
    const authors = [about, { kind: 'passage', id } as const].map((each) => again.notes.messagesOf(each)[0]?.author);
    expect(authors).toEqual(['Ann', 'Ann']);
  });

  it('of a colleague without a name are not taken for own ones', () => {
    const colleague = visit(storage());
    colleague.notes.add(about, 'Because.');
    const own = visit(storage());
    own.takeOver(colleague.decided.record());
    expect(own.notes.messagesOf(about).map(({ author }) => author === own.notes.author)).toEqual([false]);
  });

  it('have an author and a time for each message, which its author may change', () => {
    const session = visit(storage());
    session.decided.setReviewer({ name: 'Ann' });
    session.notes.add(about, ' Why? ');
    session.decided.setReviewer({ name: 'Bob' });
    session.notes.add(about, 'Because.');
    session.notes.edit(about, 1, 'Because of the price.');
    expect(session.notes.messagesOf(about)).toEqual([
      { author: 'Ann', at: AT, text: 'Why?' },
      { author: 'Bob', at: AT, text: 'Because of the price.' },
    ]);
    session.notes.edit(about, 0, ' ');
    session.notes.edit(about, 0, '');
    expect(session.notes.total).toBe(0);
  });

  it('about a passage are there at the next visit, and go with a colleague’s copy', () => {
    const kept = storage();
    const passage = { quote: 'd', before: '', after: ' e' };
    const first = visit(kept);
    expect(first.notes.addAbout(passage, '')).toBeNull();
    expect(first.notes.addAbout(passage, 'Who?')).toBe('n1');
    const again = visit(kept);
    expect(again.notes.messagesOf({ kind: 'passage', id: 'n1' })).toMatchObject([{ text: 'Who?' }]);
    const colleague = visit(storage());
    colleague.takeOver({ ...again.decided.record(), reviewer: 'Ann' });
    expect(colleague.notes.messagesOf({ kind: 'passage', id: 'n1' })).toMatchObject([{ author: 'Ann', text: 'Who?' }]);
  });

  it('of an earlier version of this browser are messages of its reviewer', () => {
    const kept = storage();
    const entry = {
      fragmentLength: 'fragment'.length,
      savedAtMs: 0,
      ...{ reviewer: 'Ann', savedAt: null, finished: true, accepted: ['chg_1'], rejected: ['chg_2'] },
      notes: [{ changeId: 'chg_1', text: 'Why?', tags: [] }],
    };
    kept.setItem('diffsvc:review:cmp_1', JSON.stringify(entry));
    const session = visit(kept);
    session.startReview();
    expect(session.notes.messagesOf(about)).toEqual([{ author: 'Ann', at: null, text: 'Why?' }]);
    expect([session.review.phase, session.decided.outcome]).toEqual([
      'completed',
      { accepted: 1, rejected: 1, open: 0, notes: 1 },
    ]);
    session.reopen();
    session.reset('chg_1');
    expect(session.remaining).toBe(1);
  });
});
