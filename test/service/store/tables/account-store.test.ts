import { expect, test } from 'vitest';
import { openTestStores } from '../test-stores.ts';

test('the owner is one account, made once', async () => {
  const stores = await openTestStores('/nonexistent');
  const { accounts } = stores;
  const first = await accounts.ensureOwner(new Date(5_000));
  expect(first).toMatchObject({ isOwner: true, plan: 'creator_pro', unitsPerMonth: 1_000_000, createdAtSeconds: 5 });
  expect(await accounts.ensureOwner(new Date(9_000))).toEqual(first);
  await stores.close();
});
