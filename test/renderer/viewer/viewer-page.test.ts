/** What the viewer reads of its address and its page. */
import { describe, expect, it } from 'vitest';
import { SavedReview, type ReviewStorage } from '../../../renderer/review/saved-review.ts';
import { viewerOptions } from '../../../renderer/viewer/viewer-options.ts';
import { ViewerToken } from '../../../renderer/viewer/viewer-token.ts';
import { EMPTY_RECORD, type ReviewRecord } from '../../../shared/review-file/review-record.ts';

function storage(): ReviewStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

describe('the query of 4.9', () => {
  it('is read, and what it does not know is left out', () => {
    const read = (query: string) => viewerOptions(new URLSearchParams(query));
    expect(read('')).toEqual({
      theme: 'system',
      layout: 'unified',
      collapse: true,
      controls: true,
      transparent: false,
      review: null,
    });
    expect(read('theme=dark&view=split&collapse=false&controls=false&bg=transparent&review=true')).toEqual({
      theme: 'dark',
      layout: 'split',
      collapse: false,
      controls: false,
      transparent: true,
      review: true,
    });
    expect(read('theme=DARK&view=&collapse=0&controls=no&bg=red&review=1')).toEqual(read(''));
    expect(read('review=false').review).toBe(false);
  });
});

describe('the token', () => {
  const address = 'http://127.0.0.1:4870/view/cmp_1?theme=dark&token=cmp_tok_1_a%2Bb&view=split#x';

  it('leaves the address and is there after a reload, for its own comparison', () => {
    const tab = storage();
    const first = new ViewerToken(new URL(address), 'cmp_1', tab);
    expect(first.ofEarlierLoad).toBeNull();
    expect(first.cleanAddress).toBe('/view/cmp_1?theme=dark&view=split#x');
    const reloaded = new URL(first.cleanAddress, address);
    expect(new ViewerToken(reloaded, 'cmp_1', tab).ofEarlierLoad).toBe('cmp_tok_1_a+b');
    expect(new ViewerToken(reloaded, 'cmp_2', tab).ofEarlierLoad).toBeNull();
    expect(new ViewerToken(reloaded, 'cmp_1', null).ofEarlierLoad).toBeNull();
  });

  it('does without a storage that refuses', () => {
    const refusing = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(new ViewerToken(new URL(address), 'cmp_1', refusing).cleanAddress).not.toContain('token');
    expect(new ViewerToken(new URL('http://x/view/cmp_1'), 'cmp_1', refusing).ofEarlierLoad).toBeNull();
  });
});

describe('a saved review', () => {
  const DAY = 24 * 3_600_000;
  const decided: ReviewRecord = {
    reviewer: 'Ann',
    savedAt: null,
    finished: false,
    decided: new Map([['chg_2', 'rejected']]),
    notes: new Map([['chg_1', { messages: [{ author: 'Ann', at: null, text: 'Why?' }], tags: ['price'] }]]),
    passages: new Map(),
  };

  it('is taken up for the same comparison and content, and for no other', () => {
    const browser = storage();
    new SavedReview(browser, 'cmp_1', '<html>', () => 0).save(decided);
    expect(new SavedReview(browser, 'cmp_1', '<html>', () => 0).load()).toEqual(decided);
    expect(new SavedReview(browser, 'cmp_2', '<html>', () => 0).load()).toBeNull();
    expect(new SavedReview(browser, 'cmp_1', '<html> ', () => 0).load()).toBeNull();
    expect(new SavedReview(null, 'cmp_1', '<html>', () => 0).load()).toBeNull();
  });

  it('is dropped after a month, with whatever cannot be read', () => {
    const browser = storage();
    browser.kept.set('diffsvc:review:broken', '{');
    browser.kept.set('other', '{');
    new SavedReview(browser, 'cmp_1', 'a', () => 0).save(decided);
    new SavedReview(browser, 'cmp_2', 'a', () => 31 * DAY).save(decided);
    expect([...browser.kept.keys()].sort()).toEqual(['diffsvc:review:cmp_2', 'other']);
  });

  it('of an earlier version has neither notes nor a name', () => {
    const browser = storage();
    const entry = { fragmentLength: 1, savedAtMs: 0, finished: true, accepted: ['chg_1'], rejected: [] };
    browser.kept.set('diffsvc:review:cmp_1', JSON.stringify(entry));
    expect(new SavedReview(browser, 'cmp_1', 'a', () => 0).load()).toEqual({
      ...EMPTY_RECORD,
      finished: true,
      decided: new Map([['chg_1', 'accepted']]),
    });
  });

  it('is nothing when the entry is not ours', () => {
    const browser = storage();
    for (const text of ['[]', '1', '{"fragmentLength":1}', '{"fragmentLength":1,"accepted":[1],"rejected":[]}']) {
      browser.kept.set('diffsvc:review:cmp_1', text);
      expect(new SavedReview(browser, 'cmp_1', 'a', () => 0).load()).toBeNull();
    }
  });
});
