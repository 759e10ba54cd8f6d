/** Measures one large pair in a process of its own, so that its peak of memory is its own. */
import { compareFiles } from '../../../service/pipeline/compare/compare-files.ts';
import { largePairs } from './inputs.ts';

/** The measured pair. */
export interface StructureTask {
  readonly name: string;
  readonly scale: number;
}

/** Seconds of processor time, and the peak of resident memory of the process that also made the pair. */
export interface StructureFigures {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly sideKilobytes: number;
  readonly changes: number;
  readonly fallback: boolean;
}

const { name, scale } = JSON.parse(process.argv[2]!) as StructureTask;
const { format, original, revised } = largePairs(scale).get(name)!();
const before = process.cpuUsage();
const comparison = await compareFiles({
  formats: { original: format, revised: format },
  original,
  revised,
  mode: 'auto',
  attributeMode: 'semantic',
  complexity: 'extended',
});
comparison.page(0, 500);
const { user, system } = process.cpuUsage(before);
const figures: StructureFigures = {
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  sideKilobytes: original.byteLength / 1024,
  changes: comparison.summary.changeCount,
  fallback: comparison.fallback,
};
process.send!(figures);
