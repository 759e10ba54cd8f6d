/**
 * Makes files in processes, one for each: a redline of large documents takes seconds and much memory, and what it reads
 * comes from outside. A process that is no longer wanted is killed for certain.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import type { Artifact, ArtifactMaker, ArtifactTask } from '../comparison/exports/job.ts';
import type { ArtifactReply } from './artifact-message.ts';

/** How the processes are made; what is left out has the default that the service uses. */
export interface ArtifactProcessesOptions {
  /** Resident memory of one process. */
  readonly residentMegabytes?: number;
  /** Program of a process, which takes an `ArtifactTask` and sends an `ArtifactReply`. */
  readonly processFile?: string;
}

const ARTIFACT_PROCESS = fileURLToPath(new URL('./artifact-process.ts', import.meta.url));
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Two documents of 10 MiB together with their trees and the merged one; ordinary pairs stay below 400 MB. */
const RESIDENT_MEGABYTES = 1_536;
/** Exit code of a process that V8 aborts when its heap is full, where that is not told as a signal. */
const ABORTED = 134;

/** Makes files in processes of their own. */
export class ArtifactProcesses implements ArtifactMaker {
  readonly #options: ArtifactProcessesOptions;

  constructor(options: ArtifactProcessesOptions = {}) {
    this.#options = options;
  }

  /**
   * Makes a file. Throws `ServiceError`: what making it refuses with, `document_too_complex` when it needs too much
   * memory; the signal's reason when it is aborted; a plain error for a fault of ours.
   */
  make(task: ArtifactTask, signal: AbortSignal): Promise<Artifact> {
    return new Promise<Artifact>((resolve, reject) => {
      signal.throwIfAborted();
      const megabytes = this.#options.residentMegabytes ?? RESIDENT_MEGABYTES;
      const child = fork(this.#options.processFile ?? ARTIFACT_PROCESS, [String(megabytes * 1024 * 1024)], {
        serialization: 'advanced',
        // No secret of the service in reach: no environment, no output, no file but the program's own, no other program.
        env: {},
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [
          '--permission',
          `--allow-fs-read=${PROJECT_ROOT}*`,
          '--allow-worker',
          '--disable-warning=ExperimentalWarning',
        ],
      });
      const abort = (): void => settle(() => reject(reasonOf(signal)));
      const settle = (tell: () => void): void => {
        signal.removeEventListener('abort', abort);
        child.removeAllListeners();
        // An error after the end is nobody's.
        child.on('error', () => undefined);
        child.kill('SIGKILL');
        tell();
      };
      signal.addEventListener('abort', abort, { once: true });
      child.once('message', (message) => {
        const reply = message as ArtifactReply;
        settle(() => (reply.outcome === 'done' ? resolve(reply.artifact) : reject(faultOf(reply))));
      });
      child.once('error', (fault) => settle(() => reject(fault)));
      child.once('exit', (code, ended) => {
        const isFull = ended !== null || code === ABORTED;
        settle(() => reject(isFull ? tooLarge(megabytes) : new Error(`an artifact process ended with code ${code}`)));
      });
      // A process that dies meanwhile is noticed by its exit.
      child.send(task, () => undefined);
    });
  }
}

function faultOf(reply: Exclude<ArtifactReply, { outcome: 'done' }>): Error {
  if (reply.outcome === 'refused') return new ServiceError(reply.code, reply.message, reply.details);
  return new Error(`an artifact process broke: ${reply.stack}`);
}

function tooLarge(megabytes: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `Making the file needs more than ${megabytes} MiB of memory, which is the limit. Compare the documents in parts.`,
    { limitMegabytes: megabytes },
  );
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
