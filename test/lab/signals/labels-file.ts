/** Files of labels. They hold no text of the corpus: only the pair, the change, a hash of its texts, and the rules. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stratum } from './draw-sample.ts';

/** The files: two passes, and what a third reading settled. */
export type Pass = 'a' | 'b' | 'settled';

/** One change with the rules that a reader named. */
export interface LabelledChange {
  readonly pair: string;
  readonly id: string;
  readonly sha256: string;
  readonly stratum: Stratum;
  readonly rules: readonly string[];
  /** Why the settled label is what it is, where the passes differ. */
  readonly reason?: string;
}

export interface Labels {
  /** The seed of the sample. */
  readonly seed: number;
  readonly changes: readonly LabelledChange[];
}

const FILES: Readonly<Record<Pass, string>> = { a: 'labels-a.json', b: 'labels-b.json', settled: 'labels.json' };

export function readLabels(pass: Pass): Labels {
  return JSON.parse(readFileSync(join(import.meta.dirname, FILES[pass]), 'utf8')) as Labels;
}

/** Writes one change a line, so that a difference of two versions is readable. */
export function writeLabels(pass: Pass, { seed, changes }: Labels): void {
  const lines = changes.map((change) => `    ${JSON.stringify(change)}`).join(',\n');
  writeFileSync(join(import.meta.dirname, FILES[pass]), `{\n  "seed": ${seed},\n  "changes": [\n${lines}\n  ]\n}\n`);
}

/** What a person typed about some changes, by their numbers in the sample. */
export type TypedLabels = ReadonlyMap<number, Pick<LabelledChange, 'rules' | 'reason'>>;

/** One change a line: its number in the sample, the ids of the rules, and perhaps `# reason`. */
export function typedLabels(text: string, known: ReadonlySet<string>): TypedLabels {
  const typed = new Map<number, Pick<LabelledChange, 'rules' | 'reason'>>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [named = '', reason] = line.split('#', 2);
    const [number, ...rules] = named.trim().split(/\s+/u);
    const unknown = rules.find((rule) => !known.has(rule));
    if (unknown !== undefined)
      throw new Error(`"${line}": "${unknown}" is no rule; the rules are ${[...known].join(' ')}`);
    if (typed.has(Number(number))) throw new Error(`"${line}": ${number} has labels already; keep one line`);
    typed.set(Number(number), { rules, ...(reason !== undefined && { reason: reason.trim() }) });
  }
  return typed;
}
