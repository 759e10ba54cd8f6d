import { isLayout, isTheme, type Layout, type Theme } from '../../../shared/messages/display.ts';

/** The reader's preferences. */
export interface Choices {
  readonly theme: Theme;
  readonly layout: Layout;
  /** Whether long unchanged runs are folded. */
  readonly collapse: boolean;
  /** Whether two files are compared as soon as both are given. */
  readonly compareAtOnce: boolean;
  /** Whether the first-run page was seen. */
  readonly welcomed: boolean;
}

/** The defaults. */
export const DEFAULT_CHOICES: Choices = {
  theme: 'system',
  layout: 'unified',
  collapse: true,
  compareAtOnce: true,
  welcomed: false,
};

const KEY = 'diffsvc.settings';

/** The settings in a stored text. Missing or invalid values get their defaults. */
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

/** The settings in this browser. Without storage they last as long as the page. */
export class Settings {
  choices: Choices = $state.raw(DEFAULT_CHOICES);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null) {
    this.#storage = storage;
    this.choices = choicesOf(storage?.getItem(KEY) ?? null);
  }

  /** Changes settings. */
  choose(change: Partial<Choices>): void {
    this.choices = { ...this.choices, ...change };
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.choices));
    } catch {
      // The storage is full or denied. The change lasts until the page closes.
    }
  }

  /** Restores the defaults. */
  reset(): void {
    this.choices = DEFAULT_CHOICES;
    this.#storage?.removeItem(KEY);
  }
}
