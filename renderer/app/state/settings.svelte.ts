import { isLayout, isTheme, type Layout, type Theme } from '../../../shared/messages/display.ts';
import { REVIEWER_COLORS } from '../../review/reviewer-colors.ts';

/** The person who reviews in this browser. */
export interface Reviewer {
  /** At most 80 characters; empty: not given. */
  readonly name: string;
  /** One of `REVIEWER_COLORS`. */
  readonly color: string;
}

export { REVIEWER_COLORS };

const NAME_MAX = 80;

/** The reader's preferences. */
export interface Choices {
  readonly reviewer: Reviewer;
  readonly theme: Theme;
  readonly layout: Layout;
  /** Whether long unchanged runs are folded. */
  readonly collapse: boolean;
  /** Whether two files are compared as soon as both are given. */
  readonly compareAtOnce: boolean;
  /** Whether a comparison is made again when one of its files is saved. */
  readonly compareWhenSaved: boolean;
  /** Whether single characters are commands. */
  readonly characterKeys: boolean;
  /** Whether the first-run page was seen. */
  readonly welcomed: boolean;
}

/** The defaults. */
export const DEFAULT_CHOICES: Choices = {
  reviewer: { name: '', color: REVIEWER_COLORS[0] },
  theme: 'system',
  layout: 'unified',
  collapse: true,
  compareAtOnce: true,
  compareWhenSaved: true,
  characterKeys: true,
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
  const { reviewer, theme, layout, collapse, compareAtOnce, compareWhenSaved, characterKeys, welcomed } =
    value as Record<string, unknown>;
  const flag = (given: unknown, otherwise: boolean): boolean => (typeof given === 'boolean' ? given : otherwise);
  return {
    reviewer: reviewerOf(reviewer),
    theme: isTheme(theme) ? theme : DEFAULT_CHOICES.theme,
    layout: isLayout(layout) ? layout : DEFAULT_CHOICES.layout,
    collapse: flag(collapse, DEFAULT_CHOICES.collapse),
    compareAtOnce: flag(compareAtOnce, DEFAULT_CHOICES.compareAtOnce),
    compareWhenSaved: flag(compareWhenSaved, DEFAULT_CHOICES.compareWhenSaved),
    characterKeys: flag(characterKeys, DEFAULT_CHOICES.characterKeys),
    welcomed: flag(welcomed, DEFAULT_CHOICES.welcomed),
  };
}

function reviewerOf(value: unknown): Reviewer {
  if (typeof value !== 'object' || value === null) return DEFAULT_CHOICES.reviewer;
  const { name, color } = value as Record<string, unknown>;
  return {
    name: typeof name === 'string' ? name.slice(0, NAME_MAX) : '',
    color: REVIEWER_COLORS.find((each) => each === color) ?? REVIEWER_COLORS[0],
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

  get reviewer(): Reviewer {
    return this.choices.reviewer;
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
