/**
 * Types what README and the first pages of the book say, in an empty clone with an empty home, and writes each line with
 * its end and its time to `test/lab/results/newcomer.md`.
 *
 *     npm run lab -- newcomer
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentedLines } from '../../documentation/documented-lines.ts';
import { FreshClone } from '../../documentation/fresh-clone.ts';
import { faultOfLine, FILES, needsNode24, PAGES } from '../../documentation/newcomer.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RESULTS = join(ROOT, 'test', 'lab', 'results', 'newcomer.md');
/** Lines of an output that are kept. */
const KEPT_LINES = 6;

/** Size of a folder on the disk, in MB. */
const megabytesOf = (folder: string): string =>
  execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]!;

const machine = new FreshClone();
const text = [
  '# Lines of the documentation, typed by a newcomer',
  '',
  'Written by `npm run lab -- newcomer`: an empty clone, an empty home, and the programs of the system. The cache of npm is that',
  `of the machine. Linux ${release()}, ${new Date().toISOString().slice(0, 10)}.`,
];
const typed = new Set<string>();
let faults = 0;
try {
  for (const page of PAGES) {
    text.push('', `## ${page}`);
    for (const { at, command } of documentedLines(readFileSync(join(ROOT, page), 'utf8'))) {
      if (typed.has(command) || (command.startsWith('git clone') && typed.size > 0)) continue;
      typed.add(command);
      machine.put(FILES);
      const started = performance.now();
      const result = await machine.run(command, needsNode24(command));
      const seconds = ((performance.now() - started) / 1_000).toFixed(1);
      const fault = faultOfLine(command, result);
      if (fault !== null) faults += 1;
      const verdict = fault === null ? 'as documented' : 'NOT as documented';
      text.push('', `Line ${at}, exit code ${String(result.code)}, ${seconds} s, ${verdict}:`, '', '```text');
      text.push(`$ ${command}`, ...lastLines(result.output), '```');
      const packages = join(machine.folder, 'node_modules');
      if (command === 'npm start' && existsSync(packages))
        text.push('', `\`node_modules\` has ${megabytesOf(packages)} MB, the home ${megabytesOf(machine.home)} MB.`);
      console.info(`${verdict}: ${command} (${seconds} s)`);
    }
  }
} finally {
  await machine.remove();
  text.push('', `${typed.size} lines, ${faults} of them not as documented.`, '');
  writeFileSync(RESULTS, text.join('\n').replaceAll(machine.home, 'HOME'));
}
process.exitCode = faults === 0 ? 0 : 1;

/** The end of an output, without colours. */
function lastLines(output: string): string[] {
  const lines = output
    .replaceAll(/\u001B\[[\d;]*m/gu, '')
    .trimEnd()
    .split('\n');
  return lines.length > KEPT_LINES ? ['…', ...lines.slice(-KEPT_LINES)] : lines;
}
