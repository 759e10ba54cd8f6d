/**
 * Labels: the number, letter or bullet that a document shows before a block, as its file defines it. A label is
 * generated content. It is shown, it is no part of the text, and it is not compared.
 */
import type { Attributes, TextBlock } from './model.ts';

/**
 * The attribute of a text block that holds its label. Without it a block shows what its list shows by itself. The
 * empty string says that nothing is shown.
 */
export const LABEL = 'data-label';

/**
 * The attribute of a merged block that holds the original's label where it differs; empty: the original has none. Where
 * the block has a carried layer, it only repeats what that says.
 */
export const ORIGINAL_LABEL = 'data-original-label';

/** Maximum length of a label in code points. Word allows 255 characters, and no reader sees more as a number. */
const LABEL_MAX = 255;

/** The label of an item that a list shows by itself. `value`: number of the item. */
export function ownLabel(kind: 'ul' | 'ol', value: number): string {
  return kind === 'ul' ? '•' : `${value}.`;
}

/** A label on one line, without white space around it. */
export function tidyLabel(text: string): string {
  const line = text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
  return line.length <= LABEL_MAX ? line : [...line].slice(0, LABEL_MAX).join('');
}

/** Attributes with a label; undefined: they state none. */
export function withLabel(attributes: Attributes, label: string | undefined): Attributes {
  if (label !== undefined) return { ...attributes, [LABEL]: label };
  const { [LABEL]: _, ...rest } = attributes;
  return rest;
}

/** The label that the revised document states for a block; undefined if it states none. */
export function labelOf(block: Pick<TextBlock, 'attributes'>): string | undefined {
  return block.attributes[LABEL];
}

/** The label that the original states for a block of a merged document. */
export function originalLabelOf({
  attributes,
  carried,
  original,
}: Pick<TextBlock, 'attributes' | 'carried' | 'original'>): string | undefined {
  if (original?.label !== undefined) return original.label === '' ? undefined : original.label;
  return (carried?.attributes ?? attributes)[LABEL];
}
