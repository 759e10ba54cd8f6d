/** `diffsvc summary`: what changed, in a few lines, for the message of a commit. */
import type { Change } from '../../../shared/change/change.ts';
import { unitCountsOf } from '../../../shared/change/unit-counts.ts';
import { describeSameness } from '../../../shared/change/describe-uncompared.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { UnitKind } from '../../../shared/fragment/units.ts';
import { formatOfName } from '../../../shared/formats.ts';
import { describeCounts } from '../../pipeline/words/describe-counts.ts';
import { CommandError } from '../command-error.ts';
import { planOf } from '../compare/compare-options.ts';
import { comparePair, type Finished } from '../compare/compare-pair.ts';
import { readBytes } from '../input/read-input.ts';
import { printable } from '../../printable.ts';
import { SUMMARY } from '../strings/git.ts';
import type { Terminal } from '../terminal.ts';
import { git } from './call-git.ts';
import { DEFAULT_COMPARISON } from '../compare/default-options.ts';

/** Changes of a file that are named one by one. */
const NAMED_MAX = 5;
/** Maximum length of a quoted text, in UTF-16 units. */
const QUOTED_MAX = 40;
/** Git's name of a file that is not there. */
const NO_FILE = '/dev/null';

/** What changed between two files. */
export async function summarizeFiles(
  original: string,
  revised: string,
  { stdin, env }: Pick<Terminal, 'env' | 'stdin'>,
): Promise<string> {
  const files = [await readBytes(original, stdin), await readBytes(revised, stdin)] as const;
  return summaryOf(revised, await comparePair([original, revised], files, planOf(DEFAULT_COMPARISON), env));
}

/** What changed in the documents of the index since the last commit. Files of unknown types are left to git. */
export async function summarizeStaged({ env }: Pick<Terminal, 'env'>): Promise<string> {
  const fields = git('diff', '--cached', '--name-status', '-M', '-z').toString().split('\0');
  const summaries: string[] = [];
  for (let at = 0; at + 1 < fields.length;) {
    const status = fields[at]!;
    const isPair = /^[RC]/u.test(status);
    const path = fields[at + 1]!;
    const newPath = isPair ? fields[at + 2]! : path;
    at += isPair ? 3 : 2;
    if (formatOfName(newPath) === null) continue;
    const [isAdded, isDeleted] = [status.startsWith('A'), status.startsWith('D')];
    const files = [
      isAdded ? Buffer.alloc(0) : git('cat-file', 'blob', `HEAD:${path}`),
      isDeleted ? Buffer.alloc(0) : git('cat-file', 'blob', `:${newPath}`),
    ] as const;
    const names = [isAdded ? NO_FILE : path, isDeleted ? NO_FILE : newPath] as const;
    const named = path === newPath ? path : `${path} → ${newPath}`;
    try {
      summaries.push(
        isAdded || isDeleted
          ? `${printable(named)}: ${isAdded ? SUMMARY.added : SUMMARY.deleted}\n`
          : summaryOf(named, await comparePair(names, files, planOf(DEFAULT_COMPARISON), env)),
      );
    } catch (error) {
      if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
      summaries.push(`${printable(named)}: ${SUMMARY.notCompared(error.message)}\n`);
    }
  }
  if (summaries.length === 0)
    throw new CommandError('no document is staged; stage one with git add, or name two files to summarize');
  return summaries.join('\n');
}

function summaryOf(name: string, { summary, tied, changes, sameness }: Finished): string {
  const answer = describeSameness(sameness) ?? describeCounts(summary);
  const kinds = new Map(tied.map(({ id, kind }) => [id, kind]));
  // Each unit has one line, that of its first change.
  const others = new Set(tied.flatMap(({ changeIds }) => changeIds.slice(1)));
  const lines: string[] = [];
  for (const change of changes()) {
    if (lines.length === NAMED_MAX) break;
    if (!others.has(change.id)) lines.push(`- ${lineOf(change, kinds.get(change.id))}`);
  }
  const more = unitCountsOf(summary).total - lines.length;
  return [`${printable(name)}: ${answer}`, ...lines, ...(more > 0 ? [SUMMARY.more(more)] : []), ''].join('\n');
}

function lineOf(change: Change, kind: UnitKind | undefined): string {
  const place = 'revisedLocation' in change ? change.revisedLocation : change.sourceLocation;
  const heading = place.headingPath?.at(-1);
  const before = 'before' in change ? quoted(change.before.text) : null;
  const after = 'after' in change ? quoted(change.after.text) : null;
  const what = kind === undefined ? SUMMARY.change(change.type, before, after) : SUMMARY.unit(kind, before, after);
  return heading === undefined ? what : `${quoted(heading)}: ${what}`;
}

/** A short text on one line, in quotation marks. */
function quoted(text: string): string {
  const line = printable(text).replaceAll(/\s+/gu, ' ').trim();
  return `“${line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX).toWellFormed().trimEnd()}…` : line}”`;
}
