/**
 * Generated inputs that make comparisons slow: long, repetitive, deep, or without anything in common. The same size and
 * seed give the same texts.
 */
import { STRUCTURES } from './adversarial-structures.ts';
import { TEXTS } from './adversarial-texts.ts';
import type { PairFormat } from '../quality/input-pairs.ts';

export { randomFrom } from './random-words.ts';

/** Both texts of a generated input. */
export interface GeneratedTexts {
  readonly original: string;
  readonly revised: string;
}

/** One kind of generated input. `size` counts what the name says. */
export interface AdversarialInput {
  readonly name: string;
  readonly format: PairFormat;
  /** Of a full run: 100,000 words a side or what else the bars name. Its double is compared too. */
  readonly size: number;
  readonly quickSize: number;
  /** The peers are measured too. Of the others they need minutes or memory, and tell nothing new. */
  readonly besidePeers?: true;
  readonly make: (size: number, random: () => number) => GeneratedTexts;
}

/** All kinds, each with the size of a full run and of a quick one. */
export const ADVERSARIAL: readonly AdversarialInput[] = [...STRUCTURES, ...TEXTS];
