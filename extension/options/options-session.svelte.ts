import type { PageScope } from '../capture/capture.ts';
import type { Database, Pairing } from '../storage/database.ts';
import { DEFAULT_PORT, type Settings } from '../storage/settings-form.ts';
import { words } from '../words.ts';

/** The state of the options and what a reader can do with them. */
export class OptionsSession {
  settings: Settings = $state.raw({ port: DEFAULT_PORT, pageScope: 'article' });
  isPaired = $state(false);
  /** What was done last, for a screen reader too. */
  announcement = $state('');

  readonly #database: Pick<Database, 'pairing' | 'setPairing' | 'removeCaptures'>;
  readonly #save: (settings: Settings) => Promise<void>;

  constructor(
    database: Pick<Database, 'pairing' | 'setPairing' | 'removeCaptures'>,
    save: (settings: Settings) => Promise<void>,
  ) {
    this.#database = database;
    this.#save = save;
  }

  async load(settings: Settings): Promise<void> {
    this.settings = settings;
    this.isPaired = (await this.#database.pairing()) !== null;
  }

  async setPort(port: number): Promise<void> {
    await this.#set({ ...this.settings, port });
  }

  async setScope(pageScope: PageScope): Promise<void> {
    await this.#set({ ...this.settings, pageScope });
  }

  async keepPairing(pairing: Pairing): Promise<void> {
    await this.#database.setPairing(pairing);
    this.isPaired = true;
    this.announcement = words.paired(pairing.port);
  }

  /** Forgets the key. The owner ends it for good: a key may not revoke itself. */
  async unpair(): Promise<void> {
    await this.#database.setPairing(null);
    this.isPaired = false;
    this.announcement = words.unpaired;
  }

  async removeStored(): Promise<void> {
    await this.#database.removeCaptures();
    this.announcement = words.removedStored;
  }

  async #set(settings: Settings): Promise<void> {
    this.settings = settings;
    await this.#save(settings);
    this.announcement = words.saved;
  }
}
