import { ServiceCallError } from '../../shared/client/service-call-error.ts';
import type { PageScope } from '../capture/capture.ts';
import type { Database, Pairing } from '../storage/database.ts';
import { FIRST_SETTINGS, type Settings } from '../storage/settings-form.ts';
import { words } from '../strings.ts';

/** Refusals of a key without any rights. */
const KEY_IS_OVER: ReadonlySet<string> = new Set(['api_key_revoked', 'invalid_api_key']);

/** Dependencies of the options. */
export interface OptionsDeps {
  readonly database: Pick<Database, 'pairing' | 'setPairing' | 'removeCaptures'>;
  readonly saveSettings: (settings: Settings) => Promise<void>;
  /** Revokes the key of a pairing at the service on this port. Throws if the service does not do it. */
  readonly revokeKey: (port: number, pairing: Pairing) => Promise<void>;
  /** Forgets the decisions of all reviews. */
  readonly removeReviews: () => void;
  /** Tells an open panel that the pairing changed. */
  readonly tellPairing: () => void;
}

/** The state of the options with the actions of a reader. */
export class OptionsSession {
  settings: Settings = $state.raw(FIRST_SETTINGS);
  isPaired = $state(false);
  /** The last action, also for screen readers. */
  announcement = $state('');

  readonly #deps: OptionsDeps;

  constructor(deps: OptionsDeps) {
    this.#deps = deps;
  }

  async load(settings: Settings): Promise<void> {
    this.settings = settings;
    this.isPaired = (await this.#deps.database.pairing()) !== null;
  }

  async setPort(port: number): Promise<void> {
    await this.#set({ ...this.settings, port });
  }

  async setScope(pageScope: PageScope): Promise<void> {
    await this.#set({ ...this.settings, pageScope });
  }

  async keepPairing(pairing: Pairing): Promise<void> {
    await this.#deps.database.setPairing(pairing);
    this.isPaired = true;
    this.#deps.tellPairing();
    this.announcement = words.paired(pairing.port);
  }

  /** Revokes the key at the service and forgets it. Forgets it even if the service does not answer. */
  async unpair(): Promise<void> {
    const pairing = await this.#deps.database.pairing();
    let isRevoked = false;
    if (pairing !== null) {
      isRevoked = await this.#deps.revokeKey(this.settings.port, pairing).then(
        () => true,
        (fault: unknown) => fault instanceof ServiceCallError && KEY_IS_OVER.has(fault.code),
      );
    }
    await this.#deps.database.setPairing(null);
    this.isPaired = false;
    this.#deps.tellPairing();
    this.announcement = isRevoked ? words.unpaired : words.unpairedHereOnly;
  }

  async removeStored(): Promise<void> {
    await this.#deps.database.removeCaptures();
    this.#deps.removeReviews();
    this.announcement = words.removedStored;
  }

  async #set(settings: Settings): Promise<void> {
    this.settings = settings;
    await this.#deps.saveSettings(settings);
    this.announcement = words.saved;
  }
}
