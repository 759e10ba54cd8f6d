/**
 * The direction of a block that `dir` cannot state. It is vertical lines of a text, or the order of a table's columns.
 * It is shown and compared. A fallback carries it.
 */
import { PLAIN_ATTRIBUTES, type Attributes } from './model.ts';

/** The attribute of a text block or table that holds its `Direction`. Absent: lines from the top, columns from the left. */
export const DIRECTION = 'data-direction';

/**
 * Directions of lines (CSS Writing Modes 4, 3.2). `vertical-rl`: lines run down and follow each other to the left, as
 * in Chinese. `vertical-lr`: they follow each other to the right, as in Mongolian. `sideways-…`: all letters are turned,
 * in `sideways-lr` so that lines run up.
 */
export const VERTICAL = ['vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'] as const;
/** Direction of vertical lines. */
export type Vertical = (typeof VERTICAL)[number];

/** `rtl`: the first column of a table is at the right. */
export type Direction = Vertical | 'rtl';

/** The vertical direction with this name; undefined if there is none. */
export function verticalOf(name: string | undefined): Vertical | undefined {
  return VERTICAL.find((each) => each === name);
}

/** The attributes of a table with columns from the right, or from the left. */
export function tableDirection(rightToLeft: boolean): { readonly attributes?: Attributes } {
  return rightToLeft ? { attributes: RIGHT_TO_LEFT } : {};
}

const RIGHT_TO_LEFT: Attributes = { [DIRECTION]: 'rtl' };

/** The directions among the attributes of a block: `dir` and its `Direction`. */
export function directionsOf(attributes: Attributes): Attributes {
  const { dir, [DIRECTION]: direction } = attributes;
  if (dir === undefined && direction === undefined) return PLAIN_ATTRIBUTES;
  return { ...(dir !== undefined && { dir }), ...(direction !== undefined && { [DIRECTION]: direction }) };
}

/** How a person calls the direction of a text. */
export function directionInWords(attributes: Attributes): string {
  const lines = attributes['dir'] === 'rtl' ? 'right to left' : 'left to right';
  return attributes[DIRECTION] === undefined ? lines : `vertical, ${lines}`;
}
