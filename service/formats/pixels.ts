/** Largest displayed size that is read: a thousand metres. */
const PIXELS_MAX = 999_999_999;

/** A displayed size in CSS pixels as images have it, with two decimals; undefined if it is no size. */
export function pixels(size: number): number | undefined {
  return size >= 0 && size <= PIXELS_MAX ? Math.round(size * 100) / 100 : undefined;
}
