/** `diffsvc git text`: the program of `textconv` (gitattributes(5), "Performing text diffs of binary files"). */
import { ServiceError } from '../../../shared/errors.ts';
import { CommandError } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { fileLine, textOfInput } from '../input/text-of-input.ts';
import { printableLine } from '../../printable.ts';
import { GIT } from '../strings/git.ts';
import type { Terminal } from '../terminal.ts';

/**
 * The text of a file with what it leaves out. Git stops the whole `git diff` or `git log` if this program fails. So a file
 * that cannot be read is one line with the reason, and its digest.
 */
export async function textForGit(file: string, { stdin, env }: Pick<Terminal, 'env' | 'stdin'>): Promise<string> {
  const bytes = await readBytes(file, stdin);
  try {
    return await textOfInput({ file, bytes }, { all: true, encoding: undefined }, env);
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof ServiceError)) throw error;
    return `${GIT.notCompared(printableLine(error.message))}\n${fileLine(bytes)}`;
  }
}
