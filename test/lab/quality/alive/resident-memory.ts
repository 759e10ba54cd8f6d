/** Resident memory of a process and of its descendants, from /proc of Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in megabytes. */
export interface Resident {
  readonly main: number;
  readonly children: number;
  /** Number of processes beside the main one. */
  readonly processes: number;
}

/** Sizes in /proc are in pages; every platform that the measure runs on has pages of 4 KiB. */
const MEGABYTES_PER_PAGE = 4_096 / 1_000_000;
/** Ticks a second of the times in /proc. */
const MS_PER_TICK = 10;

/** What a process and its descendants hold now. */
export function residentOf(pid: number): Resident {
  const below = descendantsOf(pid);
  return {
    main: megabytesOf(pid),
    children: below.reduce((sum, each) => sum + megabytesOf(each), 0),
    processes: below.length,
  };
}

/** CPU time that a process and its living descendants have taken, in milliseconds. */
export function cpuMsOf(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, each) => {
    const [user, system] = statOf(each)?.slice(11, 13) ?? ['0', '0'];
    return sum + (Number(user) + Number(system)) * MS_PER_TICK;
  }, 0);
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(Number(name));
    if (parent !== null) parents.set(Number(name), parent);
  }
  const isBelow = (each: number): boolean => {
    const parent = parents.get(each);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter((each) => each !== pid && isBelow(each));
}

/** Keeps the highest sum that it sees, until it is stopped. */
export class PeakWatch {
  readonly #timer: NodeJS.Timeout;
  #peak: Resident = { main: 0, children: 0, processes: 0 };

  constructor(pid: number, everyMs: number) {
    this.#timer = setInterval(() => {
      const now = residentOf(pid);
      if (now.main + now.children > this.#peak.main + this.#peak.children) this.#peak = now;
    }, everyMs);
  }

  stop(): Resident {
    clearInterval(this.#timer);
    return this.#peak;
  }
}

/** The process may end at any moment: then it holds nothing. */
function megabytesOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * MEGABYTES_PER_PAGE;
  } catch {
    return 0;
  }
}

function parentOf(pid: number): number | null {
  const stat = statOf(pid);
  return stat === null ? null : Number(stat[1]);
}

/** The fields of /proc/PID/stat after the name (proc_pid_stat(5)), the state first. */
function statOf(pid: number): string[] | null {
  try {
    // The program's name is in parentheses and may contain any character.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
