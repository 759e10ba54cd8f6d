import type { DesktopServiceState } from '../../../shared/messages/desktop-bridge.ts';
import type { ChildEnd, ServiceChild } from './service-child.ts';
import { shellMessages } from '../strings.ts';

/** A service that can be used now. */
export interface ServedHere {
  /** Origin such as `http://127.0.0.1:4870`. */
  readonly origin: string;
  /** The code that the shell gave to its own child; null if somebody else started the service. */
  readonly code: string | null;
}

/** Dependencies of the keeper. */
export interface ServiceKeeperDeps {
  /** Starts the service. `anyPort` chooses a free port, because the configured one is taken. */
  readonly startChild: (anyPort: boolean) => ServiceChild;
  /** Origin of the service that already serves the data directory; null if there is none. */
  readonly findServing: () => Promise<string | null>;
  /** Whether the service at this origin accepts requests. */
  readonly isHealthy: (origin: string) => Promise<boolean>;
  /** Waits. It ends early and without an error if the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly onState: (state: DesktopServiceState) => void;
  /** Receives the end of a child that nobody asked to end. */
  readonly onCrash: (end: ChildEnd) => void;
}

/** Interval at which a service that somebody else started is checked. */
const LOOK_EVERY_MS = 3_000;
/** A single missed check may mean a busy machine. */
const MISSED_LOOKS = 2;
/** The pause before the first restart. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
/** After this many consecutive crashes another restart would not help. With their pauses they take 8 seconds. */
const CRASHES_MOST = 5;
/** A service that ran this long was healthy. Its next crash counts as the first. */
const WELL_AFTER_MS = 60_000;
/** Exit code of a service that could not start, for a reason that a person can fix. */
const COULD_NOT_START = 2;

/**
 * Keeps a service running for the data directory while the application runs. It attaches to a running service.
 * Otherwise it starts one, and restarts it when it ends.
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

  /** Starts the keeper; call it once. */
  start(): void {
    this.#loop ??= this.#keep();
  }

  /**
   * The service, once there is one. Rejects if it could not be started or the application ends. Rejects with the
   * signal's reason if the signal is aborted first.
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

  /** Tries again after a failure. */
  restart(): void {
    this.#askedAgain.resolve(undefined);
  }

  /** Ends the service that was started here. A service that was found running continues. */
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

  /**
   * Waits until the service ends. Returns how the own child ended, or null for a service that somebody else started.
   */
  async #serveOnce(signal: AbortSignal): Promise<ChildEnd | null> {
    const found = await this.#deps.findServing();
    if (found !== null) return await this.#attend(found, signal);
    const end = await this.#runChild(false);
    if (end.code !== COULD_NOT_START || this.#ends()) return end;
    // Somebody may have started a service meanwhile. Otherwise another program may hold the port.
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
    // New callers wait for the next service. Waiting callers keep waiting.
    if (this.#state.status === 'running' || this.#state.status === 'failed') this.#served = unsettled();
    this.#state = { status, message };
    this.#deps.onState(this.#state);
  }
}

function unsettled(): PromiseWithResolvers<ServedHere> {
  const served = Promise.withResolvers<ServedHere>();
  // Nobody may be waiting when it rejects.
  served.promise.catch(() => undefined);
  return served;
}
