/**
 * A data directory that may not be written, at each write of a start. The start fails with one line that names the
 * directory and the remedy. What was there stays whole, and the service starts when the permission is back.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../../service/configuration/read-configuration.ts';
import { openLocal } from '../../../service/open-local.ts';
import { startFailure, StartFailure } from '../../../service/start-failure.ts';
import { databaseFaults } from '../../../service/store/maintenance/copy-database.ts';
import { passFaultPoint } from '../../../service/store/fault-point.ts';
import {
  countWrites,
  failWrites,
  installFailingDisk,
  sampledWrites,
  watchDirectory,
  writesSoFar,
  type DiskFault,
} from './failing-disk.ts';
import { RUNS_ALL } from '../../seed/seed.ts';

installFailingDisk();
/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = fileURLToPath(new URL('../../../bin/diffsvc.js', import.meta.url));
let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'diffsvc-start-'));
});
afterEach(() => {
  watchDirectory(null);
  countWrites();
  rmSync(base, { recursive: true, force: true });
});

/** Opens everything durable and closes it. Returns the failure for a person; null: it worked. */
async function open(dataDir: string): Promise<unknown> {
  const configuration = readConfiguration({ dataDir }, {});
  const ending = new AsyncDisposableStack();
  try {
    await openLocal(configuration, ending, pino({ level: 'silent' }), passFaultPoint);
    return null;
  } catch (fault) {
    return startFailure(fault, configuration);
  } finally {
    await ending.disposeAsync();
  }
}

const REMEDIES: Readonly<Record<DiskFault, RegExp>> = {
  full: /Free some space on it/,
  broken: /Check (?:it|the disk)/,
  denied: /the right to write/,
  immutable: /the right to write/,
  'read-only': /the right to write/,
};

/** The three ways without permission differ in their codes alone. */
const FAULTS = (Object.keys(REMEDIES) as DiskFault[]).filter(
  (fault) => RUNS_ALL || (fault !== 'immutable' && fault !== 'read-only'),
);

describe('a start on a disk that fails', () => {
  it.each(FAULTS)('%s, at each write of a first start', async (fault) => {
    watchDirectory(base);
    countWrites();
    expect(await open(join(base, 'first'))).toBeNull();
    const writes = writesSoFar().count;
    expect(writes).toBeGreaterThan(40);
    for (const at of sampledWrites(writes, fault)) {
      const dataDir = join(base, `start-${at}`);
      failWrites(fault, at, false);
      const failure = await open(dataDir);
      const place = `write ${at} of ${writes}, ${fault}: ${writesSoFar().failed[0]}: ${String(failure)}`;
      countWrites();
      expect(failure, place).toBeInstanceOf(StartFailure);
      expect((failure as Error).message, place).toContain(dataDir);
      expect((failure as Error).message, place).toMatch(REMEDIES[fault]);
      // The disk works again.
      expect(await open(dataDir), place).toBeNull();
      expect(databaseFaults(join(dataDir, 'diffsvc.sqlite')), place).toEqual([]);
      for (const secret of ['access-secret', 'token-secret']) {
        expect(statSync(join(dataDir, secret)).size, place).toBe(32);
      }
    }
  });

  it.each(Object.keys(REMEDIES) as DiskFault[])('%s, at each write of a later start', async (fault) => {
    const dataDir = join(base, 'data');
    expect(await open(dataDir)).toBeNull();
    const kept = (): string[] =>
      ['access-secret', 'token-secret'].map((name) => readFileSync(join(dataDir, name), 'hex'));
    const before = kept();
    watchDirectory(base);
    countWrites();
    expect(await open(dataDir)).toBeNull();
    const writes = writesSoFar().count;
    for (let at = 1; at <= writes; at += 1) {
      failWrites(fault, at, false);
      const failure = await open(dataDir);
      const place = `write ${at} of ${writes}, ${fault}: ${writesSoFar().failed[0]}: ${String(failure)}`;
      countWrites();
      expect(failure, place).toBeInstanceOf(StartFailure);
      expect((failure as Error).message, place).toContain(dataDir);
      expect((failure as Error).message, place).toMatch(REMEDIES[fault]);
    }
    expect(await open(dataDir)).toBeNull();
    expect(kept()).toEqual(before);
    expect(databaseFaults(join(dataDir, 'diffsvc.sqlite'))).toEqual([]);
  });
});

it('names a secret that is none, its length and the remedy, and starts without it', async () => {
  const dataDir = join(base, 'data');
  expect(await open(dataDir)).toBeNull();
  for (const name of ['access-secret', 'token-secret']) {
    const file = join(dataDir, name);
    writeFileSync(file, 'short');
    const failure = await open(dataDir);
    expect(failure).toBeInstanceOf(StartFailure);
    expect((failure as Error).message).toMatch(/^The secret .* has 5 bytes, and a secret has 32\. .*delete it/u);
    expect((failure as Error).message).toContain(file);
    rmSync(file);
    expect(await open(dataDir)).toBeNull();
  }
});

/** An account without rights of its own. A test that is no root has none over what it closes to itself. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Starts the service as that account, on this directory. Returns its exit code and what it wrote, or stops it. */
async function startAs(dataDir: string): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [LAUNCHER, 'serve'], {
    env: { PATH, DIFFSVC_PORT: '0', DIFFSVC_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.on('data', () => child.kill('SIGTERM'));
  await once(child, 'close');
  return { code: child.exitCode, stderr };
}

describe.skipIf(process.platform === 'win32')('a start without permission, as another account', () => {
  it('names the directory and the remedy where it may not be made', async () => {
    const dataDir = join(base, 'closed', 'data');
    mkdirSync(join(base, 'closed'));
    chmodSync(base, 0o755);
    chmodSync(join(base, 'closed'), 0o555);
    const { code, stderr } = await startAs(dataDir);
    chmodSync(join(base, 'closed'), 0o755);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^diffsvc: [^\n]*the right to write there[^\n]*\n$/)]);
    expect(stderr).toContain(dataDir);
  });

  it('names the directory and the remedy where a part of it is closed', async () => {
    const dataDir = join(base, 'data');
    chmodSync(base, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    expect(await startAs(dataDir)).toMatchObject({ code: 0 });
    for (const [name, mode] of [
      ['', 0o500],
      ['service.lock', 0o400],
      ['diffsvc.sqlite', 0o400],
      ['access-secret', 0o000],
    ] as const) {
      const path = join(dataDir, name);
      const before = statSync(path).mode;
      chmodSync(path, mode);
      const { code, stderr } = await startAs(dataDir);
      chmodSync(path, before);
      expect([code, stderr], name).toEqual([2, expect.stringMatching(/^diffsvc: [^\n]*the right to write[^\n]*\n$/)]);
      expect(stderr, name).toContain(dataDir);
    }
    expect(await startAs(dataDir)).toMatchObject({ code: 0 });
  });
});
