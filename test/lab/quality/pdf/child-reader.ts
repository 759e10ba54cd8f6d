import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExtractedPdf } from '../../../../service/formats/pdf/extract-pages.ts';

/** The answer of a child process for one file. */
export type ChildAnswer =
  | { readonly ok: true; readonly extracted: ExtractedPdf; readonly cpuMs: number }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly cpuMs: number };

const CHILD = fileURLToPath(new URL('read-child.ts', import.meta.url));
/** Memory limit (bytes) of a reader. Bombs in the corpus would exhaust the machine. */
const MAX_MEMORY = 1.5e9;
/** Interval between two looks at the memory. */
const WATCH_MS = 100;

/** Reads PDFs in a warm child process. Kills and replaces it if a file takes too much time or memory. */
export class ChildReader {
  #child: ChildProcess | null = null;

  async read(path: string, deadlineMs: number): Promise<ChildAnswer> {
    const child = (this.#child ??= fork(CHILD, { serialization: 'advanced', execArgv: ['--max-old-space-size=2048'] }));
    return new Promise((resolve) => {
      const started = performance.now();
      const end = (answer: ChildAnswer, kill: boolean): void => {
        clearTimeout(timer);
        clearInterval(watch);
        child.removeAllListeners();
        if (kill) {
          child.kill('SIGKILL');
          this.#child = null;
        }
        resolve(answer);
      };
      const fail = (code: string): void =>
        end({ ok: false, code, message: code, cpuMs: performance.now() - started }, true);
      const timer = setTimeout(() => fail('deadline'), deadlineMs);
      const watch = setInterval(() => {
        if (residentBytes(child.pid) > MAX_MEMORY) fail('memory');
      }, WATCH_MS);
      child.once('message', (answer) => end(answer as ChildAnswer, false));
      child.once('exit', () => fail('crash'));
      child.send(path);
    });
  }

  close(): void {
    this.#child?.kill();
    this.#child = null;
  }
}

/** Resident memory of a process; 0 if the system does not report it. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ')[1];
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}
