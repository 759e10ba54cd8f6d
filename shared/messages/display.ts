/** How a comparison is laid out, and in which colours: the words of the query of 4.9 and of the messages of 6.2. */

/** Both texts in one, or the original on the left and the revised on the right. */
export const LAYOUTS = ['unified', 'split'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** `system`: whatever the reader's system says. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Whether a value is a layout. */
export function isLayout(value: unknown): value is Layout {
  return LAYOUTS.some((layout) => layout === value);
}

/** Whether a value is a theme. */
export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}
