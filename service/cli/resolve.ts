import type { Command } from 'commander';
import { FragmentError } from '../../shared/fragment/fragment-error.ts';
import { changeIdsOf, resolve } from '../../shared/fragment/resolve.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import { CommandError, EXIT } from './command-error.ts';
import type { ExitCode } from './command-error.ts';
import { readInput } from './read-input.ts';
import type { Terminal } from './terminal.ts';
import { writeAll, writeOutput } from './write-output.ts';

/** The options of `resolve` as commander hands them over. */
interface ResolveOptions {
  readonly accept?: string;
  readonly reject?: string;
  readonly output?: string;
}

/** Adds `diffsvc resolve`. */
export function addResolve(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('resolve')
    .description('apply decisions to a fragment; what is left undecided keeps its marks')
    .argument('<fragment>', 'a fragment, or an answer of the service in JSON; - for standard input')
    .option('--accept <ids>', 'change ids with commas between them, or all')
    .option('--reject <ids>', 'change ids with commas between them, or all')
    .option('-o, --output <file>', 'write there instead of to standard output')
    .action(async (path: string, options: ResolveOptions) => {
      const name = path === '-' ? 'standard input' : path;
      const resolved = decide(fragmentOf(await readInput(path, terminal.stdin), name), name, options);
      if (options.output !== undefined) await writeOutput(options.output, resolved);
      // Into a file or a pipe go the exact bytes; a terminal wants its prompt on a line of its own.
      else await writeAll(terminal.stdout, terminal.stdout.isTTY === true ? `${resolved}\n` : resolved);
      finish(EXIT.same);
    });
}

function decide(fragment: string, name: string, options: ResolveOptions): string {
  const accept = parseIds(options.accept, '--accept');
  const reject = parseIds(options.reject, '--reject');
  if (accept === 'all' && reject === 'all') throw new CommandError('--accept and --reject cannot both be all');
  try {
    const known = new Set(changeIdsOf(scanFragment(fragment)));
    const accepted = new Set(accept === 'all' ? known : accept);
    const rejected = new Set(reject === 'all' ? known : reject);
    for (const id of [...accepted, ...rejected]) {
      if (!known.has(id)) throw new CommandError(`${name} has no change ${id}; it has ${describeIds([...known])}`);
    }
    // "all but these": what is named on the other side is taken out.
    if (accept === 'all') for (const id of rejected) accepted.delete(id);
    if (reject === 'all') for (const id of accepted) rejected.delete(id);
    const both = [...accepted].find((id) => rejected.has(id));
    if (both !== undefined) throw new CommandError(`change ${both} is both accepted and rejected`);
    return resolve(fragment, {
      accept: accept === 'all' && rejected.size === 0 ? 'all' : [...accepted],
      reject: reject === 'all' && accepted.size === 0 ? 'all' : [...rejected],
    });
  } catch (error) {
    if (error instanceof FragmentError)
      throw new CommandError(`${name} is not a fragment of this service: ${error.message}`);
    throw error;
  }
}

/** The fragment itself, without the line feed that an editor may have put after it; of an answer its `html`. Throws a CommandError. */
export function fragmentOf(text: string, name: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) return trimmed;
  let answer: unknown;
  try {
    answer = JSON.parse(trimmed);
  } catch {
    throw new CommandError(`${name} is neither a fragment nor JSON`);
  }
  if (typeof answer === 'object' && answer !== null && 'html' in answer && typeof answer.html === 'string') {
    return answer.html;
  }
  throw new CommandError(`${name} has no html: ask the service for it with "output": ["html", "json"]`);
}

function parseIds(list: string | undefined, option: string): 'all' | readonly string[] {
  if (list === undefined) return [];
  if (list === 'all') return 'all';
  const ids = list.split(',').map((id) => id.trim());
  if (ids.includes('')) throw new CommandError(`${option} wants change ids with commas between them, or all`);
  return ids;
}

function describeIds(ids: readonly string[]): string {
  if (ids.length === 0) return 'none';
  return ids.length === 1 ? (ids[0] ?? '') : `${ids[0] ?? ''} to ${ids.at(-1) ?? ''}`;
}
