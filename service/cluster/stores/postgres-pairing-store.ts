import type { Selectable } from 'kysely';
import type { LivePairing, PairingStore } from '../../admission/ports.ts';
import type { Executor } from '../../store/tables/schema.ts';
import { inCluster, type ClusterExecutor, type PairingsTable } from './cluster-schema.ts';

/** Pairings of a cluster: the extension and its owner may reach different replicas. */
export class PostgresPairingStore implements PairingStore {
  readonly #database: ClusterExecutor;

  constructor(database: Executor) {
    this.#database = inCluster(database);
  }

  async insert(pairing: LivePairing): Promise<void> {
    await this.#database
      .insertInto('pairings')
      .values({
        pairing_id: pairing.pairingId,
        extension_origin: pairing.extensionOrigin,
        address: pairing.address,
        name: pairing.name,
        code: pairing.code,
        challenge: pairing.challenge,
        began_ms: pairing.beganAt,
        confirmed: pairing.confirmed ? 1 : 0,
        wrong_tries: pairing.wrongTries,
      })
      .execute();
  }

  async all(): Promise<LivePairing[]> {
    const rows = await this.#database.selectFrom('pairings').selectAll().orderBy('began_ms').execute();
    return rows.map(pairingOf);
  }

  async find(pairingId: string): Promise<LivePairing | null> {
    const pairings = this.#database.selectFrom('pairings').selectAll();
    const row = await pairings.where('pairing_id', '=', pairingId).executeTakeFirst();
    return row === undefined ? null : pairingOf(row);
  }

  async confirm(pairingId: string): Promise<void> {
    await this.#database.updateTable('pairings').set({ confirmed: 1 }).where('pairing_id', '=', pairingId).execute();
  }

  async countWrongTry(pairingId: string): Promise<number> {
    const row = await this.#database
      .updateTable('pairings')
      .set((expression) => ({ wrong_tries: expression('wrong_tries', '+', 1) }))
      .where('pairing_id', '=', pairingId)
      .returning('wrong_tries')
      .executeTakeFirst();
    return row?.wrong_tries ?? 0;
  }

  async remove(pairingId: string): Promise<boolean> {
    const pairings = this.#database.deleteFrom('pairings').where('pairing_id', '=', pairingId);
    return (await pairings.executeTakeFirst()).numDeletedRows > 0n;
  }
}

function pairingOf(row: Selectable<PairingsTable>): LivePairing {
  return {
    pairingId: row.pairing_id,
    extensionOrigin: row.extension_origin,
    address: row.address,
    name: row.name,
    code: row.code,
    challenge: row.challenge,
    beganAt: row.began_ms,
    confirmed: row.confirmed === 1,
    wrongTries: row.wrong_tries,
  };
}
