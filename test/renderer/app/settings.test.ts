/// <reference types="svelte" />
import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICES, Settings, choicesOf } from '../../../renderer/app/state/settings.svelte.ts';

describe('settings', () => {
  it('what is stored wrongly is as at first, the rest as chosen', () => {
    for (const stored of [null, '', '{', '1', 'null', '[]']) expect(choicesOf(stored)).toEqual(DEFAULT_CHOICES);
    expect(choicesOf('{"theme":"dark","layout":"three","collapse":0,"compareAtOnce":false}')).toEqual({
      ...DEFAULT_CHOICES,
      theme: 'dark',
      compareAtOnce: false,
    });
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
