import { expect, test } from 'vitest';
import { openDatabase } from '../../../service/store/open-database.ts';
import { SqliteAccountStore } from '../../../service/store/sqlite-account-store.ts';

test('the owner is one account, made once', async () => {
  await using database = await openDatabase(':memory:');
  const accounts = new SqliteAccountStore(database);
  const first = await accounts.ensureOwner(new Date(5_000));
  expect(first).toMatchObject({ isOwner: true, plan: 'creator_pro', unitsPerMonth: 1_000_000, createdAtSeconds: 5 });
  expect(await accounts.ensureOwner(new Date(9_000))).toEqual(first);
});
