/** `diffsvc accounts`, `keys`, `backup` and `doctor`. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApiKey } from '../../../../service/admission/api-key.ts';
import { findPrograms } from '../../../../service/pages/programs.ts';
import { runDiffsvc, type Outcome } from '../run-diffsvc.ts';

let cwd: string;
let dataDir: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-accounts-'));
  dataDir = join(cwd, 'data');
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const run = (...args: string[]): Outcome => runDiffsvc(args, { cwd, env: { DIFFSVC_DATA_DIR: dataDir } });
const json = (...args: string[]) => JSON.parse(run(...args, '--json').stdout);

describe('diffsvc accounts and keys', () => {
  it('makes accounts, and keys that are printed once', () => {
    const account = json('accounts', 'create', '--plan', 'creator', '--name', 'Jo');
    expect(account).toEqual({ accountId: expect.stringMatching(/^acc_/), plan: 'creator', name: 'Jo' });
    const created = json('keys', 'create', '--account', account.accountId, '--name', 'script');
    expect(created).toEqual({
      keyId: expect.stringMatching(/^key_/),
      key: expect.stringMatching(/^dsk_/),
      accountId: account.accountId,
      name: 'script',
    });
    const plain = run('keys', 'create');
    expect(isApiKey(plain.stdout.trimEnd())).toBe(true);
    expect(plain.stdout).toMatch(/^\S+\n$/);

    const accounts = json('accounts', 'list');
    expect(accounts.map(({ plan, isOwner }: Record<string, unknown>) => [plan, isOwner]).sort()).toEqual([
      ['creator', false],
      ['creator_pro', true],
    ]);
    const listed = run('keys', 'list');
    expect(listed.stdout).toContain(created.keyId);
    expect(json('keys', 'list', '--account', account.accountId)).toMatchObject([
      { keyId: created.keyId, revoked: false },
    ]);

    const everything = [listed.stdout, listed.stderr, run('keys', 'list', '--json').stdout].join('');
    const stored = new SqliteDatabase(join(dataDir, 'diffsvc.sqlite'), { readonly: true });
    const rows = JSON.stringify(stored.prepare('select * from api_keys').all());
    stored.close();
    for (const key of [created.key, plain.stdout.trimEnd()]) {
      expect(everything + rows).not.toContain(key);
    }

    expect(run('keys', 'revoke', created.keyId)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(json('keys', 'list', '--account', account.accountId)).toMatchObject([{ revoked: true }]);
  });

  it.each([
    [['accounts', 'create'], /--plan/],
    [['accounts', 'create', '--plan', 'anonymous'], /basic, creator, creator_pro/],
    [['keys', 'create', '--account', 'acc_none'], /there is no account acc_none/],
    [['keys', 'revoke', 'key_none'], /there is no key key_none/],
    [['keys', 'revoke'], /missing required argument/],
  ])('%j is trouble', (args, message) => {
    const { code, stdout, stderr } = run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^diffsvc: .*\n$/);
  });

  it('says when the data directory cannot be used', () => {
    writeFileSync(dataDir, 'a file');
    const { code, stderr } = run('accounts', 'list');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^diffsvc: .*(EEXIST|ENOTDIR)/);
  });
});

describe('diffsvc backup and doctor', () => {
  it('copies the database whole, for its owner only, and replaces an earlier copy', () => {
    run('accounts', 'create', '--plan', 'basic');
    const copy = join(cwd, 'copy.sqlite');
    writeFileSync(copy, 'an earlier one');
    expect(run('backup', 'copy.sqlite')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const read = new SqliteDatabase(copy, { readonly: true });
    expect(read.prepare('select count(*) as n from accounts').get()).toEqual({ n: 2 });
    read.close();
    const itself = run('backup', join('data', 'diffsvc.sqlite'));
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringContaining('is the database itself')]);
    expect(json('accounts', 'list')).toHaveLength(2);
    expect(run('backup', join(cwd, 'none', 'copy')).code).toBe(2);
  });

  it('writes through a link to a file', () => {
    run('accounts', 'list');
    const [link, target] = [join(cwd, 'link.sqlite'), join(cwd, 'kept', 'copy.sqlite')];
    mkdirSync(join(cwd, 'kept'));
    writeFileSync(target, 'an earlier one');
    symlinkSync(target, link);
    expect(run('backup', 'link.sqlite')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readlinkSync(link)).toBe(target);
    expect(run('restore', join('kept', 'copy.sqlite')).code).toBe(0);
    expect(readdirSync(join(cwd, 'kept'))).toEqual(['copy.sqlite']);
    rmSync(link);
    symlinkSync(join('..', 'data', 'diffsvc.sqlite'), join(cwd, 'kept', 'itself'));
    expect(run('backup', join('kept', 'itself')).stderr).toContain('is the database itself');
  });

  it.skipIf(process.platform === 'win32')('replaces no pipe, no device, no folder and no link to nothing', () => {
    run('accounts', 'list');
    mkdirSync(join(cwd, 'folder'));
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    symlinkSync('pipe', join(cwd, 'to-pipe'));
    symlinkSync('nothing', join(cwd, 'to-nothing'));
    const names = ['folder', 'pipe', 'to-nothing', 'to-pipe'];
    // Only root may make a device.
    if (spawnSync('mknod', [join(cwd, 'device'), 'c', '1', '3']).status === 0) names.unshift('device');
    const kinds = (): string[] => names.map((name) => (lstatSync(join(cwd, name)).mode & 0o170000).toString(8));
    const before = kinds();
    for (const name of names) {
      const { code, stderr } = run('backup', name);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^diffsvc: the backup was not written: .*\n$/)]);
      expect(stderr).toMatch(name === 'to-nothing' ? /link that leads nowhere/ : /is no regular file/);
    }
    expect(kinds()).toEqual(before);
    expect(readdirSync(cwd).sort()).toEqual(['data', ...names].sort());
  });

  it('has nothing to copy before the first start', () => {
    expect(run('backup', 'copy')).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no database') });
  });

  it('says what the database lacks, and refuses to restore and to start with it', () => {
    run('accounts', 'list');
    run('backup', 'copy.sqlite');
    for (const file of [join(cwd, 'copy.sqlite'), join(dataDir, 'diffsvc.sqlite')]) {
      const sqlite = new SqliteDatabase(file);
      sqlite.exec('drop table jobs');
      sqlite.close();
    }
    expect(run('doctor').stdout).toMatch(/^fault +database: it lacks the table jobs\. Restore a backup\.$/m);
    for (const [command, ...args] of [['restore', 'copy.sqlite'], ['serve'], ['accounts', 'list']]) {
      const { code, stderr } = run(command!, ...args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^diffsvc: .*lacks the table jobs\. Restore.*\n$/)]);
    }
    writeFileSync(join(cwd, 'empty.sqlite'), '');
    expect(run('restore', 'empty.sqlite')).toMatchObject({ code: 2, stderr: expect.stringContaining('has 0 bytes') });
    expect(run('doctor').stdout).toContain('it lacks the table jobs');
  });

  it.runIf(process.platform === 'linux')(
    'starts each program that lays out pages, and says what confines it',
    async () => {
      const bin = join(cwd, 'bin');
      mkdirSync(bin);
      writeFileSync(join(bin, 'soffice'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      // A wrapper, whose program nobody knows, and nothing else.
      const { stdout } = runDiffsvc(['doctor'], { cwd, env: { DIFFSVC_DATA_DIR: join(cwd, 'data'), PATH: bin } });
      const office = join(bin, 'soffice');
      expect(stdout).toContain(`fault   LibreOffice: ${office} does not run here: it ended with exit code 1\n`);
      expect(stdout).toMatch(/^missing confinement of LibreOffice: nothing confines it here: .*install bubblewrap/m);
      expect(stdout).toMatch(/^missing Chromium: PDF files of redlines/m);
      expect(stdout).not.toContain('confinement of Chromium');
      const { office: installed, confinements } = findPrograms(process.env);
      if (installed === null) return;
      const name = await confinements.nameOf(installed);
      expect(run('doctor').stdout).toContain(`confinement of LibreOffice: ${name ?? 'nothing confines it here'}`);
    },
  );

  it('says that all is well, and that the database is not', () => {
    run('accounts', 'list');
    const well = run('doctor');
    expect(well.code).toBe(0);
    expect(well.stdout).toMatch(/^ok +database: sound$/m);
    expect(well.stdout).toContain(dataDir);
    const file = join(dataDir, 'diffsvc.sqlite');
    const sqlite = new SqliteDatabase(file);
    sqlite.pragma('journal_mode = DELETE');
    sqlite.close();
    writeFileSync(file, Buffer.alloc(8_192, 7), { flag: 'r+' });
    const ill = run('doctor', '--json');
    expect(ill.code).toBe(2);
    expect(JSON.parse(ill.stdout)).toContainEqual({
      what: 'database',
      state: 'fault',
      detail: expect.stringContaining('Restore a backup'),
    });
  });
});
