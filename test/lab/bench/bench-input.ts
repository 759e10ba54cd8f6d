/** What a measurement compares: a real pair of the corpus, or a generated one at some size. Made anew in each process. */
import { corpusRoot, NO_CORPUS, readPairs, type InputPair, type PairFormat } from '../../oracle/input-pairs.ts';
import { ADVERSARIAL, randomFrom } from '../../builders/adversarial/adversarial.ts';

/** Names an input; small enough for a command line. */
export type BenchInput =
  | { readonly kind: 'real'; readonly format: PairFormat; readonly targetBytes: number; readonly named?: string }
  /** All real pairs of a format joined, and repeated until each side has `bytes` bytes. */
  | { readonly kind: 'joined'; readonly format: PairFormat; readonly targetBytes: number }
  | { readonly kind: 'generated'; readonly name: string; readonly size: number; readonly seed: number };

/**
 * The real pair with the given part in its name whose original is nearest in size to the target. Otherwise a generated
 * pair.
 */
export function loadInput(input: BenchInput): InputPair {
  if (input.kind === 'real') {
    const root = corpusRoot();
    if (root === null) throw new Error(NO_CORPUS);
    const distance = ({ original }: InputPair): number => Math.abs(original.length - input.targetBytes);
    const { named = '' } = input;
    const pairs = readPairs(root, input.format).filter(({ name }) => name.includes(named));
    if (pairs.length === 0) throw new Error(`the corpus has no ${input.format} pair named ${named}`);
    return pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best));
  }
  if (input.kind === 'joined') return joinedPair(input.format, input.targetBytes);
  const recipe = ADVERSARIAL.find(({ name }) => name === input.name);
  if (recipe === undefined) throw new Error(`unknown input ${input.name}`);
  return {
    set: 'generated',
    name: `${input.size.toLocaleString('en-US')} ${input.name}`,
    format: recipe.format,
    ...recipe.make(input.size, randomFrom(input.seed)),
  };
}

function joinedPair(format: PairFormat, targetBytes: number): InputPair {
  const root = corpusRoot();
  if (root === null) throw new Error(NO_CORPUS);
  const pairs = readPairs(root, format);
  const [original, revised]: [string[], string[]] = [[], []];
  for (let at = 0, length = 0; length < targetBytes; at += 1) {
    const pair = pairs[at % pairs.length]!;
    original.push(pair.original);
    revised.push(pair.revised);
    length += pair.original.length;
  }
  return { set: format, name: 'joined', format, original: original.join('\n'), revised: revised.join('\n') };
}

/** What the table calls an input. */
export function labelOf(input: BenchInput): string {
  if (input.kind === 'generated') return `${input.size.toLocaleString('en-US')} ${input.name}`;
  const { targetBytes } = input;
  return `${input.kind} ${input.format}, ${targetBytes >= 1_000_000 ? `${targetBytes / 1_000_000} MB` : `${targetBytes / 1000} KB`}`;
}
