/// <reference types="svelte" />
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICES, REVIEWER_COLORS, Settings, choicesOf } from '../../../renderer/app/state/settings.svelte.ts';

describe('settings', () => {
  it('what is stored wrongly is as at first, the rest as chosen', () => {
    for (const stored of [null, '', '{', '1', 'null', '[]']) expect(choicesOf(stored)).toEqual(DEFAULT_CHOICES);
    expect(choicesOf('{"theme":"dark","layout":"three","collapse":0,"compareAtOnce":false}')).toEqual({
      ...DEFAULT_CHOICES,
      theme: 'dark',
      compareAtOnce: false,
    });
  });

  it('the reviewer has a name of limited length and one of the colours', () => {
    const reviewer = (given: unknown) => choicesOf(JSON.stringify({ reviewer: given })).reviewer;
    expect(reviewer({ name: 'Ada', color: REVIEWER_COLORS[2] })).toEqual({ name: 'Ada', color: REVIEWER_COLORS[2] });
    expect(reviewer({ name: 7, color: 'url(x)' })).toEqual(DEFAULT_CHOICES.reviewer);
    expect(reviewer({ name: 'x'.repeat(99) }).name).toHaveLength(80);
    for (const given of [null, 1, 'Ada']) expect(reviewer(given)).toEqual(DEFAULT_CHOICES.reviewer);
  });

  it('hold without a storage that takes them', () => {
    const refusing = {
      getItem: () => null,
      removeItem: () => undefined,
      setItem: () => {
        throw new Error('full');
      },
    };
    const settings = new Settings(refusing);
    settings.choose({ theme: 'light' });
    expect(settings.choices.theme).toBe('light');
    settings.reset();
    expect(settings.choices).toEqual(DEFAULT_CHOICES);
  });
});
