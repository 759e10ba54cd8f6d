/**
 * `npm run lab -- largest [--only PART]`
 *
 * Compares inputs near the limits of one comparison in the threads of the service: into a redline, then into a redline
 * with all structured changes for the store. A DOCX is read before. Each step has a process of its own. Prints its
 * processor time and its peak of resident memory, the program included. `--only PART` takes the names that contain
 * PART.
 *
 * Exit code 1 when a comparison fails or exceeds a bar: 5 seconds, or 800 MB.
 */
import { parseArgs } from 'node:util';
import { runChild } from '../bench/run-child.ts';
import { LARGEST } from './inputs.ts';
import type { LargestFigures, LargestTask } from './measure.ts';

/** A process that takes longer hangs. */
const LIMIT_MS = 600_000;
const STEPS = ['read', 'redline', 'store'] as const;
const BARS = { cpuSeconds: 5, peakMegabytes: 800 };

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
let failed = 0;
console.log('| Pair | Step | KB a side | CPU, s | Peak, MB |');
console.log('| ---- | ---- | --------: | -----: | -------: |');
for (const name of LARGEST.keys()) {
  if (!name.includes(values.only)) continue;
  for (const step of STEPS) {
    if (step === 'read' && !name.startsWith('DOCX')) continue;
    const task: LargestTask = { name, step };
    const figures = await runChild<LargestFigures>(new URL('measure.ts', import.meta.url).href, task, LIMIT_MS);
    if (isOver(figures)) failed += 1;
    console.log(`| ${name} | ${step} | ${cellsOf(figures)} |`);
  }
}
process.exit(failed > 0 ? 1 : 0);

function isOver(figures: LargestFigures | string): boolean {
  if (typeof figures === 'string') return true;
  return figures.cpuSeconds > BARS.cpuSeconds || figures.peakMegabytes > BARS.peakMegabytes;
}

function cellsOf(figures: LargestFigures | string): string {
  if (typeof figures === 'string') return figures;
  const { sideKilobytes, cpuSeconds, peakMegabytes } = figures;
  return [sideKilobytes.toFixed(0), cpuSeconds.toFixed(1), peakMegabytes.toFixed(0)].join(' | ');
}
