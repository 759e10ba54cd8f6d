/** Slides of a presentation. Each begins with a heading, and what follows is on the slide up to the next such heading. */
import { LABEL, tidyLabel } from './label.ts';
import type { Attributes, Block } from './model.ts';

/**
 * The attribute of a heading that begins a slide: the number of the slide, from 1. It is carried, as a label is: a slide
 * that was inserted before changes no slide after it.
 */
export const SLIDE = 'data-slide';

const NUMBER = /^[1-9]\d{0,6}$/;

/** The attributes of the heading of a slide. Its label says the number. */
export function slideAttributes(number: number): Attributes {
  return { [LABEL]: tidyLabel(`Slide ${number}:`), [SLIDE]: String(number) };
}

/** The number in the attributes of a heading that begins a slide; null for any other block. */
export function slideNumberOf(attributes: Attributes): number | null {
  const written = attributes[SLIDE];
  return written !== undefined && NUMBER.test(written) ? Number(written) : null;
}

/** Whether a block begins a slide on the side that has it. */
export function beginsSlide(block: Block): boolean {
  return block.kind === 'text' && slideNumberOf(block.attributes) !== null;
}

/** The place of a block in a presentation. */
export interface Spot {
  /** Number of its slide, from 1. */
  readonly slide: number;
  /** Name of the shape that shows it. Absent: none does, or the file names none. */
  readonly shape?: string;
}
