import type { LivePairing, PairingStore } from './ports.ts';

/** Pairings in memory, for a service of one process. A restart ends them. */
export class MemoryPairings implements PairingStore {
  /** Oldest first. */
  readonly #live = new Map<string, LivePairing>();

  async insert(pairing: LivePairing): Promise<void> {
    this.#live.set(pairing.pairingId, pairing);
    return Promise.resolve();
  }

  async all(): Promise<LivePairing[]> {
    return Promise.resolve([...this.#live.values()]);
  }

  async find(pairingId: string): Promise<LivePairing | null> {
    return Promise.resolve(this.#live.get(pairingId) ?? null);
  }

  async confirm(pairingId: string): Promise<void> {
    this.#change(pairingId, () => ({ confirmed: true }));
    return Promise.resolve();
  }

  async countWrongTry(pairingId: string): Promise<number> {
    const changed = this.#change(pairingId, ({ wrongTries }) => ({ wrongTries: wrongTries + 1 }));
    return Promise.resolve(changed?.wrongTries ?? 0);
  }

  async remove(pairingId: string): Promise<boolean> {
    return Promise.resolve(this.#live.delete(pairingId));
  }

  #change(pairingId: string, change: (pairing: LivePairing) => Partial<LivePairing>): LivePairing | null {
    const pairing = this.#live.get(pairingId);
    if (pairing === undefined) return null;
    const changed = { ...pairing, ...change(pairing) };
    this.#live.set(pairingId, changed);
    return changed;
  }
}
