/** Outputs that the system does not take whole. A limit on the size of files stands for a full disk. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDiffsvc, type Outcome } from '../run-diffsvc.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../bin/diffsvc.js', import.meta.url));
const EARLIER = 'an earlier page';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-full-'));
  writeFileSync(join(cwd, 'a.txt'), 'The first words.\n'.repeat(200));
  writeFileSync(join(cwd, 'b.txt'), 'The other words.\n'.repeat(200));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Runs a line of a shell in which `diffsvc` is the command and no file may grow beyond a few KiB. */
function withSmallFiles(line: string): Outcome {
  const script = `ulimit -f 8; diffsvc() { "$NODE" "$LAUNCHER" "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    env: { ...process.env, NODE: process.execPath, LAUNCHER, NODE_DISABLE_COMPILE_CACHE: '1' },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

const run = (...args: string[]): Outcome => runDiffsvc(args, { cwd });

describe.skipIf(process.platform === 'win32')('a disk that takes half of an output', () => {
  it('keeps the earlier file, and leaves none that was not there', () => {
    writeFileSync(join(cwd, 'r.html'), EARLIER);
    const names = readdirSync(cwd).sort();
    for (const output of ['r.html', 'new.html']) {
      const { code, stderr } = withSmallFiles(`diffsvc compare a.txt b.txt -o ${output}`);
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^diffsvc: ${output}: .*\\n$`))]);
    }
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toBe(EARLIER);
    expect(readdirSync(cwd).sort()).toEqual(names);
  });

  it('is trouble in one line when it is standard output', () => {
    const { code, stderr } = withSmallFiles('diffsvc compare a.txt b.txt --json > out.json');
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^diffsvc: standard output: .*\n$/)]);
  });
});

describe.skipIf(process.platform !== 'linux')('a standard output that takes nothing', () => {
  it.each(['compare a.txt b.txt', 'compare a.txt b.txt --json', '--help', 'doctor --data-dir data'])(
    'is trouble in one line for `%s`',
    (line) => {
      // A write to /dev/full changes nothing: it fails as on a full disk.
      const { code, stderr } = withSmallFiles(`diffsvc ${line} > /dev/full`);
      expect([code, stderr]).toEqual([2, 'diffsvc: standard output: no space left on the device\n']);
    },
  );

  it.each(['/dev/full', 'a reader that left'])('leaves no key that nobody saw: keys create > %s', async (where) => {
    const full = where === '/dev/full' ? openSync(where, 'w') : null;
    const child = spawn(process.execPath, [LAUNCHER, 'keys', 'create', '--data-dir', 'data'], {
      cwd,
      stdio: ['ignore', full ?? 'pipe', 'pipe'],
    });
    child.stdout?.destroy();
    const stderr = await text(child.stderr!);
    if (full !== null) closeSync(full);
    expect(stderr).toMatch(/^diffsvc: standard output: .*; the key was revoked, because nobody saw it: key_\w+\n$/);
    const keys = JSON.parse(run('keys', 'list', '--data-dir', 'data', '--json').stdout);
    expect(keys).toMatchObject([{ revoked: true }]);
  });
});

describe('an output that is there', () => {
  it.skipIf(process.platform === 'win32')('keeps its mode, its links and its other names', () => {
    const [file, link, twin] = ['r.html', 'link.html', 'twin.html'].map((name) => join(cwd, name));
    writeFileSync(file!, EARLIER);
    chmodSync(file!, 0o640);
    symlinkSync('r.html', link!);
    expect(run('compare', 'a.txt', 'b.txt', '-o', 'link.html')).toMatchObject({ code: 1, stderr: '' });
    expect(lstatSync(link!).isSymbolicLink()).toBe(true);
    expect(statSync(file!).mode & 0o777).toBe(0o640);
    expect(readFileSync(file!, 'utf8')).toContain('other');
    writeFileSync(file!, EARLIER);
    linkSync(file!, twin!);
    expect(run('compare', 'a.txt', 'b.txt', '-o', 'r.html').code).toBe(1);
    expect(readFileSync(twin!, 'utf8')).toContain('other');
    symlinkSync('made.html', join(cwd, 'dangling.html'));
    expect(run('compare', 'a.txt', 'b.txt', '-o', 'dangling.html').code).toBe(1);
    expect(readFileSync(join(cwd, 'made.html'), 'utf8')).toContain('other');
    expect(readdirSync(cwd)).toHaveLength(7);
  });
});
