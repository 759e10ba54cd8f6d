import { isLayout, isTheme, type Layout, type Theme } from '../../../shared/messages/display.ts';

/** What the reader likes best. */
export interface Choices {
  readonly theme: Theme;
  readonly layout: Layout;
  /** Long runs without a change are folded. */
  readonly collapse: boolean;
  /** Two files are compared as soon as both are there. */
  readonly compareAtOnce: boolean;
  /** The first-run page was seen. */
  readonly welcomed: boolean;
}

/** Before the reader has chosen anything. */
export const DEFAULT_CHOICES: Choices = {
  theme: 'system',
  layout: 'unified',
  collapse: true,
  compareAtOnce: true,
  welcomed: false,
};

const KEY = 'diffsvc.settings';

/** The choices that a stored text holds; what is missing or wrong in it is as at first. */
export function choicesOf(stored: string | null): Choices {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? 'null');
  } catch {
    return DEFAULT_CHOICES;
  }
  if (typeof value !== 'object' || value === null) return DEFAULT_CHOICES;
  const { theme, layout, collapse, compareAtOnce, welcomed } = value as Record<string, unknown>;
  const flag = (given: unknown, otherwise: boolean): boolean => (typeof given === 'boolean' ? given : otherwise);
  return {
    theme: isTheme(theme) ? theme : DEFAULT_CHOICES.theme,
    layout: isLayout(layout) ? layout : DEFAULT_CHOICES.layout,
    collapse: flag(collapse, DEFAULT_CHOICES.collapse),
    compareAtOnce: flag(compareAtOnce, DEFAULT_CHOICES.compareAtOnce),
    welcomed: flag(welcomed, DEFAULT_CHOICES.welcomed),
  };
}

/** The choices, kept in this browser. Without storage they last as long as the page. */
export class Settings {
  choices: Choices = $state.raw(DEFAULT_CHOICES);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null) {
    this.#storage = storage;
    this.choices = choicesOf(storage?.getItem(KEY) ?? null);
  }

  /** Chooses something. */
  choose(change: Partial<Choices>): void {
    this.choices = { ...this.choices, ...change };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.choices));
    } catch {
      // Full or denied: the choice holds until the page is closed.
    }
  }

  /** Everything as at first. */
  reset(): void {
    this.choices = DEFAULT_CHOICES;
    this.#storage?.removeItem(KEY);
  }
}
