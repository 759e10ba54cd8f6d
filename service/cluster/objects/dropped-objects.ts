import type { Executor } from '../../store/tables/schema.ts';
import { inCluster } from '../stores/cluster-schema.ts';
import type { ObjectStore } from './object-store.ts';

const AT_ONCE = 100;

/**
 * Deletes the objects that rows have dropped. A name leaves the table after its object is gone, so that a fault of the
 * store only delays it. Several replicas may do it at once.
 */
export async function deleteDroppedObjects(database: Executor, objects: ObjectStore): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await inCluster(database)
      .transaction()
      .execute(async (transaction) => {
        const dropped = await transaction
          .selectFrom('dropped_objects')
          .select('name')
          .limit(AT_ONCE)
          .forUpdate()
          .skipLocked()
          .execute();
        const names = dropped.map(({ name }) => name);
        if (names.length === 0) return 0;
        await Promise.all(names.map((name) => objects.delete(name)));
        await transaction.deleteFrom('dropped_objects').where('name', 'in', names).execute();
        return names.length;
      });
    deleted += some;
    if (some === 0) return deleted;
  }
}
