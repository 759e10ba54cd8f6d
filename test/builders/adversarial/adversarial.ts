/**
 * Generated inputs that make comparisons slow: long, repetitive, deep, or with nothing in common. Equal sizes and seeds make
 * equal texts.
 */
import { STRUCTURES } from './adversarial-structures.ts';
import { TEXTS } from './adversarial-texts.ts';
import type { AdversarialInput } from './adversarial-input.ts';

export { randomFrom } from './random-words.ts';

/** All kinds, each with the size of a full run and of a quick one. */
export const ADVERSARIAL: readonly AdversarialInput[] = [...STRUCTURES, ...TEXTS];
