/** The service could not start, for a reason that a person can do something about. The message says what. */
export class StartFailure extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StartFailure';
  }
}
