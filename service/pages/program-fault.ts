/** Why a program that is installed does not run on this machine. */
import { ServiceError } from '../../shared/errors.ts';
import { SANDBOX_VARIABLE } from './programs.ts';
import { ProgramFailed } from './run-program.ts';

/** What Chromium writes where the system allows it no sandbox (`content/browser/zygote_host`). */
const NO_SANDBOX = /no usable sandbox|no-sandbox|zygote|namespace sandbox/iu;

/** Time of one trial. LibreOffice with a new profile takes seconds, and more on a busy machine. */
const TRIAL_MS = 60_000;

/**
 * The reason in words why a trial of a program fails. Null if it succeeds. Nothing of the program's own output is in it.
 * Throws the signal's reason if it is aborted.
 */
export async function faultOfTrial(
  trial: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<string | null> {
  const limit = AbortSignal.timeout(TRIAL_MS);
  try {
    await trial(AbortSignal.any([signal, limit]));
    return null;
  } catch (fault) {
    signal.throwIfAborted();
    return limit.aborted ? `it did not end within ${TRIAL_MS / 1_000} seconds` : reasonOf(fault);
  }
}

function reasonOf(fault: unknown): string {
  if (fault instanceof ProgramFailed) {
    if (NO_SANDBOX.test(fault.message))
      return `the system allows it no sandbox. Install bubblewrap, or see ${SANDBOX_VARIABLE} in docs/settings.md`;
    return fault.exitCode === null ? 'a signal ended it' : `it ended with exit code ${fault.exitCode}`;
  }
  const { code } = fault as { readonly code?: unknown };
  if (code === 'EACCES' || code === 'ENOEXEC') return `the system does not start it (${code})`;
  return 'it wrote no file';
}

/** The refusal of a program that is installed and does not run. `fault`: what it threw, for the log. */
export function doesNotRun(program: string, reason: string, fault: unknown): ServiceError {
  return new ServiceError(
    'renderer_unavailable',
    `${program} is installed and does not run here: ${reason}. The document is not at fault. \`diffsvc doctor\` tries it again.`,
    undefined,
    { cause: fault },
  );
}
