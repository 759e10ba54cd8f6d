/** Trouble that a command reports in one line on standard error before it ends with exit code 2. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Exit codes, as of `diff`. */
export const EXIT = { same: 0, different: 1, trouble: 2 } as const;
/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
