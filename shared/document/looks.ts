/**
 * The look of a block: its layout, as far as it survives conversion. Every comparison has the direction. Blocks have
 * the rest of a look only in comparisons with `attributeMode` `presentation`.
 */
import { DIRECTION } from './direction.ts';
import type { Attributes } from './model.ts';

/** The formula of a cell of a workbook, and its number if the cell hides digits; only where both sides differ in it. */
export const FORMULA = 'data-formula';
export const VALUE = 'data-value';

/**
 * The attributes of a look: direction, alignment, style name, and CSS declarations in a fixed order. The ordinary
 * direction and alignment at the start edge are left out. They describe how the source showed a block. The stylesheet
 * applies direction and alignment.
 */
export const LOOK_ATTRIBUTES = [DIRECTION, 'data-align', 'data-class', 'data-style', FORMULA, VALUE] as const;

/** The look among the attributes of a block; empty if there is none. */
export function lookOf(attributes: Attributes | undefined): Attributes {
  const look: Record<string, string> = {};
  for (const name of LOOK_ATTRIBUTES) {
    const value = attributes?.[name];
    if (value !== undefined) look[name] = value;
  }
  return look;
}

/** The attributes with another look. */
export function withLook(attributes: Attributes | undefined, look: Attributes): Attributes {
  const changed: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (!(LOOK_ATTRIBUTES as readonly string[]).includes(name)) changed[name] = value;
  }
  return { ...changed, ...lookOf(look) };
}

/** Whether two sets of attributes have the same look. */
export function sameLook(x: Attributes | undefined, y: Attributes | undefined): boolean {
  return x === y || LOOK_ATTRIBUTES.every((name) => x?.[name] === y?.[name]);
}
