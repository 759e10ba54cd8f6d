/**
 * One figure of several processes that measured the same. What compilers, collector and machine make of a process differs
 * more from one to another than runs within one do.
 */
import type { Measurement } from './measure.ts';
import type { GrowthTimes } from './measure-growth.ts';

/**
 * What the processes come to together. One that gave no answer speaks for all; undefined: there was no time for one of them.
 */
export function typicalOutcome<Message extends object>(
  outcomes: readonly (Message | string | undefined)[],
  typicalOf: (messages: readonly Message[]) => Message,
): Message | string | undefined {
  const messages = outcomes.filter((outcome) => typeof outcome === 'object');
  if (messages.length < outcomes.length) return outcomes.find((outcome) => typeof outcome === 'string');
  return messages.length === 0 ? undefined : typicalOf(messages);
}

/**
 * Medians of the times, the most memory, and the number of different outputs. Other fields come from the first process,
 * which alone measures them. The median of an even number of values is the higher one of the middle two.
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
