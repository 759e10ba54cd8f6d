import type { ExchangedPairing } from '../../shared/api/pairing.ts';
import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import type { checkService } from '../comparison/service-access.ts';
import { describeFault } from '../comparison/failure.ts';
import type { Pairing } from '../storage/database.ts';
import { words } from '../strings.ts';
import type { WaitingPairing } from './pairing-client.ts';

/** Dependencies of the session. */
export interface PairingDeps {
  /** Asks the reader for the permission to reach this machine; false if denied. */
  readonly askToReach: () => Promise<boolean>;
  readonly checkService: typeof checkService;
  readonly clientAt: (port: number) => {
    begin(name: string, signal: AbortSignal): Promise<WaitingPairing>;
    exchange(waiting: WaitingPairing, signal: AbortSignal): Promise<ExchangedPairing>;
  };
  /** The name of this extension that the owner reads in the application. */
  readonly name: string;
  /** Stores the key. */
  readonly keep: (pairing: Pairing) => Promise<void>;
  /** Opens the page on which the owner confirms. */
  readonly openApp: (port: number) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
}

/** `asking`: for the permission and the service. `waiting`: the owner has not confirmed yet. */
export type PairingState =
  | { readonly step: 'idle'; readonly problem: string | null }
  | { readonly step: 'asking' }
  | { readonly step: 'waiting'; readonly code: string; readonly secondsLeft: number };

/** The polling interval that the service expects. */
const POLL_MS = 2_000;

/** Pairs the extension, as the reader sees it. */
export class PairingSession {
  state: PairingState = $state.raw({ step: 'idle', problem: null });

  readonly #deps: PairingDeps;
  #running: AbortController | null = null;

  constructor(deps: PairingDeps) {
    this.#deps = deps;
  }

  /**
   * Begins a pairing. Call it within a gesture, because it asks for a permission. It ends paired, or with the problem
   * in words.
   */
  async pair(port: number): Promise<void> {
    if (this.state.step !== 'idle') return;
    const running = new AbortController();
    this.#running = running;
    this.state = { step: 'asking' };
    try {
      if (!(await this.#deps.askToReach())) {
        this.#end(words.permissionDenied);
        return;
      }
      await this.#deps.checkService(port, running.signal);
      const client = this.#deps.clientAt(port);
      const waiting = await client.begin(this.#deps.name, running.signal);
      this.#deps.openApp(port);
      const endsAtMs = this.#deps.now() + waiting.expiresInSeconds * 1_000;
      for (;;) {
        const left = Math.max(0, Math.ceil((endsAtMs - this.#deps.now()) / 1_000));
        this.state = { step: 'waiting', code: waiting.code, secondsLeft: left };
        const answer = await client.exchange(waiting, running.signal);
        if (answer.status === 'paired') {
          await this.#deps.keep({ keyId: answer.keyId, key: answer.key, port });
          this.#end(null);
          return;
        }
        await this.#deps.wait(POLL_MS);
        running.signal.throwIfAborted();
      }
    } catch (fault) {
      if (running.signal.aborted) this.#end(null);
      else this.#end(problemOf(fault));
    }
  }

  /** Stops waiting. The pairing expires by itself. */
  cancel(): void {
    this.#running?.abort();
  }

  #end(problem: string | null): void {
    this.#running = null;
    this.state = { step: 'idle', problem };
  }
}

function problemOf(fault: unknown): string {
  if (fault instanceof ServiceCallError && fault.code === 'gone') return words.pairingOver;
  if (fault instanceof ServiceCallError) return fault.message;
  return describeFault(fault).message;
}
