/** `diffsvc compare` of two folders, in a process of its own. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, r, wp } from '../../../builders/docx.ts';
import { callDiffsvc, type Outcome } from '../run-diffsvc.ts';

let cwd: string;

const LEASE = `The tenant pays the rent on the first day of each month to the account of the landlord, without any deduction.
The landlord keeps the building in good repair and insures it against fire, storm and water at its own expense.`;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-folders-'));
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  };
  write('old/same.md', '# Same\n');
  write('new/same.md', '# Same\n');
  write('old/terms.md', 'You may leave at any time.\n');
  write('new/terms.md', 'You may leave within three months.\n');
  write('old/deep/lease.txt', LEASE);
  write('new/leases/lease 2.txt', LEASE.replace('first day', 'third day'));
  write('old/copied.md', 'This text only changed its name and nothing else in it.\n');
  write('new/renamed.md', 'This text only changed its name and nothing else in it.\n');
  write('old/gone.txt', 'gone');
  write('new/fresh.txt', 'An entirely different sentence about something else.');
  write('old/data.bin', Buffer.from([0, 1, 2]));
  write('new/data.bin', Buffer.from([0, 1, 3]));
  write('old/equal.bin', Buffer.from([0, 1]));
  write('new/equal.bin', Buffer.from([0, 1]));
  write('old/letter.docx', docx(wp(r('The fee is 5 euro.'))));
  write('new/letter.docx', docx(wp(r('The fee is 6 euro.'))));
  write('old/.git/HEAD', 'one');
  write('new/.git/HEAD', 'two');
  write('alike/a.md', 'One\n');
  write('alike-too/a.md', 'One\n');
  write('broken/a.docx', 'no archive');
  write('broken-too/a.docx', 'none either');
  write('linked/real.txt', 'text');
  symlinkSync('real.txt', join(cwd, 'linked/to-file.txt'));
  symlinkSync('.', join(cwd, 'linked/to-folder'));
  symlinkSync('nowhere', join(cwd, 'linked/to-nothing'));
  write('empty/.keep', '');
  write('named-before/before.md', 'This text only changed its name.\n');
  write('named-after/after.md', 'This text only changed its name.\n');
  for (const folder of ['chosen-old', 'chosen-new']) {
    write(`${folder}/terms.md`, 'Thirty days.\n');
    write(`${folder}/notes.tmp`, folder);
    write(`${folder}/build/made.txt`, folder);
    write(`${folder}/build/kept/out.md`, folder);
  }
  write('chosen-new/.gitignore', '/build/\n*.tmp\n');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Outcome> => callDiffsvc(['compare', ...args], { cwd });

describe('two folders', () => {
  test('a table says what differs, and files are paired by path and by content', async () => {
    const { code, stdout, stderr } = await run('old', 'new');
    expect(stderr).toBe('');
    expect(code).toBe(1);
    const rows = stdout.trimEnd().split('\n').slice(1, -2);
    expect(rows.map((row) => row.split(/ {2,}/u))).toEqual([
      ['different', 'data.bin (compared byte for byte)'],
      ['added', 'fresh.txt'],
      ['removed', 'gone.txt'],
      ['different', '1', '+1 −1', 'deep/lease.txt → leases/lease 2.txt'],
      ['different', '1', '+1 −1', 'letter.docx'],
      ['renamed', 'copied.md → renamed.md'],
      ['different', '1', '+3 −3', 'terms.md'],
    ]);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('4 different, 1 renamed, 1 added, 1 removed, 2 files the same');
  });

  test('folders with equal files exit with 0', async () => {
    expect(await run('alike', 'alike-too')).toEqual({
      code: 0,
      stdout: '0 different, 0 added, 0 removed, 1 file the same\n',
      stderr: '',
    });
  });

  test('a file that cannot be compared is named, and the exit code is 2', async () => {
    const { code, stdout } = await run('broken', 'broken-too');
    expect(code).toBe(2);
    expect(stdout).toMatch(/^not compared .*a\.docx \(.*is no Office document.*\)$/mu);
  });

  test('--brief has one line for each file that differs', async () => {
    const lines = (await run('old', 'new', '--brief')).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toBe('added: fresh.txt');
  });

  test('--json has every file, with its counts', async () => {
    const { files, totals } = JSON.parse((await run('old', 'new', '--json')).stdout);
    expect(totals).toEqual({ same: 2, renamed: 1, different: 4, only_original: 1, only_revised: 1, failed: 0 });
    expect(files.find((file: { revised: string }) => file.revised === 'renamed.md')).toEqual({
      original: 'copied.md',
      revised: 'renamed.md',
      status: 'renamed',
      sameness: 'same_file',
    });
    const terms = files.find((file: { revised: string }) => file.revised === 'terms.md');
    expect(terms).toMatchObject({ status: 'different', summary: { changeCount: 1 }, words: { added: 3, removed: 3 } });
  });

  test('-o writes one index, with a page for each redline', async () => {
    expect(await run('old', 'new', '-o', 'index.html', '-o', 'index.json')).toEqual({
      code: 1,
      stdout: '',
      stderr: '',
    });
    const index = readFileSync(join(cwd, 'index.html'), 'utf8');
    const $ = load(index);
    expect([$('title').text(), $('h1').text()]).toEqual(['old → new', 'old → new']);
    const rows = $('tbody tr').toArray();
    expect(
      rows.map((row) => [
        ...$(row)
          .find('td')
          .map((_, cell) => $(cell).text()),
      ]),
    ).toEqual([
      ['different', '', '', '', 'data.bincompared byte for byte'],
      ['the same', '', '', '', 'equal.bin'],
      ['added', '', '', '', 'fresh.txt'],
      ['removed', '', '', '', 'gone.txt'],
      ['different', '1', '1', '1', 'deep/lease.txt → leases/lease 2.txt'],
      ['different', '1', '1', '1', 'letter.docx'],
      ['renamed', '', '', '', 'copied.md → renamed.md'],
      ['the same', '', '', '', 'same.md'],
      ['different', '1', '3', '3', 'terms.md'],
    ]);
    const links = $('td.path > a').toArray();
    expect(links.map((link) => $(link).text())).toEqual([
      ...['deep/lease.txt → leases/lease 2.txt', 'letter.docx', 'terms.md'],
    ]);
    const pages = links.map((link) => join(cwd, $(link).attr('href')!));
    for (const page of pages) expect(existsSync(page)).toBe(true);
    expect(readFileSync(pages[2]!, 'utf8')).toContain('three months');
    expect(JSON.parse(readFileSync(join(cwd, 'index.json'), 'utf8')).files).toHaveLength(9);
    const again = await run('old', 'new', '-o', 'index.html');
    expect(again.code).toBe(1);
    expect(readFileSync(join(cwd, 'index.html'), 'utf8')).toBe(index);
  });

  test('a renamed file is named, and counts as different', async () => {
    const answer = await run('named-before', 'named-after');
    expect([answer.code, answer.stderr]).toEqual([1, '']);
    expect(answer.stdout).toContain('renamed');
    expect(answer.stdout).toContain('before.md → after.md');
    expect(answer.stdout).toContain('0 different, 1 renamed, 0 added, 0 removed, 0 files the same');
    const json = JSON.parse((await run('named-before', 'named-after', '--json')).stdout) as { totals: object };
    expect(json.totals).toMatchObject({ renamed: 1, same: 0 });
  });

  test('patterns leave files out of both folders, and the answer says which', async () => {
    const names = async (...options: string[]): Promise<{ files: string[]; leftOut: string[] }> => {
      const { stdout } = await run('chosen-old', 'chosen-new', '--json', ...options);
      const { files, leftOut } = JSON.parse(stdout) as {
        files: { original: string | null; revised: string | null }[];
        leftOut: string[];
      };
      return { files: files.map(({ original, revised }) => revised ?? original ?? ''), leftOut };
    };
    const all = ['.gitignore', 'build/made.txt', 'build/kept/out.md', 'notes.tmp', 'terms.md'].toSorted();
    expect((await names()).files).toEqual(all);
    expect(await names('--exclude', 'build/', '--exclude', '*.tmp')).toEqual({
      files: ['.gitignore', 'terms.md'],
      leftOut: ['build/', 'notes.tmp'],
    });
    expect((await names('--only', '*.md')).files).toEqual(['build/kept/out.md', 'terms.md']);
    // The new folder names them, and the old one has them as well.
    expect(await names('--gitignore')).toEqual({ files: ['.gitignore', 'terms.md'], leftOut: ['build/', 'notes.tmp'] });
    expect((await run('chosen-old', 'chosen-new', '--exclude', '*.tmp')).stdout).toContain(', 1 left out');
  });

  // Other systems refuse such a name.
  test.skipIf(process.platform !== 'linux')('a name that is not UTF-8 is said to be that', async () => {
    const inLatin = (name: string): Buffer => Buffer.from(join(cwd, 'bytes', name), 'latin1');
    mkdirSync(join(cwd, 'bytes'));
    mkdirSync(inLatin('caf\u00e9'));
    writeFileSync(inLatin('caf\u00e9.txt'), 'text');
    writeFileSync(join(cwd, 'bytes', 'real \ufffd.txt'), 'text');
    const { code, stdout, stderr } = await run('bytes', 'bytes');
    expect([code, stderr]).toEqual([2, '']);
    for (const name of ['caf\ufffd', 'caf\ufffd.txt'])
      expect(stdout).toContain(`${name} (Not read: its name is not UTF-8; rename it.)`);
    expect(stdout).not.toContain('real \ufffd.txt (');
  });

  test('a link to a file is read, and links to folders or to nothing are named', async () => {
    const { code, stdout } = await run('linked', 'linked');
    expect(code).toBe(2);
    expect(stdout).toContain('to-folder (Not read: it is a link to a folder, which is not followed.)');
    expect(stdout).toContain('to-nothing (Not read: it is a link that leads nowhere.)');
    expect(stdout).toContain('2 files the same');
  });

  test('the name of a file does not drive the terminal', async () => {
    mkdirSync(join(cwd, 'odd'), { recursive: true });
    writeFileSync(join(cwd, 'odd/a\u001b[31m\nb.txt'), 'x');
    expect((await run('odd', 'empty')).stdout).toContain('a␛[31m b.txt');
  });

  test.each<[string, string[], RegExp]>([
    ['a folder and a file', ['old', 'old/same.md'], /old is a directory, and old\/same\.md is not; name two files or/u],
    ['a file and a folder', ['old/same.md', 'new'], /new is a directory, and old\/same\.md is not/u],
    ['an output inside a folder', ['old', 'new', '-o', 'new/index.html'], /is inside new, which is compared/u],
    [
      'an ending for files',
      ['old', 'new', '-o', 'x.docx'],
      /of two folders: its ending must be one of \.html, \.json/u,
    ],
  ])('%s is refused', async (_name, args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
