import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_COMPARISON } from '../../../../service/cli/compare/default-options.ts';
import { filesOf, planOf, viewOf } from '../../../../service/cli/compare/compare-options.ts';
import { compareFolders, hostOf } from '../../../../service/cli/compare/folders/compare-folders.ts';
import type { Terminal } from '../../../../service/cli/terminal.ts';

const reads = vi.hoisted(() => [] as string[]);
vi.mock(import('../../../../service/cli/input/read-input.ts'), async (original) => {
  const own = await original();
  return {
    ...own,
    readBytes: async (path, stdin) => {
      reads.push(path);
      return await own.readBytes(path, stdin);
    },
  };
});

const LEASE = 'The tenant pays the rent on the first day of each month to the account of the landlord.';
let cwd: string;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-reads-'));
  const write = (path: string, content: string): void => writeFileSync(join(cwd, path), content);
  mkdirSync(join(cwd, 'old'));
  mkdirSync(join(cwd, 'new'));
  write('old/terms.txt', 'Thirty days.');
  write('new/terms.txt', 'Sixty days.');
  write('old/lease.txt', LEASE);
  write('new/lease 2.txt', LEASE.replace('first', 'third'));
  write('old/copied.txt', 'This text only changed its name.');
  write('new/renamed.txt', 'This text only changed its name.');
  write('old/gone.txt', 'gone');
  write('new/fresh.txt', 'Another sentence about something else.');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

it('reads each file of two folders once, whether it has a namesake or not', async () => {
  const folders = [join(cwd, 'old'), join(cwd, 'new')] as const;
  const terminal = { env: {}, stderr: { isTTY: false, write: () => true } } as unknown as Terminal;
  const [plan, view] = [planOf(DEFAULT_COMPARISON), viewOf(DEFAULT_COMPARISON)];
  const { rows } = await compareFolders(folders, filesOf(DEFAULT_COMPARISON), plan, view, hostOf(terminal), null);
  expect(rows.map(({ original, revised, status }) => [original, revised, status])).toEqual([
    [null, 'fresh.txt', 'only_revised'],
    ['gone.txt', null, 'only_original'],
    ['lease.txt', 'lease 2.txt', 'different'],
    ['copied.txt', 'renamed.txt', 'renamed'],
    ['terms.txt', 'terms.txt', 'different'],
  ]);
  expect(reads.map((path) => path.slice(cwd.length + 1)).sort()).toEqual([
    'new/fresh.txt',
    'new/lease 2.txt',
    'new/renamed.txt',
    'new/terms.txt',
    'old/copied.txt',
    'old/gone.txt',
    'old/lease.txt',
    'old/terms.txt',
  ]);
});
