import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One change of `truth.json`. */
export interface TrueChange {
  readonly type: string;
  readonly before?: string;
  readonly after?: string;
}

/** A pair of generated PDFs with its known content. */
export interface TruePair {
  readonly name: string;
  readonly files: readonly [original: string, revised: string];
  /** Text of every block of each side, without headings. */
  readonly blocks: readonly [readonly TrueBlock[], readonly TrueBlock[]];
  readonly changes: readonly TrueChange[];
  readonly decorative: { readonly header: readonly string[]; readonly footer: readonly string[] } | null;
}

/** A block of the model from which a PDF was made. */
export interface TrueBlock {
  readonly type: string;
  readonly text: string;
}

interface ModelBlock {
  readonly type: string;
  readonly runs?: readonly { readonly t: string }[];
  readonly rows?: readonly (readonly (readonly { readonly t: string }[])[])[];
}

/** Reads the pairs of `generated`, ordered by name. */
export function readTruePairs(folder: string): TruePair[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'truth.json')))
    .sort()
    .map((name) => {
      const path = (file: string): string => join(folder, name, file);
      const truth = JSON.parse(readFileSync(path('truth.json'), 'utf8')) as Pick<TruePair, 'changes' | 'decorative'>;
      return {
        name,
        files: [path('original.pdf'), path('revised.pdf')],
        blocks: [readModel(path('original.model.json')), readModel(path('revised.model.json'))],
        changes: truth.changes,
        decorative: truth.decorative,
      };
    });
}

function readModel(path: string): TrueBlock[] {
  const model = JSON.parse(readFileSync(path, 'utf8')) as ModelBlock[];
  const textOf = (runs: readonly { readonly t: string }[]): string => runs.map((run) => run.t).join('');
  return model.flatMap((block) =>
    block.rows
      ? block.rows.flatMap((row) => row.map((cell) => ({ type: 'cell', text: textOf(cell) })))
      : [{ type: block.type, text: textOf(block.runs ?? []) }],
  );
}
