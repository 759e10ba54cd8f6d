import { sql } from 'kysely';
import type { Executor } from '../tables/schema.ts';

interface Waiting {
  /** Does the work in its own savepoint. Returns a function that reports the outcome after the transaction. */
  readonly run: (transaction: Executor) => Promise<() => void>;
  readonly fail: (fault: unknown) => void;
}

/**
 * Commits the work of several callers in one transaction. Each commit waits for the disk, so one wait serves all
 * waiting callers. Failed work is undone alone. Outcomes are reported after the commit; a failed commit is reported
 * to all.
 */
export class GroupCommit {
  readonly #database: Executor;
  #waiting: Waiting[] = [];
  #isScheduled = false;

  constructor(database: Executor) {
    this.#database = database;
  }

  /** Runs `work` in the next transaction, after earlier work. Inside it, await only the store and the next turn of the event loop. */
  run<T>(work: (transaction: Executor) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run: (transaction) => inSavepoint(transaction, work, resolve, reject), fail: reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      // All requests that arrived together are read before this runs.
      setImmediate(() => void this.#commitAll());
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const outcomes = await this.#database.transaction().execute(async (transaction) => {
          const told: (() => void)[] = [];
          for (const { run } of group) told.push(await run(transaction));
          return told;
        });
        for (const tell of outcomes) tell();
      } catch (fault) {
        for (const { fail } of group) fail(fault);
      }
    }
    this.#isScheduled = false;
  }
}

async function inSavepoint<T>(
  transaction: Executor,
  work: (transaction: Executor) => Promise<T>,
  resolve: (value: T) => void,
  reject: (fault: unknown) => void,
): Promise<() => void> {
  await sql`savepoint work`.execute(transaction);
  try {
    const value = await work(transaction);
    await sql`release work`.execute(transaction);
    return () => resolve(value);
  } catch (fault) {
    try {
      await sql`rollback to work`.execute(transaction);
      await sql`release work`.execute(transaction);
    } catch {
      // A full disk ends the whole transaction, and its savepoints with it. The group fails with what was wrong first.
      throw fault;
    }
    return () => reject(fault);
  }
}
