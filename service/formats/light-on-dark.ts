/** Light text on a dark ground is the look of a band, such as a table head. It marks no words. */

/** Relative luminance (WCAG 2.2) from which text is light, and up to which a ground is dark. */
const LIGHT_MIN = 0.7;
const DARK_MAX = 0.25;

/** Whether a colour, `rrggbb`, is light. */
export function isLight(colour: string): boolean {
  const luminance = luminanceOf(colour);
  return luminance !== null && luminance >= LIGHT_MIN;
}

/** Whether a colour, `rrggbb`, is dark. */
export function isDark(colour: string): boolean {
  const luminance = luminanceOf(colour);
  return luminance !== null && luminance <= DARK_MAX;
}

/** From 0 for black to 1 for white; null: no colour. */
function luminanceOf(colour: string): number | null {
  if (!/^[0-9a-f]{6}$/i.test(colour)) return null;
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
