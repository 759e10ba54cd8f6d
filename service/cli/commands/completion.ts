import type { Command } from 'commander';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { COMPLETION } from '../strings/program.ts';
import type { Terminal } from '../terminal.ts';

/** Adds `diffsvc completion`: a script that completes commands, options and their values in a shell. */
export function addCompletion(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('completion')
    .description(COMPLETION.description)
    .argument('<shell>', COMPLETION.shell)
    .addHelpText('after', COMPLETION.after)
    .action(async (spelling: string) => {
      const { completionScript, SHELLS } = await import('../completion/completion-script.ts');
      const shell = SHELLS.find((each) => each === spelling);
      if (shell === undefined)
        throw new CommandError(`no completion for "${spelling}"; use one of ${SHELLS.join(', ')}`);
      const { PROGRAM } = await import('../completion/command-table.ts');
      const { writeAll } = await import('../output/write-output.ts');
      await writeAll(terminal.stdout, completionScript(shell, PROGRAM));
      finish(EXIT.same);
    });
}
