/** `diffsvc compare` with two folders. */
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { describeCounts } from '../../../pipeline/words/describe-counts.ts';
import { CommandError, EXIT, type ExitCode } from '../../command-error.ts';
import { inWords } from '../../input/read-input.ts';
import { jsonText } from '../../output/json-text.ts';
import { writeAll, writeOutput } from '../../output/write-output.ts';
import type { Terminal } from '../../terminal.ts';
import type { ComparePlan, ComparisonView, FileChoice } from '../compare-options.ts';
import { titleOf } from '../compare-pair.ts';
import { isStandardOutput } from '../write-comparison.ts';
import { compareFolders, hostOf, type PageMaker } from './compare-folders.ts';
import { folderAnswer, folderIndex, reportFolders, totalsOf } from './report-folders.ts';

/** Endings of what can be written of two folders. */
const ENDINGS = ['.html', '.json'];

/** Compares two folders, prints and writes. Exit codes as of `diff -r`: 2 if a file could not be compared. */
export async function runFolders(
  folders: readonly [original: string, revised: string],
  outputs: readonly string[],
  choice: FileChoice,
  plan: ComparePlan,
  view: ComparisonView,
  terminal: Terminal,
): Promise<ExitCode> {
  for (const path of outputs) await checkFolderOutput(path, folders);
  const index = outputs.find((path) => extname(path).toLowerCase() === '.html');
  const compared = await compareFolders(
    folders,
    choice,
    plan,
    view,
    hostOf(terminal),
    index === undefined ? null : pagesBeside(index),
  );
  for (const path of outputs) {
    const isIndex = extname(path).toLowerCase() === '.html';
    const text = isIndex ? folderIndex(folders, compared) : `${jsonText(folderAnswer(folders, compared), 2)}\n`;
    await writeOutput(path, text);
  }
  if (outputs.length === 0 || view.shows !== 'redline')
    await writeAll(terminal.stdout, reportFolders(folders, compared, view));
  const totals = totalsOf(compared.rows);
  if (totals.failed > 0) return EXIT.trouble;
  return totals.same === compared.rows.length ? EXIT.same : EXIT.different;
}

/** Writes each redline into the folder `NAME-pages` beside the index, and returns its address. */
function pagesBeside(index: string): PageMaker {
  const folder = join(dirname(index), `${basename(index, extname(index))}-pages`);
  let made = 0;
  return async (finished) => {
    const { writePage } = await import('../../../exports/pages/write-page.ts');
    const { comparison, summary } = finished;
    const html = await writePage(titleOf(finished), comparison.html, describeCounts(summary), comparison);
    made += 1;
    const name = `${String(made).padStart(4, '0')}.html`;
    try {
      await mkdir(folder, { recursive: true });
    } catch (error) {
      throw inWords(error, folder);
    }
    await writeOutput(join(folder, name), html);
    return `${basename(folder)}/${name}`;
  };
}

/** Refuses an ending that is not written of folders, and an output inside one of them. */
async function checkFolderOutput(path: string, folders: readonly [string, string]): Promise<void> {
  if (isStandardOutput(path))
    throw new CommandError(`cannot write two folders to standard output by -o ${path}; use --json, or name a file`);
  if (!ENDINGS.includes(extname(path).toLowerCase()))
    throw new CommandError(`cannot write ${path} of two folders: its ending must be one of ${ENDINGS.join(', ')}`);
  let place: string;
  try {
    place = await realpath(dirname(path));
  } catch (error) {
    throw inWords(error, path);
  }
  for (const folder of folders) {
    const way = relative(await realpath(folder), place);
    if (way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^[a-z]:/iu.test(way)))
      throw new CommandError(`${path} is inside ${folder}, which is compared; write it elsewhere`);
  }
}
