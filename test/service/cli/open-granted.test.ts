/** Reading and writing below a granted folder while another program exchanges it with a link to elsewhere. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../service/cli/command-error.ts';
import { GrantedFiles } from '../../../service/cli/mcp/granted-files.ts';

let base: string;
let root: string;
let outside: string;
let files: GrantedFiles;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'diffsvc-granted-')));
  [root, outside] = [join(base, 'root'), join(base, 'outside')];
  mkdirSync(join(root, 'folder'), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(root, 'folder', 'a.txt'), 'inside');
  writeFileSync(join(outside, 'a.txt'), 'secret');
  files = new GrantedFiles([root], () => null);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Linux exchanges two names at once. Without that, a name is missing for a moment, which is an error of its own. */
const EXCHANGE = `
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
a, b = sys.argv[1].encode(), sys.argv[2].encode()
print("ready", flush=True)
while True: libc.renameat2(-100, a, -100, b, 2)
`;
const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['-c', 'import ctypes; ctypes.CDLL(None).renameat2']);
    return process.platform === 'linux';
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPython)('while the folder is exchanged with a link', () => {
  let exchanging: ChildProcess;
  beforeEach(async () => {
    const other = join(base, 'link');
    symlinkSync(outside, other);
    exchanging = spawn('python3', ['-c', EXCHANGE, join(root, 'folder'), other], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((ready) => exchanging.stdout!.once('data', ready));
  });
  afterEach(() => exchanging.kill('SIGKILL'));

  it('reads no file of elsewhere', async () => {
    const read = { inside: 0, refused: 0 };
    for (let tries = 0; tries < 300; tries += 1) {
      try {
        const bytes = await files.read(await files.input(join(root, 'folder', 'a.txt')));
        expect(bytes.toString()).toBe('inside');
        read.inside += 1;
      } catch (fault) {
        expect((fault as Error).name).toBe('CommandError');
        read.refused += 1;
      }
    }
    expect(read.inside + read.refused).toBe(300);
    expect(read.refused).toBeGreaterThan(0);
  });

  it('writes no file elsewhere', async () => {
    for (let tries = 0; tries < 300; tries += 1) {
      const path = join(root, 'folder', `${tries}.txt`);
      await files
        .output(path, false)
        .then((real) => files.write(real, Buffer.from('words'), false))
        .catch((fault: unknown) => expect((fault as Error).name).toBe('CommandError'));
    }
    expect(readdirSync(outside)).toEqual(['a.txt']);
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('secret');
  });
});

it('opens nothing where a folder leads elsewhere by now', async () => {
  const read = await files.input(join(root, 'folder', 'a.txt'));
  const written = await files.output(join(root, 'folder', 'b.txt'), false);
  renameSync(join(root, 'folder'), join(root, 'away'));
  symlinkSync(outside, join(root, 'folder'));
  await expect(files.read(read)).rejects.toThrow('is not below a granted folder');
  await expect(files.write(written, Buffer.from('words'), false)).rejects.toThrow(CommandError);
  expect(readdirSync(outside)).toEqual(['a.txt']);
});

it('writes a new file in place of one that has another name', async () => {
  const path = join(root, 'b.txt');
  linkSync(join(outside, 'a.txt'), path);
  await files.write(await files.output(path, true), Buffer.from('words'), true);
  expect([readFileSync(path, 'utf8'), readFileSync(join(outside, 'a.txt'), 'utf8')]).toEqual(['words', 'secret']);
});

it('replaces nothing that came meanwhile, unless it may', async () => {
  const path = join(root, 'c.txt');
  const real = await files.output(path, false);
  writeFileSync(path, 'of another');
  await expect(files.write(real, Buffer.from('words'), false)).rejects.toThrow('c.txt is there already');
  expect(readdirSync(root).sort()).toEqual(['c.txt', 'folder']);
  await files.write(await files.output(path, true), Buffer.from('words'), true);
  expect(readFileSync(path, 'utf8')).toBe('words');
});
