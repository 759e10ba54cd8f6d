/** `diffsvc compare`. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { convertedSourcesWarnings } from '../../pipeline/inputs/converted-file.ts';
import { CommandError, EXIT, type ExitCode } from '../command-error.ts';
import { readBytes } from '../input/read-input.ts';
import { printableLine } from '../../printable.ts';
import { checkOutput, writeAll, writeOutput } from '../output/write-output.ts';
import { PROGRESS } from '../strings/compare.ts';
import { Progress, type Terminal } from '../terminal.ts';
import {
  filesOf,
  planOf,
  viewOf,
  type CompareOptions,
  type ComparePlan,
  type ComparisonView,
} from './compare-options.ts';
import { comparePair, nameOf, type Finished } from './compare-pair.ts';
import { report } from './report-comparison.ts';
import { isStandardOutput, isTracked, writerOf, type ComparisonWriter } from './write-comparison.ts';

/** Runs `compare`, and resolves to its exit code. Throws CommandError and the readers' `ServiceError`. */
export async function runCompare(
  original: string,
  revised: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const run = await prepare([original, revised], options, terminal);
  if (options.watch !== true) return exitCodeOf(await run(), options);
  const { watchInputs } = await import('./watch-inputs.ts');
  return await watchInputs([original, revised], run, terminal);
}

/** With `--exit-zero`, a difference is no failure of a script. */
function exitCodeOf(code: ExitCode, { exitZero }: CompareOptions): ExitCode {
  return exitZero === true && code === EXIT.different ? EXIT.same : code;
}

/** Refuses two answers on standard output. */
function checkStandardOutput(outputs: readonly string[], { shows }: ComparisonView): void {
  const written = outputs.filter(isStandardOutput);
  const [first, second = shows === 'redline' ? undefined : `--${shows}`] = written.map((path) => `-o ${path}`);
  if (first !== undefined && second !== undefined)
    throw new CommandError(`${first} and ${second} both write to standard output; choose one of them`);
}

/** Says everything that can be wrong with the command line, before anything is read. */
async function prepare(
  paths: readonly [original: string, revised: string],
  options: CompareOptions,
  terminal: Terminal,
): Promise<() => Promise<ExitCode>> {
  const [original, revised] = paths;
  if (original === '-' && revised === '-') {
    throw new CommandError('only one of the two inputs can be -, standard input; put the other into a file');
  }
  const plan = planOf(options);
  const view = viewOf(options);
  const [isFolder, isOtherFolder] = [await isDirectory(original), await isDirectory(revised)];
  if (isFolder && isOtherFolder) {
    const { runFolders } = await import('./folders/run-folders.ts');
    return () => runFolders(paths, options.output, filesOf(options), plan, view, terminal);
  }
  if (isFolder || isOtherFolder) {
    const [folder, file] = isFolder ? paths : [revised, original];
    throw new CommandError(`${folder} is a directory, and ${file} is not; name two files or two folders`);
  }
  const outputs = options.output.map((path) => ({ path, write: writerOf(path) }));
  checkStandardOutput(options.output, view);
  for (const { path } of outputs) if (!isStandardOutput(path)) await checkOutput(path, paths);
  return () => runFiles(paths, outputs, plan, view, terminal);
}

async function runFiles(
  paths: readonly [original: string, revised: string],
  outputs: readonly { readonly path: string; readonly write: ComparisonWriter }[],
  plan: ComparePlan,
  view: ComparisonView,
  terminal: Terminal,
): Promise<ExitCode> {
  const progress = new Progress(terminal, 3 + outputs.length);
  let finished: Finished;
  const writtenNotes: string[] = [];
  try {
    const files: Buffer[] = [];
    for (const path of paths) {
      progress.step(PROGRESS.reading(basename(nameOf(path))));
      files.push(await readBytes(path, terminal.stdin));
    }
    progress.step(PROGRESS.comparing);
    finished = await comparePair(paths, [files[0]!, files[1]!], plan, terminal.env);
    for (const { path, write } of outputs) {
      progress.step(PROGRESS.writing(basename(path)));
      const { content, notes } = await write(finished, terminal.env);
      writtenNotes.push(...notes);
      if (isStandardOutput(path)) await writeAll(terminal.stdout, content);
      else await writeOutput(path, content);
    }
  } finally {
    progress.clear();
  }

  const tracked = outputs.some(({ path }) => isTracked(path)) ? await finished.tracked?.() : undefined;
  if (outputs.length === 0 || view.shows !== 'redline') {
    const asksUntracked = view.shows === 'redline' || view.shows === 'json';
    const undisclosed = asksUntracked ? await finished.undisclosed?.() : undefined;
    await writeAll(terminal.stdout, report(finished, view, { tracked, undisclosed }, terminal));
  }
  if (view.shows !== 'json') {
    const notes = [
      ...finished.warnings.map(({ side, message }) => (side === undefined ? message : `${side}: ${message}`)),
      ...(tracked === undefined ? [] : convertedSourcesWarnings(finished.convertedFrom)),
      ...(tracked?.warnings ?? []).map(({ message }) => message),
      ...writtenNotes,
    ];
    for (const note of notes) terminal.stderr.write(`note: ${printableLine(note)}\n`);
  }
  const revisions =
    tracked === undefined ? 0 : tracked.counts.insertions + tracked.counts.deletions + tracked.counts.formatChanges;
  const { sameness } = finished;
  const isSame = (sameness === 'same_file' || sameness === 'no_differences') && revisions === 0;
  return isSame ? EXIT.same : EXIT.different;
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return path !== '-' && (await stat(path)).isDirectory();
  } catch {
    // The reader of a file reports that it cannot be found.
    return false;
  }
}
