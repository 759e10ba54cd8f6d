/** `diffsvc git diff`: the program of GIT_EXTERNAL_DIFF, and `diffsvc git difftool`. */
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { planOf, viewOf } from '../compare/compare-options.ts';
import { comparePair } from '../compare/compare-pair.ts';
import { NOTHING_MORE, report } from '../compare/report-comparison.ts';
import { runCompare } from '../compare/run-compare.ts';
import { isNoFile } from '../input/formats-of-inputs.ts';
import { readBytes } from '../input/read-input.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import { GIT } from '../strings/git.ts';
import type { Terminal } from '../terminal.ts';
import { DEFAULT_COMPARISON } from '../compare/default-options.ts';

/**
 * Compares as git(1) calls the program of GIT_EXTERNAL_DIFF. The arguments are path, old file, its hash and mode, new
 * file, its hash and mode. A renamed file also has the new path and a header. An unmerged file has a path alone. Git
 * takes any other exit code than 0 for a fault of the program. So a file that cannot be compared is one line of the
 * output.
 */
export async function externalDiff(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [path, oldFile, , , newFile, , , newPath = path] = args;
  if (path === undefined || (args.length !== 1 && args.length !== 7 && args.length !== 9))
    throw new CommandError(`git calls this with 1, 7 or 9 arguments, and there are ${args.length}; see docs/git.md`);
  if (oldFile === undefined || newFile === undefined || newPath === undefined) {
    await writeAll(terminal.stdout, `${GIT.unmerged(printableLine(path))}\n`);
    return EXIT.same;
  }
  await writeAll(terminal.stdout, `${GIT.header(printableLine(path), printableLine(newPath))}\n`);
  const files = [await readBytes(oldFile, terminal.stdin), await readBytes(newFile, terminal.stdin)] as const;
  // Git names its copies as it likes; the path says what they are.
  const names = [isNoFile(oldFile) ? oldFile : path, isNoFile(newFile) ? newFile : newPath] as const;
  try {
    const finished = await comparePair(names, files, planOf(DEFAULT_COMPARISON), terminal.env);
    await writeAll(terminal.stdout, report(finished, viewOf(DEFAULT_COMPARISON), NOTHING_MORE, terminal));
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
    await writeAll(terminal.stdout, `${GIT.notCompared(printableLine(error.message))}\n`);
  }
  return EXIT.same;
}

/**
 * Compares two files, or two folders for `--dir-diff`. The path in the repository is a line above the answer; for
 * folders, git knows none and gives an empty one. Exits with 0 whether they differ or not, so that
 * `--trust-exit-code` stops at trouble only.
 */
export async function difftool(path: string, original: string, revised: string, terminal: Terminal): Promise<ExitCode> {
  const name = printableLine(path);
  if (name !== '') await writeAll(terminal.stdout, `${GIT.header(name, name)}\n`);
  const code = await runCompare(original, revised, DEFAULT_COMPARISON, terminal);
  return code === EXIT.different ? EXIT.same : code;
}
