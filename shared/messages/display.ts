/** The layout and the colours of a comparison. Viewer links and window messages use these words (docs/embed.md). */

/** `unified`: both texts in one. `split`: the original on the left and the revised text on the right. */
export const LAYOUTS = ['unified', 'split'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** `system`: the setting of the reader's system. */
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
