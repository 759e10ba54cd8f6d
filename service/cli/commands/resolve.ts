import type { Command } from 'commander';
import type { Block } from '../../../shared/document/model.ts';
import { FragmentError } from '../../../shared/fragment/fragment-error.ts';
import { changeIdsOf, resolveBlocks, type Decisions } from '../../../shared/fragment/resolve.ts';
import { scanFragment } from '../../../shared/fragment/scan.ts';
import { halfInWords, unitsOf } from '../../../shared/fragment/units.ts';
import { wholeVerdicts } from '../../../shared/fragment/whole-verdicts.ts';
import { writeFragment } from '../../../shared/fragment/write.ts';
import type { ChangeAction } from '../../../shared/messages/viewer-message.ts';
import {
  looksLikeReviewFile,
  readReviewFile,
  ReviewFileError,
  type ReviewFile,
} from '../../../shared/review-file/review-file.ts';
import { EMPTY_RECORD } from '../../../shared/review-file/review-record.ts';
import { sha256 } from '../../sha256.ts';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { readInput } from '../input/read-input.ts';
import type { Terminal } from '../terminal.ts';
import { checkedWords } from '../output/checked-words.ts';
import { printableLine } from '../../printable.ts';
import { checkOutput, writeAll, writeOutput } from '../output/write-output.ts';

/** The options of `resolve` as commander hands them over. */
interface ResolveOptions {
  readonly accept?: string;
  readonly reject?: string;
  readonly output?: string;
}

/** A fragment with decisions, and what it was made of. */
interface Decided {
  readonly resolved: string;
  readonly blocks: readonly Block[];
  readonly decisions: Decisions;
}

/** Adds `diffsvc resolve`. */
export function addResolve(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('resolve')
    .description(
      'apply decisions to a fragment; what is left undecided keeps its marks, and both ends of a move are one decision',
    )
    .argument('<fragment>', 'a fragment, an answer of the service in JSON, or a review file; - for standard input')
    .option('--accept <ids>', 'change ids with commas between them, or all')
    .option('--reject <ids>', 'change ids with commas between them, or all')
    .option('-o, --output <file>', 'write there instead of to standard output')
    .action(async (path: string, options: ResolveOptions) => {
      const name = path === '-' ? 'standard input' : path;
      if (options.output !== undefined) await checkOutput(options.output, [path]);
      const { resolved, blocks, decisions } = decide(
        reviewed(await readInput(path, terminal.stdin), name),
        name,
        options,
      );
      if (options.output !== undefined) await writeOutput(options.output, resolved);
      // A file or a pipe gets the exact bytes. A terminal gets a line end as well, so that its prompt is on its own
      // line.
      else await writeAll(terminal.stdout, terminal.stdout.isTTY === true ? `${resolved}\n` : resolved);
      const { checkDecidedHtml } = await import('../../witness/decided/check-decided-html.ts');
      const check = await checkDecidedHtml(resolved, blocks, decisions);
      if (!check.exact) for (const line of checkedWords(check)) terminal.stderr.write(`${printableLine(line)}\n`);
      finish(check.exact ? EXIT.same : EXIT.trouble);
    });
}

/**
 * The command line has precedence over a review file. `all` means the changes that neither decides. The command line must
 * decide whole units. Units that a review file of an earlier version divides stay undecided.
 */
function decide(
  { fragment, record }: Pick<ReviewFile, 'fragment' | 'record'>,
  name: string,
  options: ResolveOptions,
): Decided {
  const accept = parseIds(options.accept, '--accept');
  const reject = parseIds(options.reject, '--reject');
  if (accept === 'all' && reject === 'all') throw new CommandError('--accept and --reject cannot both be all');
  try {
    const blocks = scanFragment(fragment);
    const units = unitsOf(blocks);
    const known = changeIdsOf(blocks);
    const isKnown = new Set(known);
    const verdicts = new Map(wholeVerdicts(units, record.decided).decided);
    const named = new Map<string, ChangeAction>();
    for (const [ids, verdict] of [[accept, 'accepted'] as const, [reject, 'rejected'] as const]) {
      for (const id of ids === 'all' ? [] : ids) {
        if (!isKnown.has(id)) throw new CommandError(`${name} has no change ${id}; it has ${describeIds(known)}`);
        if ((named.get(id) ?? verdict) !== verdict)
          throw new CommandError(`change ${id} is both accepted and rejected`);
        named.set(id, verdict);
        verdicts.set(id, verdict);
      }
    }
    const [half] = units.halves({ accept, reject });
    if (half !== undefined) throw new CommandError(halfInWords(half));
    const rest = accept === 'all' ? 'accepted' : reject === 'all' ? 'rejected' : null;
    const verdictOf = (id: string): ChangeAction | null => verdicts.get(id) ?? rest;
    const accepted = known.filter((id) => verdictOf(id) === 'accepted');
    const rejected = known.filter((id) => verdictOf(id) === 'rejected');
    // Even a document without a change gets a message that names its side.
    const decisions: Decisions = {
      accept: accept === 'all' && rejected.length === 0 ? 'all' : accepted,
      reject: reject === 'all' && accepted.length === 0 ? 'all' : rejected,
    };
    return { resolved: writeFragment(resolveBlocks(blocks, decisions)), blocks, decisions };
  } catch (error) {
    if (error instanceof FragmentError)
      throw new CommandError(`${name} is not a fragment of this service: ${error.message}`);
    throw error;
  }
}

/** The content of a file to which decisions are applied. Throws a CommandError. */
export function reviewed(text: string, name: string): Pick<ReviewFile, 'fragment' | 'record'> {
  if (!looksLikeReviewFile(text)) return { fragment: fragmentOf(text, name), record: EMPTY_RECORD };
  try {
    const file = readReviewFile(text);
    if (sha256(file.fragment) === file.facts.fragmentSha256) return file;
  } catch (error) {
    if (!(error instanceof ReviewFileError)) throw error;
    throw new CommandError(`${name}: ${error.message}`);
  }
  throw new CommandError(`${name} is damaged: its document is not the one it was made with; use an earlier copy`);
}

/** The fragment itself, without the line feed that an editor may have put after it; of an answer its `html`. Throws a CommandError. */
function fragmentOf(text: string, name: string): string {
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
