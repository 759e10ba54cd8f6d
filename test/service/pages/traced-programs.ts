/** Starts the programs of a service under `strace`, which writes down what they open, start and call. */
import { readFileSync } from 'node:fs';
import { Confinements, type ConfinedStart } from '../../../service/pages/confinement/confinements.ts';
import { findProgram } from '../../../service/pages/find-program.ts';

/** The program that traces; null if there is none. */
export const STRACE = findProgram(['strace'], [], process.env['PATH'] ?? '');

/** What a program and those that it started did. */
export interface Trace {
  /** Files and folders that were opened, in the order of their first opening. */
  readonly opened: readonly string[];
  /** Those of them that were opened for writing, or made. */
  readonly written: readonly string[];
  /** Programs that were started. */
  readonly started: readonly string[];
  /** Addresses that were called, without sockets of this machine. */
  readonly called: readonly string[];
}

/** Arguments of the program that traces. It writes what others do into `log`. */
export function tracing(log: string): string[] {
  return ['-f', '-qq', '-s', '512', '-e', 'trace=execve,open,openat,connect', '-o', log];
}

/** Confinements that trace each program into a file. */
export class TracedConfinements extends Confinements {
  readonly #log: string;
  /** How often something was started. Each start has a log of its own. */
  #starts = 0;

  constructor(log: string, ...rest: ConstructorParameters<typeof Confinements>) {
    super(...rest);
    this.#log = log;
  }

  override async start(...order: Parameters<Confinements['start']>): Promise<ConfinedStart> {
    const started = await super.start(...order);
    const options = tracing(`${this.#log}${(this.#starts += 1)}`);
    return { ...started, file: STRACE!, arguments: [...options, started.file, ...started.arguments] };
  }

  get trace(): Trace {
    return traceOf(this.#logs());
  }

  /** The same of each start, from the start of this program itself. Before that, others prepare what it sees. */
  traceFrom(program: string): Trace {
    const own = this.#logs().map((log) => {
      const begin = log.indexOf(`execve("${program}"`);
      if (begin < 0) throw new Error(`${program} was not started`);
      return log.slice(log.lastIndexOf('\n', begin) + 1);
    });
    return traceOf(own);
  }

  #logs(): string[] {
    return Array.from({ length: this.#starts }, (_, at) => readFileSync(`${this.#log}${at + 1}`, 'utf8'));
  }
}

const BEGUN = /^(\d+) +(\w+)\((.*)<unfinished \.\.\.>$/u;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>(.*)$/u;
const WHOLE = /^(\d+) +(\w+)\((.*)$/u;
/** A call that succeeded, or one that waits for its connection. */
const DONE = /= (?:\d+|-1 EINPROGRESS.*)(?:<.*>)?$/u;

/** What logs of the tracing program say. */
export function traceOf(logs: readonly string[]): Trace {
  const [opened, written] = [new Set<string>(), new Set<string>()];
  const [started, called] = [new Set<string>(), new Set<string>()];
  const begun = new Map<string, string>();
  for (const line of logs.flatMap((log) => log.split('\n'))) {
    const half = BEGUN.exec(line);
    if (half !== null) {
      begun.set(half[1]!, half[3]!);
      continue;
    }
    const resumed = RESUMED.exec(line);
    const whole = WHOLE.exec(line);
    const [, pid, name, rest] = resumed ?? whole ?? [];
    if (pid === undefined) continue;
    const call = resumed === null ? rest! : (begun.get(pid) ?? '') + rest!;
    if (!DONE.test(call.trim())) continue;
    const text = /"((?:[^"\\]|\\.)*)"/u.exec(call)?.[1] ?? '';
    if (name === 'execve') started.add(text);
    else if (name === 'connect') {
      if (!call.includes('AF_UNIX')) called.add(call);
    } else {
      opened.add(text);
      if (/O_(?:WRONLY|RDWR|CREAT)/u.test(call)) written.add(text);
    }
  }
  return { opened: [...opened], written: [...written], started: [...started], called: [...called] };
}
