/**
 * The look of blocks: how they are set out, as far as it survives conversion. Only comparisons that ask for presentation
 * have it (`attributeMode`); elsewhere no block has one, and nothing here finds a difference.
 */
import type { Attributes } from './model.ts';

/**
 * The attributes that make up a look: alignment other than to the start edge, name of the style, and CSS declarations in
 * a fixed order. They say how a block looked in its source; nothing applies them.
 */
export const LOOK_ATTRIBUTES = ['data-align', 'data-class', 'data-style'] as const;

/** The look among the attributes of a block; empty where there is none. */
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
