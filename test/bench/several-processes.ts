/**
 * One figure of several processes that measured the same. What compilers, collector and machine make of a process differs
 * more from one to another than runs within one do.
 */
import type { Measurement } from './measure.ts';
import type { GrowthTimes } from './measure-growth.ts';

/**
 * Medians of the times; the most memory; all different outputs counted. What only the first was asked for is the first's.
 * Of an even number the higher of the two in the middle counts.
 */
export function typicalMeasurement(processes: readonly Measurement[]): Measurement {
  const outputs = new Set(processes.map(({ digest }) => digest));
  return {
    ...processes[0]!,
    cpuMs: medianOf(processes.map(({ cpuMs }) => cpuMs)),
    firstMs: medianOf(processes.map(({ firstMs }) => firstMs)),
    digests: outputs.size - 1 + Math.max(...processes.map(({ digests }) => digests)),
    peakMb: Math.max(...processes.map(({ peakMb }) => peakMb)),
  };
}

/** The times of the process with the median growth. */
export function typicalGrowth(processes: readonly GrowthTimes[]): GrowthTimes {
  return processes.toSorted((a, b) => a.growth - b.growth)[processes.length >> 1]!;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
