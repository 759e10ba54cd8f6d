import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ContentFiles } from '../../../service/store/files/content-files.ts';
import { inBatches, withPauses } from '../../../service/store/pauses.ts';
import { DirectoryUploadFiles } from '../../../service/store/files/upload-files.ts';

/** How often others have a turn while something runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const take = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(take);
  };
  setImmediate(take);
  await work();
  isOver = true;
  return turns;
}

it('passes all items on in their order, and lets others have a turn', async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => at);
  const passed: number[] = [];
  const turns = await turnsDuring(async () => {
    for await (const item of withPauses(items)) passed.push(item);
  });
  expect(passed).toEqual(items);
  expect(turns).toBeGreaterThan(50);
});

it.each([
  [0, [0]],
  [9, [9]],
  [10, [10, 0]],
  [25, [10, 10, 5]],
])('changes %i rows in batches of ten', async (rows, expected) => {
  let left = rows;
  const changed: number[] = [];
  await inBatches((most) => {
    const now = Math.min(most, left);
    left -= now;
    changed.push(now);
    return Promise.resolve(now);
  }, 10);
  expect(changed).toEqual(expected);
});

it.each([
  ['contents', (directory: string) => new ContentFiles(directory)],
  ['uploads', (directory: string) => new DirectoryUploadFiles(directory, () => undefined)],
])('a sweep of thousands of %s lets others have a turn, although each look-up answers at once', async (_, open) => {
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-pauses-'));
  const files = open(directory);
  for (let at = 0; at < 2_000; at += 1) writeFileSync(join(directory, String(at).padStart(64, '0')), '');
  const turns = await turnsDuring(() => files.prune(() => Promise.resolve(true)));
  expect(readdirSync(directory)).toHaveLength(2_000);
  expect(turns).toBeGreaterThan(100);
  rmSync(directory, { recursive: true });
});
