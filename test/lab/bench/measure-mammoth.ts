/** A process of `documents.ts`: converts both sides with mammoth, and compares the HTML with htmldiff-js, several times. */
import { readFileSync } from 'node:fs';
import mammoth from 'mammoth';

interface MammothTask {
  readonly files: readonly string[];
  readonly compares: boolean;
  readonly runs: number;
  readonly warmRuns: number;
}

const { files, compares, runs, warmRuns } = JSON.parse(process.argv[2]!) as MammothTask;
const { default: htmldiff } = compares ? (await import('htmldiff-js')).default : { default: null };
const times: number[] = [];
let begun = process.cpuUsage();
for (let run = 0; run < warmRuns + runs; run += 1) {
  if (run === warmRuns) begun = process.cpuUsage();
  const begin = performance.now();
  const sides: string[] = [];
  for (const file of files) sides.push((await mammoth.convertToHtml({ buffer: readFileSync(file) })).value);
  htmldiff?.execute(sides[0]!, sides[1]!);
  if (run >= warmRuns) times.push(performance.now() - begin);
}
const { user, system } = process.cpuUsage(begun);
process.send!(
  { times, cpuMs: (user + system) / 1_000 / runs, peakMb: (process.resourceUsage().maxRSS * 1_024) / 1_000_000 },
  () => process.exit(),
);
