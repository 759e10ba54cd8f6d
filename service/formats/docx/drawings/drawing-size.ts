/** The displayed size of drawings. */
import type { XmlElement } from '../../../ooxml/xml-tree.ts';
import { pixels } from '../../pixels.ts';
import { findWithin } from './images.ts';

/** The displayed size of a drawing, as the file states it. */
export function sizeOf(node: XmlElement): string {
  const extent = findWithin(node, 'wp:extent');
  if (extent !== undefined) return `${extent.attributes.get('cx') ?? ''} ${extent.attributes.get('cy') ?? ''}`;
  const style = findWithin(node, 'v:shape')?.attributes.get('style') ?? '';
  return [...style.matchAll(/(?:^|;)\s*((?:width|height)\s*:[^;]*)/g)].map((match) => match[1]).join(';');
}

/** English Metric Units in a CSS pixel (ECMA-376 part 1, 20.1.2.1). */
const UNITS_IN_PIXEL = 9_525;
/** CSS pixels in the units of VML styles (CSS Values and Units 3, 6.2). */
const PIXELS_IN: Readonly<Record<string, number>> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

/** The displayed size of a drawing in CSS pixels, as far as the file states it. */
export function pixelsOf(node: XmlElement): { width?: number; height?: number } {
  const extent = findWithin(node, 'wp:extent');
  const style = findWithin(node, 'v:shape')?.attributes.get('style') ?? '';
  const sizeOf = (attribute: string, property: string): number | undefined => {
    if (extent !== undefined) return pixels(Number(extent.attributes.get(attribute)) / UNITS_IN_PIXEL);
    const [, value, unit] = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\d.]+)(px|pt|pc|in|cm|mm)`).exec(style) ?? [];
    return unit === undefined ? undefined : pixels(Number(value) * PIXELS_IN[unit]!);
  };
  const [width, height] = [sizeOf('cx', 'width'), sizeOf('cy', 'height')];
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}
