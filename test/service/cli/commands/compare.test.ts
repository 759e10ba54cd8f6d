import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../../package.json' with { type: 'json' };
import { INPUT_MAX_BYTES } from '../../../../service/cli/input/read-input.ts';
import { readReviewFile } from '../../../../shared/review-file/review-file.ts';
import { callDiffsvc, runDiffsvc, type Outcome } from '../run-diffsvc.ts';

let cwd: string;

const FILES: Readonly<Record<string, string | Buffer>> = {
  'old.md': '# Terms\n\nYou may leave at *any* time.\n\n- first\n- second\n',
  'new.md': '# Terms\n\nYou may leave within *any* three months.\n\n- first\n- second\n- third\n',
  'old.html': '<p>The fee is <b>5</b> &lt;euro&gt;.</p>',
  'new.html': '<p>The fee is <b>6</b> &lt;euro&gt;.</p>',
  'old.txt': 'one\ntwo\nthree',
  'new.txt': 'one\n2\nthree',
  'old.json': '{"b": 1.0, "a": [1, 2]}',
  'new.json': '{"a": [1, 2], "b": 1.50}',
  'reordered.json': '{"a": [1, 2], "b": 1.0}',
  'broken.json': '{"a": ',
  'utf16.txt': Buffer.from('\uFEFFone\ntwo\nthree', 'utf16le'),
  'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
  'picture.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
  'image.bin': Buffer.from([0, 1, 2, 3]),
  'huge.txt': '',
};

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'diffsvc-cli-'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(cwd, name), content);
  // A file with a hole takes no room on the disk.
  truncateSync(join(cwd, 'huge.txt'), INPUT_MAX_BYTES + 1);
  mkdirSync(join(cwd, 'folder'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Outcome> => callDiffsvc(args, { cwd });
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');

describe('diffsvc compare', () => {
  test('shows the words that changed, without colours away from a terminal', async () => {
    const { code, stdout, stderr } = await run('compare', 'old.md', 'new.md');
    expect(stderr).toBe('');
    expect(code).toBe(1);
    expect(stdout).toMatch(/\[-[^\]]*at\b[^\]]*-\]\{\+[^}]*within\b/u);
    expect(stdout).toContain('- {+third+}\n');
    expect(stdout).toMatch(/^\d+ changes: /mu);
    expect(stdout).not.toContain('\u001b');
  });

  test('colours when told to, and NO_COLOR has the last word', () => {
    const args = ['compare', 'old.txt', 'new.txt'];
    expect(runDiffsvc(args, { cwd, env: { FORCE_COLOR: '1' } }).stdout).toContain('\u001b[31m');
    expect(runDiffsvc(args, { cwd, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stdout).not.toContain('\u001b');
  });

  test.each(['old.md', 'old.html', 'old.txt', 'old.json'])('%s is the same as itself', async (name) => {
    expect(await run('compare', name, name)).toEqual({
      code: 0,
      stdout: 'Both files are the same, byte for byte.\n',
      stderr: '',
    });
  });

  test('a byte order mark and another encoding are no difference', async () => {
    // The files are not the same.
    expect(await run('compare', 'old.txt', 'utf16.txt')).toEqual({ code: 0, stdout: 'No differences.\n', stderr: '' });
  });

  test('the order of keys is no difference, the spelling of a number is', async () => {
    expect((await run('compare', 'old.json', 'reordered.json')).code).toBe(0);
    expect((await run('compare', 'old.json', 'new.json')).stdout).toContain('1.50');
  });

  test.each([
    ['old.md', 'new.md', 'markdown'],
    ['old.html', 'new.html', 'html'],
    ['old.txt', 'new.txt', 'txt'],
    ['old.json', 'new.json', 'json'],
  ])('%s and %s are read as %s, and --json prints the answer alone', async (original, revised, format) => {
    const { code, stdout, stderr } = await run('compare', original, revised, '--json');
    const answer = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(answer).toMatchObject({
      schemaVersion: 'diffsvc.comparison.v1',
      format,
      engine: 'dom',
      fallback: false,
      units: 1,
    });
    expect(answer.json.schemaVersion).toBe('1');
    expect(answer.json.changes).toHaveLength(answer.json.totalChanges);
    for (const change of answer.json.changes) expect(answer.html).toContain(`"${change.id}"`);
  });

  test('keeps the structure of large inputs unless --complexity says otherwise', async () => {
    const item = (at: number, word: string): string => `- item ${at} is ${at === 9 ? word : 'the same'}`;
    const list = (word: string): string => Array.from({ length: 1_600 }, (_, at) => item(at, word)).join('\n');
    writeFileSync(join(cwd, 'long-old.md'), list('old'));
    writeFileSync(join(cwd, 'long-new.md'), list('new'));
    const files = ['compare', 'long-old.md', 'long-new.md'];
    const answer = JSON.parse((await run(...files, '--json')).stdout);
    expect(answer).toMatchObject({ fallback: false, engine: 'dom', complexity: 'extended' });
    expect(answer.html).toContain('<li>');
    const standard = JSON.parse((await run(...files, '--complexity', 'standard', '--json')).stdout);
    const fallbackReason = expect.stringContaining('1,500 is the limit of complexity standard');
    expect(standard).toMatchObject({ fallback: true, engine: 'text', complexity: 'standard', fallbackReason });
    expect((await run(...files, '--complexity', 'standard')).stdout).toContain(
      '(compared as text: The original has 1,601',
    );
    expect(await run(...files, '--complexity', 'most')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown complexity "most"; use one of standard, extended'),
    });
  });

  test('--format and --mode are obeyed', async () => {
    const { stdout } = await run('compare', 'old.md', 'new.md', '--format', 'plain', '--mode', 'block', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ format: 'txt', requestedMode: 'block', effectiveMode: 'block' });
  });

  test('one input may be standard input', () => {
    const { code, stdout } = runDiffsvc(['compare', '-', 'new.txt'], { cwd, input: FILES['old.txt']! });
    expect(code).toBe(1);
    expect(stdout).toContain('[-two-]{+2+}');
  });

  test('writes a page, all changes and a patch in one call, and nothing to the terminal', async () => {
    const outcome = await run('compare', 'old.html', 'new.html', '-o', 'out.html', '-o', 'out.json', '-o', 'out.patch');
    expect(outcome).toEqual({ code: 1, stdout: '', stderr: '' });
    const page = read('out.html');
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(readReviewFile(page).fragment).toContain('<del data-change-id="chg_000001"><strong>5</strong></del>');
    // A boolean, so that a failure does not print the whole program.
    expect(page.includes('unsafe-inline')).toBe(false);
    expect(readReviewFile(page).facts).toMatchObject({ title: 'old.html → new.html', format: 'html' });
    expect((await run('compare', 'old.html', 'new.html', '-o', 'again.html')).code).toBe(1);
    expect(read('again.html') === page).toBe(true);
    expect(JSON.parse(read('out.json')).changes[0]).toMatchObject({ type: 'replace', before: { text: '5' } });
    expect(applyPatch(read('old.html'), read('out.patch'))).toBe(read('new.html'));
  });

  test('-o - writes to standard output: a page, or what an ending names', async () => {
    const page = await run('compare', 'old.html', 'new.html', '-o', '-');
    expect([page.code, page.stderr]).toEqual([1, '']);
    expect(page.stdout).toMatch(/^<!doctype html>/iu);
    const patch = await run('compare', 'old.html', 'new.html', '-o', '-.patch', '-o', 'beside.patch');
    expect(patch.stdout).toBe(read('beside.patch'));
    expect(patch.stdout).toContain('+<p>The fee is <b>6</b> &lt;euro&gt;.</p>');
  });

  test('--exit-zero ends with 0 where something differs, and with 2 where something failed', async () => {
    expect((await run('compare', 'old.txt', 'new.txt', '-o', 'zero.html', '--exit-zero')).code).toBe(0);
    expect((await run('compare', 'old.txt', 'none.txt', '--exit-zero')).code).toBe(2);
  });

  test('all changes are there, more than one page of them', async () => {
    const lines = (word: string): string => Array.from({ length: 1_200 }, (_, at) => `${word} ${at}`).join('\n');
    writeFileSync(join(cwd, 'many-old.txt'), lines('old'));
    writeFileSync(join(cwd, 'many-new.txt'), lines('new'));
    const { stdout } = await run('compare', 'many-old.txt', 'many-new.txt', '--json');
    const { json } = JSON.parse(stdout);
    const ids = json.changes.map((change: { id: string }) => change.id);
    expect(ids.length).toBe(json.totalChanges);
    expect(ids.length).toBeGreaterThan(500);
    expect(new Set(ids).size).toBe(ids.length);
    expect(json).not.toHaveProperty('nextOffset');
    for (const side of [json.source, json.revised]) {
      const indexes = side.blocks.map((block: { index: number }) => block.index);
      expect(indexes).toEqual([...new Set<number>(indexes)].sort((a, b) => a - b));
    }
  });
});

describe('what is printed', () => {
  test('--brief is one line', async () => {
    expect(await run('compare', 'old.txt', 'new.txt', '--brief')).toEqual({
      code: 1,
      stdout: 'old.txt and new.txt: 1 change: 1 replacement.\n',
      stderr: '',
    });
    expect((await run('compare', 'old.txt', 'old.txt', '-q')).stdout).toBe(
      'old.txt and old.txt: Both files are the same, byte for byte.\n',
    );
  });

  test('--stat counts changes and words, and shows no text', async () => {
    const { code, stdout } = await run('compare', 'old.md', 'new.md', '--stat');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^old\.md → new\.md\n/u);
    const counts = Object.fromEntries([...stdout.matchAll(/^ {2}(\S.*?) +(\d+)$/gmu)].map(([, name, n]) => [name, n]));
    // "at any time" became "within any three months", and "third" is new.
    expect(counts).toEqual({
      replacements: '1',
      'blocks inserted': '1',
      changes: '2',
      'words added': '5',
      'words removed': '3',
    });
    expect(stdout).not.toContain('within');
  });

  test('--context says how much stays around a change', async () => {
    const lines = (word: string): string => ['a', 'b', 'c', word, 'd', 'e', 'f'].join('\n\n');
    writeFileSync(join(cwd, 'near-old.md'), lines('one'));
    writeFileSync(join(cwd, 'near-new.md'), lines('two'));
    const shown = async (...options: string[]): Promise<string> =>
      (await run('compare', 'near-old.md', 'near-new.md', ...options)).stdout;
    expect(await shown('--context', '0')).toMatch(/^… 3 unchanged …\n\n\[-one-\]\{\+two\+\}\n\n… 3 unchanged …\n/u);
    expect(await shown('-U', '1')).toMatch(/^… 2 unchanged …\n\nc\n\n\[-one-\]\{\+two\+\}\n\nd\n\n… 2 unchanged …\n/u);
    expect(await shown()).toMatch(/^a\n\nb\n\nc\n\n|^… 1 unchanged …\n\nb\n/u);
    expect(await shown('--context', '9')).not.toContain('unchanged');
  });

  test('--color goes before the environment', () => {
    const args = ['compare', 'old.txt', 'new.txt', '--color'];
    expect(runDiffsvc([...args, 'always'], { cwd, env: { NO_COLOR: '1' } }).stdout).toContain('\u001b[31m');
    expect(runDiffsvc([...args, 'never'], { cwd, env: { FORCE_COLOR: '1' } }).stdout).not.toContain('\u001b');
  });

  test('--ignore hides changes, counts them, and the exit code stays', async () => {
    writeFileSync(join(cwd, 'case-old.md'), 'The Fee of this long lease is at least 5 euro.\n\nPay at once.\n');
    writeFileSync(join(cwd, 'case-new.md'), 'The fee of this long lease is at least 6 euro.\n\nPay at last.\n');
    const files = ['compare', 'case-old.md', 'case-new.md'];
    const shown = await run(...files, '--ignore', 'case,numbers');
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('The fee of this long lease is at least 6 euro.');
    expect(shown.stdout).toContain('[-once-]{+last+}');
    expect(shown.stdout).toContain(
      '3 changes: 3 replacements\n2 changes are hidden by --ignore case,numbers; they still',
    );
    const all = JSON.parse((await run(...files, '--ignore', 'case,numbers', '--json')).stdout);
    expect(all.json.totalChanges).toBe(3);
    expect(all.ignored).toEqual({ kinds: ['case', 'numbers'], changeIds: ['chg_000001', 'chg_000002'] });
    expect((await run(...files, '--ignore', 'case', '--stat')).stdout).toMatch(/hidden by --ignore +1\n/u);
    expect((await run(...files, '--ignore', 'case', '--brief')).stdout).toContain(
      '3 replacements. 1 change is hidden by',
    );
  });

  test('--ignore hides both ends of a move, and what is only space', async () => {
    const long = (name: string): string =>
      `The ${name} paragraph has enough words of its own to be found again elsewhere.`;
    writeFileSync(join(cwd, 'move-old.md'), [long('first'), long('second'), long('third'), 'Last'].join('\n\n'));
    writeFileSync(join(cwd, 'move-new.md'), [long('second'), long('third'), 'Last', long('first')].join('\n\n'));
    const { ignored, json } = JSON.parse(
      (await run('compare', 'move-old.md', 'move-new.md', '--ignore', 'moves', '--json')).stdout,
    );
    expect(json.totalChanges).toBe(2);
    expect(ignored.changeIds).toHaveLength(2);
    expect((await run('compare', 'move-old.md', 'move-new.md', '--ignore', 'moves')).stdout).not.toContain('[-');
  });

  test('a file of more than the 10 MiB of the service is compared', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    writeFileSync(join(cwd, 'large-old.txt'), `${line.repeat(11 * 1024)}end`);
    writeFileSync(join(cwd, 'large-new.txt'), `${line.repeat(11 * 1024)}other`);
    expect((await run('compare', 'large-old.txt', 'large-new.txt', '--brief')).stdout).toMatch(
      /: 1 change: 1 replacement\.\n$/u,
    );
  });
});

describe('parts of HTML', () => {
  const page = (fee: string, visits: string): string =>
    `<nav>Home</nav><main><p>Fee ${fee}</p><p class="ad">Buy ${visits}</p></main>`;

  test('--select and --ignore-selector choose what is compared, and the rest is named', async () => {
    writeFileSync(join(cwd, 'page-old.html'), page('5', 'one'));
    writeFileSync(join(cwd, 'page-new.html'), page('6', 'two'));
    const files = ['compare', 'page-old.html', 'page-new.html'];
    const { code, stdout } = await run(
      ...files,
      '--select',
      'main',
      '--ignore-selector',
      '.ad',
      '--ignore-selector',
      'i',
    );
    expect(code).toBe(1);
    expect(stdout).toContain('Fee [-5-]{+6+}');
    expect(stdout).not.toContain('Buy');
    expect(stdout).toContain(
      'Not compared, and different:\n  Part left out by a selector after “Fee 6” (.ad) differs.',
    );
    const hidden = await run(...files, '--ignore-selector', 'p');
    expect(hidden.code).toBe(1);
    expect(hidden.stdout).toMatch(
      /^No differences in the compared content\. Something that was not compared differs\./u,
    );
    expect((await run('compare', 'page-old.html', 'page-old.html', '--select', 'main')).code).toBe(0);
    const parts = ['--select', 'main', '--ignore-selector', '.ad'];
    writeFileSync(join(cwd, 'parts.json'), (await run(...files, ...parts, '--json')).stdout);
    expect((await run('verify', 'page-old.html', 'page-new.html', 'parts.json', ...parts)).code).toBe(0);
    expect((await run('verify', 'page-old.html', 'page-new.html', 'parts.json')).code).toBe(1);
  });

  test.each<[string, string[], RegExp]>([
    ['nothing', ['--select', 'article'], /"article" selects 0 of 7 elements, and at least 1/u],
    ['no selector', ['--select', 'p['], /"p\[" is no CSS selector/u],
  ])('%s is refused', async (_name, options, message) => {
    writeFileSync(join(cwd, 'page-old.html'), page('5', 'one'));
    const { code, stderr } = await run('compare', 'page-old.html', 'page-old.html', ...options);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect((await run('compare', 'old.md', 'new.md', ...options)).stderr).toContain('the format is markdown');
  });
});

describe('an input is never overwritten', () => {
  test.each<[string, (path: string) => void]>([
    ['its own name', () => undefined],
    ['a symbolic link to it', (path) => symlinkSync(join(cwd, 'own.html'), path)],
    ['a hard link to it', (path) => linkSync(join(cwd, 'own.html'), path)],
  ])('by %s', async (name, make) => {
    writeFileSync(join(cwd, 'own.html'), '<p>own</p>');
    const output = name === 'its own name' ? 'own.html' : `${name.replaceAll(' ', '-')}.html`;
    make(join(cwd, output));
    for (const args of [
      ['compare', 'own.html', 'new.html'],
      ['compare', 'new.html', 'own.html'],
      ['resolve', 'own.html'],
      ['accept', 'own.html'],
    ]) {
      const { code, stderr } = await run(...args, '-o', output);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        new RegExp(`^diffsvc: ${output.replace('.', '\\.')} is an input.*choose another output\n$`, 'u'),
      );
    }
    expect(read('own.html')).toBe('<p>own</p>');
  });
});

describe('trouble is one line and exit code 2', () => {
  test.each<[string, string[], RegExp]>([
    ['a missing file', ['compare', 'nowhere.md', 'new.md'], /nowhere\.md: no such file/u],
    ['a directory', ['compare', 'folder', 'new.md'], /folder is a directory/u],
    [
      'too big',
      ['compare', 'huge.txt', 'new.txt'],
      /huge\.txt is too big: a little more than 256 MB, and the limit is 256 MB;/u,
    ],
    ['not UTF-8', ['compare', 'latin1.txt', 'new.txt'], /latin1\.txt is not valid UTF-8 at byte 3/u],
    [
      'a picture',
      ['compare', 'picture.png', 'new.txt'],
      /is a picture.*diffsvc compares DOCX .*JSON \(\.json\), CSV /u,
    ],
    ['an unknown type', ['compare', 'image.bin', 'new.txt'], /image\.bin .* NUL\. diffsvc compares DOCX/u],
    ['two answers', ['compare', 'old.md', 'new.md', '--brief', '--stat'], /--brief and --stat/u],
    ['no number', ['compare', 'old.md', 'new.md', '-U', 'few'], /--context is "few"; it must be a whole number/u],
    ['an unknown colour', ['compare', 'old.md', 'new.md', '--color', 'red'], /"red"; use one of auto, always, never/u],
    [
      'an unknown filter',
      ['compare', 'old.md', 'new.md', '--ignore', 'case,words'],
      /cannot ignore "words"; use some/u,
    ],
    ['broken JSON', ['compare', 'broken.json', 'new.json'], /JSON/u],
    [
      'two answers on standard output',
      ['compare', 'old.md', 'new.md', '-o', '-.patch', '--json'],
      /-o -\.patch and --json both write to standard output/u,
    ],
    ['an unknown ending', ['compare', 'old.md', 'new.md', '-o', 'x.doc'], /x\.doc: .* \.html, \.json, \.patch/u],
    ['nowhere to write', ['compare', 'old.md', 'new.md', '-o', 'no/x.html'], /no\/x\.html: no such file or directory/u],
    ['an unknown format', ['compare', 'old.md', 'new.md', '--format', 'xml'], /unknown format "xml"; .*markdown/u],
    ['a word of every object', ['compare', 'old.md', 'new.md', '--format', 'constructor'], /unknown format/u],
    ['an unknown mode', ['compare', 'old.md', 'new.md', '--mode', 'char'], /unknown mode "char"/u],
    [
      'two ways to name a format',
      ['compare', 'old.md', 'new.md', '--format', 'md', '--revised-format', 'md'],
      /leave out/u,
    ],
    ['JSON and another format', ['compare', 'old.md', 'new.json'], /new\.json is JSON/u],
    ['both from standard input', ['compare', '-', '-'], /only one of the two/u],
    ['an unknown option', ['compare', 'old.md', 'new.md', '--formt', 'md'], /unknown option '--formt'.*--format/u],
    ['a missing argument', ['compare', 'old.md'], /missing required argument 'revised'/u],
    ['an unknown command', ['comapre', 'old.md', 'new.md'], /unknown command 'comapre'/u],
  ])('%s', async (_name, args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(/^diffsvc: [^\n]+\n$/u);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a port that is none', () => {
    const { code, stdout, stderr } = runDiffsvc(['serve', '--port', '70000'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^diffsvc: [^\n]*70000[^\n]*\n$/u);
  });

  test('the version is asked for in the usual ways', async () => {
    for (const option of ['--version', '-V'])
      expect(await run(option)).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  test('help is no trouble', async () => {
    const { code, stdout, stderr } = await run('compare', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--output <file>');
  });
});
