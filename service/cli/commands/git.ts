import type { Command } from 'commander';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import { GIT } from '../strings/git.ts';
import type { Terminal } from '../terminal.ts';

/** Git's own marker size (gitattributes(5), "conflict-marker-size"). */
const MARKER_SIZE = '7';

interface MergeOptions {
  readonly markerSize: string;
  readonly path?: string;
}

/** Adds `diffsvc git install`, `uninstall`, `text`, `difftool`, `diff` and `merge`. */
export function addGit(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const group = program.command('git').description(GIT.description);

  group
    .command('install')
    .description(GIT.install)
    .option('--global', GIT.global)
    .action(async ({ global }: { readonly global?: true }) => {
      const { install } = await import('../git/install.ts');
      const file = await install(global === true ? 'global' : 'repository');
      await writeAll(terminal.stdout, `${printableLine(GIT.installed(file))}\n`);
      finish(EXIT.same);
    });

  group
    .command('uninstall')
    .description(GIT.uninstall)
    .option('--global', GIT.global)
    .action(async ({ global }: { readonly global?: true }) => {
      const { uninstall } = await import('../git/install.ts');
      await uninstall(global === true ? 'global' : 'repository');
      finish(EXIT.same);
    });

  group
    .command('text')
    .description(GIT.text)
    .argument('<file>', GIT.textFile)
    .action(async (file: string) => {
      const { textForGit } = await import('../git/text-for-git.ts');
      await writeAll(terminal.stdout, await textForGit(file, terminal));
      finish(EXIT.same);
    });

  group
    .command('difftool')
    .description(GIT.difftool)
    .argument('<local>', GIT.local)
    .argument('<remote>', GIT.remote)
    .option('--path <file>', GIT.merged, '')
    .action(async (local: string, remote: string, { path }: { readonly path: string }) => {
      const { difftool } = await import('../git/external-diff.ts');
      finish(await difftool(path, local, remote, terminal));
    });

  group
    .command('diff')
    .description(GIT.diff)
    .argument('<arguments...>', GIT.diffArguments)
    .action(async (args: readonly string[]) => {
      const { externalDiff } = await import('../git/external-diff.ts');
      finish(await externalDiff(args, terminal));
    });

  group
    .command('merge')
    .description(GIT.merge)
    .argument('<base>', GIT.base)
    .argument('<ours>', GIT.ours)
    .argument('<theirs>', GIT.theirsFile)
    .option('--marker-size <number>', GIT.markerSize, MARKER_SIZE)
    .option('--path <file>', GIT.path)
    .action(async (base: string, ours: string, theirs: string, options: MergeOptions) => {
      if (!/^[1-9]\d{0,2}$/u.test(options.markerSize))
        throw new CommandError(`--marker-size is "${options.markerSize}"; it must be a whole number from 1 to 999`);
      const { mergeFiles } = await import('../git/merge-files.ts');
      const files = { base, ours, theirs, path: options.path ?? ours };
      finish(await mergeFiles(files, Number(options.markerSize), terminal));
    });
}

/** Adds `diffsvc summary`. */
export function addSummary(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('summary')
    .description(GIT.summary)
    .argument('[original]', GIT.summaryOriginal)
    .argument('[revised]', GIT.summaryRevised)
    .action(async (original: string | undefined, revised: string | undefined) => {
      if (original !== undefined && revised === undefined)
        throw new CommandError('summary takes two files, or none for the documents that are staged');
      const { summarizeFiles, summarizeStaged } = await import('../git/summarize.ts');
      const text =
        original === undefined || revised === undefined
          ? await summarizeStaged(terminal)
          : await summarizeFiles(original, revised, terminal);
      await writeAll(terminal.stdout, text);
      finish(EXIT.same);
    });
}
