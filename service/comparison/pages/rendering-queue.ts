import { ServiceError } from '../../../shared/errors.ts';

/** Maximum number of waiting renderings. At some seconds each, the last one begins within the budget of its request. */
const WAITING_MAX = 8;
/** Delay until a refused caller may try again. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Lets one rendering or conversion of a document run at a time, in the order of the calls. Its program takes the
 * processors and some hundred megabytes, so several at once would only make each other late.
 */
export class RenderingQueue {
  /** Each continues one waiting call. */
  readonly #waiting: (() => void)[] = [];
  readonly #waitingMax: number;
  #isBusy = false;

  constructor(waitingMax = WAITING_MAX) {
    this.#waitingMax = waitingMax;
  }

  /**
   * Runs `render` when its turn comes. Throws what it throws; `rate_limited` if too many wait; `comparison_timeout` if
   * the signal is aborted before the turn.
   */
  async run<Result>(render: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    if (this.#isBusy) await this.#turn(signal);
    this.#isBusy = true;
    try {
      return await render();
    } finally {
      const next = this.#waiting.shift();
      // A waiting call takes over, so that no later one can come between.
      if (next === undefined) this.#isBusy = false;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw neverBegan(0);
    if (this.#waiting.length >= this.#waitingMax) throw full(this.#waiting.length);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(neverBegan(performance.now() - started));
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(proceed);
    });
  }
}

function full(waiting: number): ServiceError {
  return new ServiceError(
    'rate_limited',
    `Documents are being laid out or converted and ${waiting} wait already, which is the limit. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function neverBegan(milliseconds: number): ServiceError {
  return new ServiceError(
    'comparison_timeout',
    `The documents waited ${Math.round(milliseconds / 1_000)} seconds for the layout or conversion of others. Then the time of the request was over. Try again.`,
  );
}
