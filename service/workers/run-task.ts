/** A task in its own process. The process is killed after the answer, or when nobody waits for it. */
import { ServiceError } from '../../shared/errors.ts';
import { forkConfined } from './fork-confined.ts';
import type { TaskReply } from './task-reply.ts';

/** Options of a process. */
export interface TaskProcess {
  /** Its program, which takes one task and sends one `TaskReply`: see `serve-task.ts`. */
  readonly processFile: string;
  /** Limit of resident memory. */
  readonly residentMegabytes: number;
}

/** Exit code of a process whose heap is full, where it is not reported as a signal. */
const ABORTED = 134;

/**
 * Does a task. Throws `ServiceError` with the task's refusal, or `document_too_complex` if it needs too much memory.
 * Throws the signal's reason if it is aborted, and a plain error for a fault of ours.
 */
export function runTask<Result>(
  { processFile, residentMegabytes }: TaskProcess,
  task: object,
  signal: AbortSignal,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    signal.throwIfAborted();
    const child = forkConfined(processFile, residentMegabytes);
    const abort = (): void => settle(() => reject(reasonOf(signal)));
    const settle = (tell: () => void): void => {
      signal.removeEventListener('abort', abort);
      child.removeAllListeners();
      // Errors after the end are ignored.
      child.on('error', () => undefined);
      child.kill('SIGKILL');
      tell();
    };
    signal.addEventListener('abort', abort, { once: true });
    child.once('message', (message) => {
      const reply = message as TaskReply<Result>;
      settle(() => (reply.outcome === 'done' ? resolve(reply.result) : reject(faultOf(reply))));
    });
    child.once('error', (fault) => settle(() => reject(fault)));
    child.once('exit', (code, ended) => {
      const isFull = ended !== null || code === ABORTED;
      settle(() => reject(isFull ? tooLarge(residentMegabytes) : new Error(`a process ended with code ${code}`)));
    });
    // The exit of a process that dies meanwhile reports it.
    child.send(task, () => undefined);
  });
}

function faultOf(reply: Exclude<TaskReply<never>, { outcome: 'done' }>): Error {
  if (reply.outcome === 'refused') return new ServiceError(reply.code, reply.message, reply.details);
  return new Error(`a process broke: ${reply.stack}`);
}

function tooLarge(megabytes: number): ServiceError {
  return new ServiceError(
    'document_too_complex',
    `This needs more than ${megabytes} MiB of memory, which is the limit. Compare the documents in parts.`,
    { limitMegabytes: megabytes },
  );
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted');
}
