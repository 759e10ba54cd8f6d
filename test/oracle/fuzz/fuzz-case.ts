/** One case of the fuzzer. A document and a damaged copy end in a redline that keeps its laws, or in a typed error. */
import { INCLUDES } from '../../../shared/api/include.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { bothSides } from '../../../shared/formats.ts';
import type { TextFormat } from '../../../service/formats/read-text.ts';
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { decideAll, trackChanges } from '../../../service/pipeline/track-changes.ts';
import { verifyFragment, verifyRedline, type InvariantFinding } from '../../../service/pipeline/verify-result.ts';
import { unsaidLaws } from '../redline/unsaid-laws.ts';
import { damaged } from '../mutations/damage-package.ts';
import { chanceOf } from '../mutations/mutate-package.ts';
import { oneOf, type Chance } from '../mutations/mutation.ts';
import { mutatedBytes } from './mutate-bytes.ts';
import { mutatedValue } from './mutate-json.ts';
import { mutatedText, PIECES } from './mutate-text.ts';
import { spelled } from './spell-json.ts';

/** Formats that are fuzzed. `json-tree` changes the value, `json` also its spelling, and seldom the bare text. */
export const FUZZ_FORMATS = ['html', 'markdown', 'txt', 'json', 'json-tree', 'docx', 'docx-bytes', 'pdf'] as const;
export type FuzzFormat = (typeof FUZZ_FORMATS)[number];

/** Documents of a format that cases begin with. */
export type Bases = readonly (string | Uint8Array)[];

/** Both sides of a case. */
export interface FuzzPair {
  readonly original: string | Uint8Array;
  readonly revised: string | Uint8Array;
}

/** The pair of a seed. The same seed and bases always give the same pair. */
export async function fuzzPair(format: FuzzFormat, bases: Bases, seed: number): Promise<FuzzPair> {
  const chance = chanceOf(seed);
  const base = oneOf(bases, chance);
  // In a quarter of the cases both sides are damaged, each in its own way.
  const original = chance.below(4) === 0 ? await mutated(format, base, chance) : base;
  const pair = { original, revised: await mutated(format, base, chance) };
  return chance.below(2) === 0 ? pair : { original: pair.revised, revised: pair.original };
}

async function mutated(format: FuzzFormat, base: string | Uint8Array, chance: Chance): Promise<string | Uint8Array> {
  if (typeof base === 'string') {
    if (format === 'json-tree') {
      const text = JSON.stringify(mutatedValue(JSON.parse(base), chance));
      // Copies of copies grow without end.
      return text.length > 100_000 ? base : text;
    }
    if (format === 'json') return mutatedJson(base, chance);
    return mutatedText(base, PIECES[format as keyof typeof PIECES], chance);
  }
  if (format !== 'docx') return mutatedBytes(base, chance, format === 'pdf');
  try {
    return await damaged(base, chance, 1 + chance.below(6));
  } catch (fault) {
    // The corpus also has files that are no whole package.
    if (fault instanceof ServiceError) return mutatedBytes(base, chance, false);
    throw fault;
  }
}

/** One text of eight may be JSON no more. The others are, with another value or only another spelling. */
function mutatedJson(base: string, chance: Chance): string {
  if (chance.below(8) === 0) return mutatedText(base, PIECES.json, chance);
  const value: unknown = JSON.parse(base);
  const other = chance.below(3) === 0 ? value : mutatedValue(value, chance);
  // Copies of copies grow without end, beyond what a string can hold.
  return isSmall(other, { left: 20_000 }) ? spelled(other, chance) : base;
}

/** Whether a value has at most this many values in it. It looks at no more. */
function isSmall(value: unknown, values: { left: number }): boolean {
  values.left -= 1;
  if (values.left < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((each) => isSmall(each, values));
}

/** Runs a case. Returns what happened. Throws for a broken law, and whatever is no `ServiceError`. */
export async function runFuzzPair(
  format: FuzzFormat,
  { original, revised }: FuzzPair,
): Promise<'compared' | 'refused'> {
  try {
    if (typeof original === 'string' && typeof revised === 'string') await runTexts(format, original, revised);
    else await runFiles(format === 'pdf' ? 'pdf' : 'docx', Buffer.from(original), Buffer.from(revised));
    return 'compared';
  } catch (fault) {
    if (fault instanceof ServiceError && fault.code !== 'internal_error') return 'refused';
    throw fault;
  }
}

async function runTexts(format: FuzzFormat, original: string, revised: string): Promise<void> {
  const input = { format: format === 'json-tree' ? 'json' : (format as TextFormat), original, revised };
  const { html, degraded } = compareText({ ...input, mode: 'word', include: INCLUDES, complexity: 'extended' });
  if (degraded > 0) throw new Error(`${degraded} blocks broke a law and were replaced whole`);
  check(await verifyFragment(input, html));
}

async function runFiles(format: 'docx' | 'pdf', original: Uint8Array, revised: Uint8Array): Promise<void> {
  const options = { mode: 'word', attributeMode: 'semantic', include: INCLUDES, complexity: 'extended' } as const;
  const pair = { formats: bothSides(format), original, revised };
  const { html, degraded } = await compareFiles({ ...options, ...pair });
  if (degraded > 0) throw new Error(`${degraded} blocks broke a law and were replaced whole`);
  check(await verifyFragment(pair, html));
  if (format === 'pdf') return;
  const by = { author: 'A', at: new Date('2026-01-31T00:00:00Z') };
  const { bytes, warnings } = await trackChanges({ original, revised, fragment: html }, by);
  // Broken packages may hold what no revision can express. The redline then says so.
  check(unsaidLaws(await verifyRedline({ original, revised }, bytes), warnings));
  await decideAll(bytes, 'accept');
}

function check(findings: readonly InvariantFinding[]): void {
  const broken = findings.filter(({ holds }) => !holds);
  if (broken.length > 0)
    throw new Error(`broken: ${broken.map(({ side, law }) => `${law} of the ${side}`).join(', ')}`);
}
