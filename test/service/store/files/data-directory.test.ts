import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryInUse, DataDirectoryLock } from '../../../../service/store/files/data-directory-lock.ts';
import { openDatabase } from '../../../../service/store/sqlite/open-database.ts';
import { readOrCreateSecret } from '../../../../service/store/files/secret-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-store-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const LOCK_MODULE = fileURLToPath(new URL('../../../../service/store/files/data-directory-lock.ts', import.meta.url));

describe('the lock of a data directory', () => {
  it('is had by one at a time, names its holder, and can be had again', () => {
    const dataDir = join(directory, 'new', 'deep');
    const lock = DataDirectoryLock.acquire(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(dataDir))
      expect([name, statSync(join(dataDir, name)).mode & 0o777]).toEqual([name, 0o600]);
    lock.announce('http://127.0.0.1:4870/v1');
    expect(() => DataDirectoryLock.acquire(dataDir)).toThrow(
      new RegExp(`Process ${process.pid} .*at http://127.0.0.1:4870/v1`),
    );
    lock.release();
    DataDirectoryLock.acquire(dataDir).release();
    expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
  });

  it('is given back by the system when its holder is killed', async () => {
    // The lock is not kept in a variable, and garbage is collected: it has to hold all the same.
    const script = `
      const { DataDirectoryLock } = await import(${JSON.stringify(LOCK_MODULE)});
      DataDirectoryLock.acquire(${JSON.stringify(directory)}).announce('http://127.0.0.1:1/v1');
      for (let round = 0; round < 5; round++) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      console.log('held');
      setInterval(() => {}, 1000);`;
    const holder = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(holder, 'exit');
    try {
      await once(holder.stdout, 'data');
      expect(() => DataDirectoryLock.acquire(directory)).toThrow(DataDirectoryInUse);
    } finally {
      holder.kill('SIGKILL');
      await ended;
    }
    expect(existsSync(join(directory, 'service.json'))).toBe(true);
    const lock = DataDirectoryLock.acquire(directory);
    expect(JSON.parse(readFileSync(join(directory, 'service.json'), 'utf8'))).toEqual({
      pid: process.pid,
      baseUrl: null,
    });
    lock.release();
  });
});

describe('the secret', () => {
  it('is made once, and only its owner can read it', () => {
    const file = join(directory, 'secret');
    const secret = readOrCreateSecret(file);
    expect(secret.length).toBe(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readOrCreateSecret(file)).toEqual(secret);
    expect(readOrCreateSecret(join(directory, 'other'))).not.toEqual(secret);
  });

  it('is refused when it is damaged', () => {
    const file = join(directory, 'secret');
    writeFileSync(file, 'short');
    expect(() => readOrCreateSecret(file)).toThrow(/bytes, and a secret has 32\. /);
  });
});

describe('the database file', () => {
  it('can be read by its owner only, and be opened again', async () => {
    const file = join(directory, 'db.sqlite');
    await (await openDatabase(file)).destroy();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await (await openDatabase(file)).destroy();
  });

  it('is not opened when a newer program wrote it', async () => {
    const file = join(directory, 'db.sqlite');
    const database = await openDatabase(file);
    await database
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-of-the-future', timestamp: new Date(0).toISOString() })
      .execute();
    await database.destroy();
    await expect(openDatabase(file)).rejects.toThrow(/was written by a newer version of diffsvc/);
  });
});
