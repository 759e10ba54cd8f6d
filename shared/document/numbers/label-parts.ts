/** A label taken apart: "4.2(b)" has the number b, inside the numbers 4 and 2. */
import { stepsOf } from '../path.ts';
import type { TextBlock } from '../model.ts';
import { numeralsIn } from './numerals.ts';

/** A label whose last number is the own one of its block. */
export interface LabelParts {
  /** The whole label. */
  readonly text: string;
  /** What numbers of one list have in common: the words around them, their case and their level. */
  readonly key: string;
  /** 0: the outermost level. */
  readonly level: number;
  /** The numbers as they are written, outermost first; the last one is the own number. */
  readonly numbers: readonly string[];
  /** The texts around the numbers; one more than there are numbers. */
  readonly between: readonly string[];
}

/** The parts of a label; null if it has no number. */
export function labelParts(label: string, block: Pick<TextBlock, 'type' | 'path'>): LabelParts | null {
  const numbers: string[] = [];
  const between: string[] = [''];
  for (const piece of label.split(/(\d+|[A-Za-z]+)/u)) {
    if (numeralsIn(piece).length === 0) between.push(between.pop()! + piece);
    else {
      numbers.push(piece);
      between.push('');
    }
  }
  const own = numbers.at(-1);
  if (own === undefined) return null;
  const level = levelOf(block);
  const kind = /^\d/.test(own) ? '1' : own === own.toUpperCase() ? 'A' : 'a';
  return { text: label, key: [level, kind, ...between].join('\u0000'), level, numbers, between };
}

/** The level of a block in the numbering of its document. A heading has that of its type. */
function levelOf({ type, path }: Pick<TextBlock, 'type' | 'path'>): number {
  const heading = /^h([1-6])$/.exec(type)?.[1];
  if (heading !== undefined) return Number(heading) - 1;
  return Math.max(0, stepsOf(path).filter(({ kind }) => kind === 'ol' || kind === 'ul').length - 1);
}
