/**
 * Writes two files that follow from the commands: the completion table for shells, and the manual page. Run it after a
 * change of a command or of its texts; a test compares both files.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describeCommand } from '../service/cli/completion/describe-command.ts';
import { manPage } from '../service/cli/completion/man-page.ts';
import { wholeProgram } from '../service/cli/run.ts';
import { programVersion } from '../service/program-version.ts';

const TABLE = fileURLToPath(new URL('../service/cli/completion/commands.json', import.meta.url));
const MAN_PAGE = fileURLToPath(new URL('../docs/diffsvc.1', import.meta.url));

/** The files and their content. */
export async function derivedFiles() {
  const program = describeCommand(await wholeProgram());
  const options = await resolveConfig(TABLE);
  return [
    { path: TABLE, content: await format(JSON.stringify(program), { ...options, parser: 'json' }) },
    { path: MAN_PAGE, content: manPage(program, programVersion()) },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, content } of await derivedFiles()) writeFileSync(path, content);
