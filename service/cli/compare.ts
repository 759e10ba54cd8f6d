import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { FORMAT_SPELLINGS, MODES } from '../../shared/api/text-spellings.ts';
import type { RequestedFormat, RequestedMode } from '../../shared/api/text-spellings.ts';
import type { StructuredPage } from '../../shared/change/page.ts';
import { scanFragment } from '../../shared/fragment/scan.ts';
import type { TextComparison } from '../comparison/compare-text.ts';
import { collectPage } from './collect-page.ts';
import { CommandError, EXIT } from './command-error.ts';
import type { ExitCode } from './command-error.ts';
import { describeCounts } from '../comparison/describe-counts.ts';
import { printRedline } from './print-redline.ts';
import { readInput } from './read-input.ts';
import { redlineStyle } from './redline-style.ts';
import { wantsColour, withProgress } from './terminal.ts';
import { compareDocx, isDocx } from './track-changes.ts';
import type { Terminal } from './terminal.ts';
import { writeAll, writeOutput } from './write-output.ts';
import { writeReview } from './write-review.ts';
import { writePatch } from './write-patch.ts';

/** What the ending of an input's name says of its format. */
const FORMAT_OF_EXTENSION: Readonly<Record<string, RequestedFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'txt',
  '.json': 'json',
};

/** A finished comparison with the inputs it came from. */
interface Finished {
  readonly names: readonly [original: string, revised: string];
  readonly texts: readonly [original: string, revised: string];
  readonly comparison: TextComparison;
  readonly page: StructuredPage;
}

/** What each ending of `-o` writes. */
const WRITERS: Readonly<Record<string, (finished: Finished) => string | Promise<string>>> = {
  '.html': ({ names, comparison }) => {
    const [original, revised] = names.map((name) => basename(name));
    return writeReview(`${original ?? ''} → ${revised ?? ''}`, comparison);
  },
  '.json': ({ page }) => `${JSON.stringify(page, null, 2)}\n`,
  '.patch': ({ names, texts }) => writePatch(names[0], names[1], texts[0], texts[1]),
};

/** The options of `compare` as commander hands them over. */
interface CompareOptions {
  readonly format?: string;
  readonly mode: string;
  readonly output: readonly string[];
  readonly author?: string;
  readonly date?: string;
  readonly json?: true;
}

/** Adds `diffsvc compare`. `finish` takes the exit code: 0 for no change, 1 for some. */
export function addCompare(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('compare two files; no server is needed')
    .argument('<original>', 'the file before, or - for standard input')
    .argument('<revised>', 'the file after, or - for standard input')
    .option(
      '--format <format>',
      `one of ${Object.keys(FORMAT_SPELLINGS).join(', ')}, docx; without it the file names say`,
    )
    .option('--mode <mode>', `one of ${MODES.join(', ')}`, 'auto')
    .option(
      '-o, --output <file>',
      `write a file, and nothing to the terminal; its ending chooses: ${Object.keys(WRITERS).join(', ')}; .docx for two DOCX files (repeatable)`,
      (file: string, files: readonly string[]) => [...files, file],
      [] as readonly string[],
    )
    .option('--author <name>', 'author of tracked revisions in a .docx (diffsvc)')
    .option('--date <date>', 'date of tracked revisions (now)')
    .option('--json', 'print the whole answer as JSON')
    .action(async (original: string, revised: string, options: CompareOptions) => {
      finish(await compare(original, revised, options, terminal));
    });
}

async function compare(
  original: string,
  revised: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  // Everything that can be wrong with the command line is said before anything is read.
  if (original === '-' && revised === '-') {
    throw new CommandError('only one of the two inputs can be -, standard input; put the other into a file');
  }
  if (isDocx(original, revised, options.format)) {
    const { author, date, output: outputs, json = false } = options;
    return compareDocx(original, revised, { author, date, outputs, json }, terminal);
  }
  const format = options.format === undefined ? formatOfNames(original, revised) : parseFormat(options.format);
  const mode = parseMode(options.mode);
  const outputs = options.output.map((path) => ({ path, write: writerOf(path) }));

  const texts = [await readInput(original, terminal.stdin), await readInput(revised, terminal.stdin)] as const;
  // Loaded here, so that the other commands start without the readers and the engine.
  const { compareText } = await import('../comparison/compare-text.ts');
  const comparison = await withProgress(terminal, 'comparing …', () =>
    compareText({ original: texts[0], revised: texts[1], format, mode }),
  );
  const page = collectPage((offset, limit) => comparison.page(offset, limit));
  const finished = { names: [nameOf(original), nameOf(revised)] as const, texts, comparison, page };

  for (const { path, write } of outputs) await writeOutput(path, await write(finished));
  if (options.json) await writeAll(terminal.stdout, `${JSON.stringify(answerOf(comparison, page))}\n`);
  else if (outputs.length === 0) await print(finished, terminal);
  return page.totalChanges === 0 ? EXIT.same : EXIT.different;
}

async function print({ comparison, page }: Finished, terminal: Terminal): Promise<void> {
  const style = redlineStyle(wantsColour(terminal));
  const redline = page.totalChanges === 0 ? '' : `${printRedline(scanFragment(comparison.html), style)}\n`;
  const note = comparison.fallback ? ' (too large for structure: compared as text)' : '';
  await writeAll(terminal.stdout, `${redline}${style.aside(describeCounts(page.summary) + note)}\n`);
}

/** The answer of the service to the same comparison, as far as it does not depend on a server; with all changes. */
function answerOf(comparison: TextComparison, page: StructuredPage): object {
  return {
    schemaVersion: 'diffsvc.comparison.v1',
    html: comparison.html,
    json: page,
    requestedMode: comparison.requestedMode,
    effectiveMode: comparison.effectiveMode,
    format: comparison.format,
    engine: comparison.engine,
    fallback: comparison.fallback,
    units: comparison.units,
  };
}

/** The format of a spelling. Throws a CommandError for an unknown one. */
export function parseFormat(spelling: string): RequestedFormat {
  const spellings: Readonly<Record<string, RequestedFormat>> = FORMAT_SPELLINGS;
  const format = Object.hasOwn(spellings, spelling) ? spellings[spelling] : undefined;
  if (format !== undefined) return format;
  throw new CommandError(`unknown format "${spelling}"; use one of ${Object.keys(FORMAT_SPELLINGS).join(', ')}`);
}

function parseMode(spelling: string): RequestedMode {
  const mode = MODES.find((each) => each === spelling);
  if (mode !== undefined) return mode;
  throw new CommandError(`unknown mode "${spelling}"; use one of ${MODES.join(', ')}`);
}

/** The format that the names agree on. A name that says nothing follows the other; two different ones are refused with a CommandError. */
export function formatOfNames(original: string, revised: string): RequestedFormat {
  const [before, after] = [original, revised].map((name) => FORMAT_OF_EXTENSION[extname(name).toLowerCase()]);
  if (before !== undefined && after !== undefined && before !== after) {
    throw new CommandError(`${original} is ${before} and ${revised} is ${after} by their names; choose with --format`);
  }
  return before ?? after ?? 'auto';
}

function writerOf(path: string): (finished: Finished) => string | Promise<string> {
  const extension = extname(path).toLowerCase();
  const writer = WRITERS[extension];
  if (writer) return writer;
  const known = Object.keys(WRITERS).join(', ');
  throw new CommandError(`cannot write ${path}: its ending must be one of ${known}`);
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}
