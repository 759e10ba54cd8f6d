import { storageFull } from '../../shared/storage-fault.ts';

const MIB = 1024 ** 2;
/** This much of the disk stays free, so that what runs can end, be refunded and be deleted. */
const RESERVE_BYTES = 512 * MIB;

/** The part of the disk that uploads, results and files leave free. Small records are written all the same. */
export class DiskReserve {
  readonly #freeBytes: () => Promise<number>;

  /** `freeBytes` tells the free bytes of the disk; Infinity where nobody knows a number. */
  constructor(freeBytes: () => Promise<number>) {
    this.#freeBytes = freeBytes;
  }

  /**
   * Call it before the work whose result is stored. Throws `storage_full` if so many more bytes would take from the
   * reserve. `outcome` is a sentence that says what was not done.
   */
  async check(outcome: string, bytes = 0): Promise<void> {
    if ((await this.#freeBytes()) >= RESERVE_BYTES + bytes) return;
    throw storageFull(`${outcome} ${RESERVE_BYTES / MIB} MiB of it stay free, so that what runs can end.`);
  }
}
