/** Directions of text and tables in a DOCX (ECMA-376 part 1, 17.4.1, 17.4.72, 17.6.20 and 20.1.10.83). */
import type { Vertical } from '../../../../shared/document/direction.ts';
import { childOf, toggleOf, valueOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import type { StyleTable } from '../parts/styles.ts';

/** Vertical values of `w:textDirection`, transitional and strict (17.18.93; part 4, 14.11.7). */
const TEXT_DIRECTIONS: Readonly<Record<string, Vertical>> = {
  tbRl: 'vertical-rl',
  tbRlV: 'vertical-rl',
  rl: 'vertical-rl',
  rlV: 'vertical-rl',
  btLr: 'sideways-lr',
  lr: 'sideways-lr',
  tbLrV: 'vertical-lr',
  lrV: 'vertical-lr',
};

/** Vertical values of `@vert` of a text box. */
const BOX_DIRECTIONS: Readonly<Record<string, Vertical>> = {
  vert: 'sideways-rl',
  vert270: 'sideways-lr',
  eaVert: 'vertical-rl',
  mongolianVert: 'vertical-lr',
};

const LAYOUT_FLOW = /layout-flow\s*:\s*vertical/u;
const BOTTOM_TO_TOP = /mso-layout-flow-alt\s*:\s*bottom-to-top/u;

/** The direction of lines that the properties of a cell or section state; null: horizontal; undefined: they state none. */
export function statedDirection(properties: XmlElement | undefined): Vertical | null | undefined {
  const value = valueOf(properties, 'w:textDirection');
  if (value === undefined) return undefined;
  return Object.hasOwn(TEXT_DIRECTIONS, value) ? TEXT_DIRECTIONS[value]! : null;
}

/** Whether the first column of a table is at the right. Its own properties count before those of its style. */
export function hasColumnsFromRight(properties: XmlElement | undefined, styles: StyleTable): boolean {
  const chain = styles.tableChain(valueOf(properties, 'w:tblStyle')).map((style) => childOf(style, 'w:tblPr'));
  for (const level of [properties, ...chain]) {
    const stated = toggleOf(level, 'w:bidiVisual');
    if (stated !== undefined) return stated;
  }
  return false;
}

/** The direction of lines in a text box. `shape`: the shape around it, or for VML the `v:textbox`. */
export function boxDirection(shape: XmlElement | undefined): Vertical | null {
  if (shape?.name === 'v:textbox') {
    const style = shape.attributes.get('style') ?? '';
    if (!LAYOUT_FLOW.test(style)) return null;
    return BOTTOM_TO_TOP.test(style) ? 'sideways-lr' : 'vertical-rl';
  }
  const value = childOf(shape, 'wps:bodyPr')?.attributes.get('vert') ?? '';
  return Object.hasOwn(BOX_DIRECTIONS, value) ? BOX_DIRECTIONS[value]! : null;
}
