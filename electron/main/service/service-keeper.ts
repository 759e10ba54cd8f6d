import type { DesktopServiceState } from '../../../shared/messages/desktop-bridge.ts';
import type { ChildEnd, ServiceChild } from './service-child.ts';
import { shellMessages } from '../messages.ts';

/** A service that can be used now. */
export interface ServedHere {
  /** Origin such as `http://127.0.0.1:4870`. */
  readonly origin: string;
  /** The code that the shell told its own child; null: somebody else started the service. */
  readonly code: string | null;
}

/** What the keeper works with. */
export interface ServiceKeeperDeps {
  /** Starts the service; `anyPort`: on a free port, since the configured one is taken. */
  readonly startChild: (anyPort: boolean) => ServiceChild;
  /** Origin of the service that serves the data directory already; null: none. */
  readonly findServing: () => Promise<string | null>;
  /** Whether the service at this origin takes requests. */
  readonly isHealthy: (origin: string) => Promise<boolean>;
  /** Waits; ends early when the signal is aborted, without an error. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onState: (state: DesktopServiceState) => void;
  /** Told how a child ended that nobody asked to end. */
  readonly onCrash: (end: ChildEnd) => void;
}

/** How often a service that somebody else started is asked whether it still serves. */
const LOOK_EVERY_MS = 3_000;
/** One missed look may be a machine that is busy. */
const MISSED_LOOKS = 2;
/** The pause before the first restart; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** After so many crashes in a row the next would be no better. Together with their pauses they take 8 seconds. */
const CRASHES_MOST = 5;
/** A service that ran as long as this was well; its crash is the first again. */
const WELL_AFTER_MS = 60_000;
/** Exit code of a service that could not start for a reason that a person can do something about. */
const COULD_NOT_START = 2;

/**
 * Sees to it that a service serves the data directory as long as the application runs: attaches to one that does already,
 * else starts one, and again when it ends.
 */
export class ServiceKeeper {
  readonly #deps: ServiceKeeperDeps;
  readonly #stop = new AbortController();
  #child: ServiceChild | null = null;
  #served: PromiseWithResolvers<ServedHere> = unsettled();
  #askedAgain: PromiseWithResolvers<undefined> = Promise.withResolvers();
  #state: DesktopServiceState = { status: 'starting', message: null };
  #loop: Promise<void> | null = null;

  constructor(deps: ServiceKeeperDeps) {
    this.#deps = deps;
  }

  get state(): DesktopServiceState {
    return this.#state;
  }

  /** Begins; once. */
  start(): void {
    this.#loop ??= this.#keep();
  }

  /**
   * The service, once there is one. Rejects when it could not be started, or the application ends; with the signal's reason
   * when that is aborted first.
   */
  async served(signal: AbortSignal): Promise<ServedHere> {
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await Promise.race([this.#served.promise, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Tries again after it failed. */
  restart(): void {
    this.#askedAgain.resolve(undefined);
  }

  /** Ends the service that was started here; one that was found running goes on. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.#askedAgain.resolve(undefined);
    this.#served.reject(new Error('the application ends'));
    await this.#child?.stop();
    await this.#loop;
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stop;
    let crashes = 0;
    while (!this.#ends()) {
      const since = this.#deps.now();
      const end = await this.#serveOnce(signal);
      if (this.#ends()) return;
      if (end === null) {
        this.#tell('restarting');
        continue;
      }
      crashes = this.#deps.now() - since >= WELL_AFTER_MS ? 1 : crashes + 1;
      const hopeless = end.code === COULD_NOT_START || crashes >= CRASHES_MOST;
      if (hopeless) {
        crashes = 0;
        await this.#fail(end);
      } else {
        this.#tell('restarting');
        await this.#deps.wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (crashes - 1)), signal);
      }
    }
  }

  /** Until the service ends: how the own child ended, or null for one that somebody else had started. */
  async #serveOnce(signal: AbortSignal): Promise<ChildEnd | null> {
    const found = await this.#deps.findServing();
    if (found !== null) return await this.#attend(found, signal);
    const end = await this.#runChild(false);
    if (end.code !== COULD_NOT_START || this.#ends()) return end;
    // Somebody may have started one meanwhile; else the port may be taken by another program.
    const winner = await this.#deps.findServing();
    if (winner !== null) return await this.#attend(winner, signal);
    return await this.#runChild(true);
  }

  async #runChild(anyPort: boolean): Promise<ChildEnd> {
    if (this.#ends()) return { code: null, lastWords: '' };
    const child = this.#deps.startChild(anyPort);
    this.#child = child;
    const origin = await child.listening;
    if (origin !== null) this.#serve({ origin, code: child.code });
    const end = await child.ended;
    this.#child = null;
    if (!this.#ends() && end.code !== COULD_NOT_START) this.#deps.onCrash(end);
    return end;
  }

  async #attend(origin: string, signal: AbortSignal): Promise<null> {
    this.#serve({ origin, code: null });
    for (let missed = 0; missed < MISSED_LOOKS && !this.#ends();) {
      await this.#deps.wait(LOOK_EVERY_MS, signal);
      missed = this.#ends() || (await this.#deps.isHealthy(origin)) ? 0 : missed + 1;
    }
    return null;
  }

  async #fail(end: ChildEnd): Promise<void> {
    const reason = end.lastWords.replace(/^diffsvc: /, '') || shellMessages.endedWith(end.code);
    this.#askedAgain = Promise.withResolvers();
    this.#tell('failed', reason);
    this.#served.reject(new Error(reason));
    await this.#askedAgain.promise;
    if (!this.#ends()) this.#tell('starting');
  }

  #ends(): boolean {
    return this.#stop.signal.aborted;
  }

  #serve(served: ServedHere): void {
    this.#state = { status: 'running', message: null };
    this.#served.resolve(served);
    this.#deps.onState(this.#state);
  }

  #tell(status: 'starting' | 'restarting' | 'failed', message: string | null = null): void {
    // Whoever asks after a service or a failure waits for the next; who waits already goes on waiting.
    if (this.#state.status === 'running' || this.#state.status === 'failed') this.#served = unsettled();
    this.#state = { status, message };
    this.#deps.onState(this.#state);
  }
}

function unsettled(): PromiseWithResolvers<ServedHere> {
  const served = Promise.withResolvers<ServedHere>();
  // Nobody may be waiting when it is rejected.
  served.promise.catch(() => undefined);
  return served;
}
