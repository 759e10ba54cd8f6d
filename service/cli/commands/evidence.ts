import type { Command } from 'commander';
import { planOf, type CompareOptions } from '../compare/compare-options.ts';
import { EXIT, type ExitCode } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { checkOutput, writeOutput } from '../output/write-output.ts';
import { COMPARE } from '../strings/compare.ts';
import { EVIDENCE } from '../strings/evidence.ts';
import type { Terminal } from '../terminal.ts';
import { settingOptions } from '../compare/setting-options.ts';

type EvidenceArguments = Omit<CompareOptions, 'output'> & {
  readonly output: string;
  readonly changesOnly?: true;
  readonly witness?: true;
};

/** Adds `diffsvc evidence`: exit code 0 when the pack is written. */
export function addEvidence(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program.command('evidence');
  command
    .description(EVIDENCE.description)
    .argument('<original>', COMPARE.original)
    .argument('<revised>', COMPARE.revised)
    .requiredOption('-o, --output <file>', EVIDENCE.output)
    .option('--changes-only', EVIDENCE.changesOnly)
    .option('--witness', EVIDENCE.witness)
    .option('--date <date>', EVIDENCE.date)
    .option('--format <format>', COMPARE.format)
    .option('--original-format <format>', COMPARE.originalFormat)
    .option('--revised-format <format>', COMPARE.revisedFormat)
    .option('--mode <mode>', COMPARE.mode, 'auto')
    .option('--attribute-mode <mode>', COMPARE.attributeMode, 'semantic')
    .option('--include <content>', COMPARE.include, 'headers,footers,comments,pictures')
    .option('--complexity <complexity>', COMPARE.complexity, 'extended')
    .addHelpText('after', EVIDENCE.after)
    .action(async (original: string, revised: string, options: EvidenceArguments) => {
      const plan = planOf({ ...options, output: [], ignoreSelector: [] });
      await checkOutput(options.output, [original, revised]);
      const given = [await readBytes(original, terminal.stdin), await readBytes(revised, terminal.stdin)] as const;
      const { comparePair } = await import('../compare/compare-pair.ts');
      const { writeEvidence } = await import('../evidence/write-evidence.ts');
      const finished = await comparePair([original, revised], given, plan, terminal.env);
      const { witness } = await import('./witness.ts');
      const pack = writeEvidence(finished, plan, {
        date: options.date === undefined ? new Date() : new Date(options.date),
        changesOnly: options.changesOnly === true,
        witness: options.witness === true ? await witness(...finished.inputs, terminal.env) : null,
        given,
      });
      await writeOutput(options.output, pack);
      finish(EXIT.same);
    });
  for (const option of settingOptions()) command.addOption(option);
}
