import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callDiffsvc, runDiffsvc, type Outcome } from '../run-diffsvc.ts';

const ORIGINAL = 'The fee is 5 euro.\n\nPaid in May.\n';
const REVISED = 'The fee is 6 euro.\n\nPaid in June.\n\nThank you.\n';

let cwd: string;
let fragment: string;

/** The canonical HTML of a text: comparing it with itself has no change in it. */
async function canonical(name: string): Promise<string> {
  return JSON.parse((await run('compare', name, name, '--json')).stdout).html;
}
const run = (...args: string[]): Promise<Outcome> => callDiffsvc(args, { cwd });

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-resolve-'));
  writeFileSync(join(cwd, 'old.md'), ORIGINAL);
  writeFileSync(join(cwd, 'new.md'), REVISED);
  const answer = (await run('compare', 'old.md', 'new.md', '--json')).stdout;
  fragment = JSON.parse(answer).html;
  writeFileSync(join(cwd, 'answer.json'), answer);
  // As an editor leaves it.
  writeFileSync(join(cwd, 'fragment.html'), `${fragment}\n`);
  writeFileSync(join(cwd, 'foreign.html'), '<p>Anything</p>');
  writeFileSync(join(cwd, 'no-html.json'), '{"json": {}}');
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

describe('diffsvc resolve', () => {
  test.each(['fragment.html', 'answer.json'])(
    '%s: all accepted is the revised, all rejected the original',
    async (input) => {
      expect(await run('resolve', input, '--accept', 'all')).toEqual({
        code: 0,
        stdout: await canonical('new.md'),
        stderr: '',
      });
      expect(await run('resolve', input, '--reject', 'all')).toEqual({
        code: 0,
        stdout: await canonical('old.md'),
        stderr: '',
      });
    },
  );

  test('applies the saved decisions of a review file, and lets the command line override them', async () => {
    expect((await run('compare', 'old.md', 'new.md', '-o', 'review.html')).code).toBe(1);
    const page = readFileSync(join(cwd, 'review.html'), 'utf8');
    expect((await run('resolve', 'review.html')).stdout).toBe(fragment);
    const saved = page.replace('"accepted":[],"rejected":[]', '"accepted":["chg_000001"],"rejected":["chg_000002"]');
    writeFileSync(join(cwd, 'saved.html'), saved);
    const decided = async (...args: string[]) => (await run('resolve', 'fragment.html', ...args)).stdout;
    const base = ['--accept', 'chg_000001', '--reject', 'chg_000002'];
    expect(await run('resolve', 'saved.html')).toEqual({ code: 0, stdout: await decided(...base), stderr: '' });
    expect((await run('resolve', 'saved.html', '--accept', 'all')).stdout).toBe(
      await decided('--accept', 'all', '--reject', 'chg_000002'),
    );
    expect((await run('resolve', 'saved.html', '--reject', 'chg_000001')).stdout).toBe(
      await decided('--reject', 'chg_000001,chg_000002'),
    );
    expect((await run('verify', 'old.md', 'new.md', 'saved.html')).code).toBe(0);
  });

  test('refuses one end of a move, and names the other', async () => {
    const clause = 'Liability of either party is limited to the fees of one year.';
    const kept = ['The fee is due in March.', 'The term is three years.', 'Notices go by post to the address above.'];
    writeFileSync(join(cwd, 'before.md'), [clause, ...kept].join('\n\n'));
    writeFileSync(join(cwd, 'after.md'), [...kept, clause].join('\n\n'));
    writeFileSync(join(cwd, 'moved.json'), (await run('compare', 'before.md', 'after.md', '--json')).stdout);
    const half = 'chg_000002 is one end of a move: reject chg_000001 as well';
    for (const args of [
      ['--reject', 'chg_000002'],
      ['--accept', 'all', '--reject', 'chg_000002'],
    ]) {
      const { code, stdout, stderr } = await run('resolve', 'moved.json', ...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(half);
    }
    expect((await run('resolve', 'moved.json', '--reject', 'chg_000002,chg_000001')).stdout).toBe(
      await canonical('before.md'),
    );
  });

  test('a review file that was tampered with, or is of a later version, is refused', async () => {
    await run('compare', 'old.md', 'new.md', '-o', 'review.html');
    const page = readFileSync(join(cwd, 'review.html'), 'utf8');
    for (const [text, says] of [
      [page.replace('The fee is', 'The fine is'), /damaged/u],
      [page.replace('diffsvc.review.v1', 'diffsvc.review.v9'), /diffsvc\.review\.v9/u],
      [page.replace('"accepted":[]', '"accepted":[1]'), /damaged/u],
    ] as const) {
      writeFileSync(join(cwd, 'bad.html'), text);
      const { code, stdout, stderr } = await run('resolve', 'bad.html');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(says);
    }
  });

  test('what is left undecided keeps its marks', async () => {
    const { stdout } = await run('resolve', 'fragment.html', '--accept', 'chg_000001');
    expect(stdout).toContain('The fee is 6 euro.');
    expect(stdout).not.toContain('"chg_000001"');
    expect(stdout).toContain('<del data-change-id="chg_000002">');
    expect((await run('resolve', 'fragment.html')).stdout).toBe(fragment);
  });

  test('all but some, in any order of options', async () => {
    const { stdout } = await run('resolve', 'fragment.html', '--accept', 'all', '--reject', 'chg_000002');
    expect(stdout).toContain('The fee is 6 euro.');
    expect(stdout).toContain('Paid in May.');
    expect(stdout).not.toContain('data-change-id');
    expect((await run('resolve', 'fragment.html', '--reject', 'chg_000002', '--accept', 'all')).stdout).toBe(stdout);
  });

  test('writes a file, and reads standard input', async () => {
    const { stdout } = runDiffsvc(['resolve', '-', '--accept', 'all', '-o', 'out.html'], { cwd, input: fragment });
    expect(stdout).toBe('');
    expect(readFileSync(join(cwd, 'out.html'), 'utf8')).toBe(await canonical('new.md'));
  });

  test.each<[string, string[], RegExp]>([
    ['foreign HTML', ['foreign.html', '--accept', 'all'], /foreign\.html .*offset 0/u],
    ['an answer without html', ['no-html.json', '--accept', 'all'], /no-html\.json has no html/u],
    ['an unknown id', ['fragment.html', '--accept', 'chg_000099'], /no change chg_000099; it has chg_000001 to/u],
    ['both', ['fragment.html', '--accept', 'chg_000001', '--reject', 'chg_000001'], /both accepted and rejected/u],
    ['all and all', ['fragment.html', '--accept', 'all', '--reject', 'all'], /cannot both be all/u],
    ['an empty id', ['fragment.html', '--accept', 'chg_000001,'], /--accept wants change ids/u],
  ])('refuses %s', async (_name, args, message) => {
    const { code, stdout, stderr } = await run('resolve', ...args);
    expect(stderr).toMatch(/^diffsvc: [^\n]+\n$/u);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
