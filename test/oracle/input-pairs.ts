/**
 * Reads pairs of texts from the corpus, a folder beside the project. The laboratory and the corpus tests share them.
 * Nothing here writes or copies files of the corpus.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of the sets: four folders of real revisions, small cases of other libraries, and generated documents. */
export const PAIR_SETS = ['html', 'markdown', 'txt', 'json', 'cases', 'generated'] as const;
export type PairSet = (typeof PAIR_SETS)[number];

/** The sets that are read from the corpus. */
export type CorpusSet = Exclude<PairSet, 'generated'>;

/** An input format by its explicit name, never `auto`. */
export type PairFormat = 'html' | 'markdown' | 'txt' | 'json';

/** Two revisions of one text. `name` is unique within its set. */
export interface InputPair {
  readonly set: PairSet;
  readonly name: string;
  readonly format: PairFormat;
  readonly original: string;
  readonly revised: string;
}

const REAL_EXTENSION: Record<PairFormat, string> = { html: 'html', markdown: 'md', txt: 'txt', json: 'json' };

/** The corpus folder: `DIFFSVC_CORPUS`, else `../shared/corpus` beside the project. Null where there is none. */
export function corpusRoot(): string | null {
  const project = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
  const root = process.env.DIFFSVC_CORPUS ?? join(project, '../shared/corpus');
  return existsSync(join(root, 'real')) ? root : null;
}

/** Message for a missing corpus. */
export const NO_CORPUS =
  'no corpus: set DIFFSVC_CORPUS to its folder, or put it at ../shared/corpus beside the project';

/** UTF-16 length of both sides together, the measure of a pair's size. */
export function sizeOf(pair: InputPair): number {
  return pair.original.length + pair.revised.length;
}

/** The pairs of one set, ordered by name. Every file is read; the largest set has about 20 MB. */
export function readPairs(root: string, set: CorpusSet): InputPair[] {
  return set === 'cases' ? readCases(join(root, 'cases')) : readReal(join(root, 'real', set), set);
}

function readReal(folder: string, format: PairFormat): InputPair[] {
  const ending = `.original.${REAL_EXTENSION[format]}`;
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const name = file.slice(0, -ending.length);
      return {
        set: format,
        name,
        format,
        original: readFileSync(join(folder, file), 'utf8'),
        revised: readFileSync(join(folder, `${name}.revised.${REAL_EXTENSION[format]}`), 'utf8'),
      };
    });
}

interface StoredCase {
  readonly id: string;
  readonly original: string;
  readonly revised: string;
}

// Files are named `<library>.<kind>.json`. A request may hold no unpaired surrogate and no NUL; such cases are left out.
function readCases(folder: string): InputPair[] {
  const pairs: InputPair[] = [];
  for (const file of readdirSync(folder).sort()) {
    const kind = /\.(html|text)\.json$/.exec(file)?.[1];
    if (kind === undefined) continue;
    const format: PairFormat = kind === 'html' ? 'html' : 'txt';
    const library = file.slice(0, -`.${kind}.json`.length);
    const cases = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly StoredCase[];
    cases.forEach(({ id, original, revised }, index) => {
      if (!isSendable(original) || !isSendable(revised)) return;
      pairs.push({ set: 'cases', name: `${library} ${index} ${id}`, format, original, revised });
    });
  }
  return pairs;
}

function isSendable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
