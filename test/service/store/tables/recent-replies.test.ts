import { expect, it } from 'vitest';
import type { KnownOperation } from '../../../../service/admission/ports.ts';
import { RecentReplies } from '../../../../service/store/tables/recent-replies.ts';

const operation: KnownOperation = { bodyHash: '', claimedAtSeconds: 0, reply: null };

it('holds 16 MiB of replies, lets the oldest go, and forgets all when told', () => {
  const recent = new RecentReplies();
  for (let each = 0; each < 20; each++) recent.remember(String(each), operation, 1_048_576);
  const held = Array.from({ length: 20 }, (_, each) => recent.find(String(each)) !== undefined);
  expect(held.indexOf(true)).toBe(5);
  expect(held.lastIndexOf(false)).toBe(4);
  recent.remember('19', operation, 1_048_576);
  recent.clear();
  expect(recent.find('19')).toBeUndefined();
});
