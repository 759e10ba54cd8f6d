import type { Command } from 'commander';
import type { CompareOptions } from '../compare/compare-options.ts';
import type { ExitCode } from '../command-error.ts';
import { COMPARE } from '../strings/compare.ts';
import type { Terminal } from '../terminal.ts';
import { settingOptions } from '../compare/setting-options.ts';

const repeatable = (value: string, values: readonly string[]): readonly string[] => [...values, value];

/**
 * Adds `diffsvc compare`. `finish` takes the exit code: 0 if nothing differs, 1 if something differs, compared or not.
 */
export function addCompare(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program.command('compare');
  command
    .description(COMPARE.description)
    .argument('<original>', COMPARE.original)
    .argument('<revised>', COMPARE.revised)
    .option('--format <format>', COMPARE.format)
    .option('--original-format <format>', COMPARE.originalFormat)
    .option('--revised-format <format>', COMPARE.revisedFormat)
    .option('--mode <mode>', COMPARE.mode, 'auto')
    .option('-o, --output <file>', COMPARE.output, repeatable, [] as readonly string[])
    .option('--author <name>', COMPARE.author)
    .option('--date <date>', COMPARE.date)
    .option('--revisions <what>', COMPARE.revisions, 'accept')
    .option('--marks <profile>', COMPARE.marks, 'classic')
    .option('--no-summary', COMPARE.noSummary)
    .option('--paper <size>', COMPARE.paper, 'a4')
    .option('--attribute-mode <mode>', COMPARE.attributeMode, 'semantic')
    .option('--include <content>', COMPARE.include, 'headers,footers,comments,pictures')
    .option('--complexity <complexity>', COMPARE.complexity, 'extended')
    .option('--select <css>', COMPARE.select)
    .option('--ignore-selector <css>', COMPARE.ignoreSelector, repeatable, [] as readonly string[])
    .option('--ignore <kinds>', COMPARE.ignore)
    .option('--contents', COMPARE.contents)
    .option('--encoding <name>', COMPARE.encoding)
    .option('--exclude <pattern>', COMPARE.exclude, repeatable, [] as readonly string[])
    .option('--only <pattern>', COMPARE.only, repeatable, [] as readonly string[])
    .option('--gitignore', COMPARE.gitignore)
    .option('--signals', COMPARE.signals)
    .option('--rules <file>', COMPARE.rules)
    .option('-q, --brief', COMPARE.brief)
    .option('--stat', COMPARE.stat)
    .option('-U, --context <number>', COMPARE.context, '2')
    .option('--color <when>', COMPARE.color, 'auto')
    .option('--watch', COMPARE.watch)
    .option('--json', COMPARE.json)
    .option('--exit-zero', COMPARE.exitZero)
    .addHelpText('after', COMPARE.after)
    .action(async (original: string, revised: string, options: CompareOptions) => {
      const { runCompare } = await import('../compare/run-compare.ts');
      finish(await runCompare(original, revised, options, terminal));
    });
  for (const option of settingOptions()) command.addOption(option);
}
