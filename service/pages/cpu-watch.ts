/** Counts the CPU time of a program with its child processes, so that a busy machine is no slow program. */
import { readdirSync, readFileSync } from 'node:fs';

/** Interval between two looks. */
const LOOK_EVERY_MS = 250;
/** Clock ticks of Linux in a second, as every architecture that Node runs on has them (`sysconf(_SC_CLK_TCK)`). */
const TICKS_PER_SECOND = 100;
/** Where the system does not tell CPU time, a program may take this many times its limit on the clock of the wall. */
export const WALL_FACTOR = 20;

/** What `/proc/PID/stat` says of a process (proc(5)). */
interface Counted {
  readonly parent: number;
  readonly group: number;
  /** CPU time of it and of the children that it waited for, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Calls `exceeded` once if the process group, with everything that descends from it, takes more CPU time than the
 * limit. Elsewhere than on Linux it counts the time of the wall, with a factor. The result ends the watch.
 */
export function watchCpu(leader: number, limitMs: number, exceeded: () => void): () => void {
  const startMs = performance.now();
  const usedMs = (): number => cpuOfGroup(leader) ?? (performance.now() - startMs) / WALL_FACTOR;
  const timer = setInterval(() => {
    if (usedMs() <= limitMs) return;
    clearInterval(timer);
    exceeded();
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** CPU time of a group and its descendants in milliseconds; null where the system does not tell it. */
function cpuOfGroup(leader: number): number | null {
  const processes = allProcesses();
  if (processes === null) return null;
  const own = new Set([leader]);
  // A parent has a lower number than its children, unless the numbers began anew.
  for (const [id, { parent, group }] of processes) if (group === leader || own.has(parent)) own.add(id);
  return [...own].reduce((sum, id) => sum + (processes.get(id)?.cpuMs ?? 0), 0);
}

function allProcesses(): ReadonlyMap<number, Counted> | null {
  if (process.platform !== 'linux') return null;
  try {
    const ids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
    return new Map(ids.sort((a, b) => a - b).flatMap((id) => readStat(id) ?? []));
  } catch {
    return null;
  }
}

function readStat(id: number): readonly [readonly [number, Counted]] | null {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'latin1');
    // The name of the program may have spaces and brackets; state, parent and group follow the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[id, { parent: Number(fields[1]), group: Number(fields[2]), cpuMs: (ticks * 1_000) / TICKS_PER_SECOND }]];
  } catch {
    // It has ended.
    return null;
  }
}
