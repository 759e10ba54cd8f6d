import type { Command } from 'commander';
import { selectionOf } from '../../../shared/api/selection.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { InvariantFinding } from '../../pipeline/verify-result.ts';
import { CommandError, EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { openPair } from '../input/open-pair.ts';
import { chosenFormats, type ChosenFormats } from '../input/formats-of-inputs.ts';
import { sha256 } from '../../sha256.ts';
import { readBytes } from '../input/read-input.ts';
import { jsonText } from '../output/json-text.ts';
import { lawsOf } from '../output/laws-of-result.ts';
import type { GivenFiles } from '../evidence/verify-evidence.ts';
import { EVIDENCE_CHECKS } from '../strings/evidence.ts';
import type { Terminal } from '../terminal.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';
import { describeWitness, witness } from './witness.ts';

interface VerifyOptions {
  readonly format?: string;
  readonly select?: string;
  readonly ignoreSelector: readonly string[];
  readonly witness?: true;
  readonly json?: true;
}

const HELP = `
Exit code 0: every law holds, and with --witness no second reader found a word that ours lacks.
Exit code 1: a law is broken, or a second reader found such words. Each is listed with its place. Also: letters of two
PDFs read the same and are drawn differently.
Exit code 2: something could not be checked. With --witness: a file has no second reader, or it failed.
Of an evidence pack: its files or a second reader are missing.

--witness reads each DOCX again with mammoth, and each PDF with pdftotext (poppler-utils). Without a result it
checks the readings alone.`;

/** Adds `diffsvc verify`: exit code 0 when every law holds, 1 when one does not. */
export function addVerify(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('verify')
    .description(
      'check that a result restores both inputs. It is a fragment, an answer of the service, a review file, a tracked DOCX, or an evidence pack',
    )
    .argument('<original>', 'the file before; or an evidence pack alone')
    .argument('[revised]', 'the file after')
    .argument('[result]', 'what is to be checked, ours or another tool’s; only --witness works without one')
    .option('--format <format>', 'format of the inputs; without it the file names say')
    .option('--select <css>', 'parts of HTML that were compared')
    .option(
      '--ignore-selector <css>',
      'parts of HTML that were left out (repeatable)',
      (value: string, values: readonly string[]) => [...values, value],
      [] as readonly string[],
    )
    .option('--witness', 'read both files with a second reader, too, and list the words that only one reader found')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(
      async (original: string, revised: string | undefined, result: string | undefined, options: VerifyOptions) => {
        const pack = await packOf(original, revised, result, terminal);
        if (pack !== null) {
          finish(await verifyPack(pack, options, terminal));
          return;
        }
        if (revised === undefined)
          throw new CommandError(
            `${original} is no evidence pack; verify takes a pack alone, or both files and a result`,
          );
        if (result === undefined && options.witness !== true)
          throw new CommandError('verify needs a result to check; name it after both files, or ask for --witness');
        const names = result === undefined ? [original, revised] : [original, revised, result];
        const files = await Promise.all(names.map((name) => readBytes(name, terminal.stdin)));
        const opened = await openPair([files[0]!, files[1]!], chosenOf(options.format), terminal.env);
        const inputs = [opened[0].bytes, opened[1].bytes] as const;
        const laws =
          result === undefined
            ? []
            : await lawsOf([original, revised, result], [...inputs, files[2]!], {
                format: options.format,
                selection: selectionOf(
                  withoutUndefined({ select: options.select, ignoreSelectors: options.ignoreSelector }),
                ),
              });
        const witnessed = options.witness === true ? await witness(...inputs, terminal.env) : undefined;
        const holds = laws.every((law) => law.holds);
        const digests = files.map(sha256);
        const report = withoutUndefined({
          holds: result === undefined ? undefined : holds,
          laws: result === undefined ? undefined : laws,
          witness: witnessed,
          sha256: withoutUndefined({
            original: digests[0],
            revised: digests[1],
            result: result === undefined ? undefined : digests[2],
          }),
        });
        const text = [
          ...laws.map(describe),
          ...names.map((name, at) => `sha256  ${digests[at]}  ${name}`),
          ...(result === undefined ? [] : [holds ? 'every law holds' : 'a law is broken']),
          ...(witnessed === undefined ? [] : describeWitness(witnessed)),
        ]
          .map(printableLine)
          .join('\n');
        await writeAll(terminal.stdout, `${options.json ? jsonText(report) : text}\n`);
        finish(exitCodeOf(holds, witnessed?.agrees));
      },
    );
}

/** An evidence pack, and the files from elsewhere that it is checked against. */
interface GivenPack {
  readonly pack: Buffer;
  readonly given: GivenFiles | null;
}

/** The pack that is to be checked; null if it is another result. */
async function packOf(
  original: string,
  revised: string | undefined,
  result: string | undefined,
  { stdin }: Terminal,
): Promise<GivenPack | null> {
  const name = revised === undefined ? original : result;
  if (name === undefined || name === '-') return null;
  const pack = await readBytes(name, stdin);
  const { isEvidence } = await import('../evidence/verify-evidence.ts');
  if (!isEvidence(pack)) return null;
  if (revised === undefined) return { pack, given: null };
  return {
    pack,
    given: { names: [original, revised], bytes: [await readBytes(original, stdin), await readBytes(revised, stdin)] },
  };
}

async function verifyPack({ pack, given }: GivenPack, options: VerifyOptions, terminal: Terminal): Promise<ExitCode> {
  const { verifyEvidence } = await import('../evidence/verify-evidence.ts');
  const { allHold, describeFinding } = await import('../evidence/evidence-finding.ts');
  const checks = await verifyEvidence(pack, given, terminal.env);
  const holds = allHold(checks);
  const { proved, broken, unchecked } = EVIDENCE_CHECKS;
  const text = [...checks.map(describeFinding), holds === null ? unchecked : holds ? proved : broken]
    .map(printableLine)
    .join('\n');
  await writeAll(terminal.stdout, `${options.json ? jsonText({ holds, checks }) : text}\n`);
  return holds === null ? EXIT.trouble : holds ? EXIT.same : EXIT.different;
}

function chosenOf(format: string | undefined): ChosenFormats {
  return chosenFormats(format === undefined ? {} : { format });
}

/** `agrees`: null if a file was not read a second time, undefined if that was not asked for. */
function exitCodeOf(holds: boolean, agrees: boolean | null | undefined): ExitCode {
  if (!holds || agrees === false) return EXIT.different;
  return agrees === null ? EXIT.trouble : EXIT.same;
}

function describe({ side, law, holds, differsAt }: InvariantFinding): string {
  const what = side === 'original' ? 'rejecting all gives the original' : 'accepting all gives the revised';
  const where = differsAt === undefined ? '' : ` (first difference after ${differsAt} characters)`;
  return `${holds ? 'holds ' : 'broken'}  ${what}: ${law}${where}`;
}
