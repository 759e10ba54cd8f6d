/** `diffsvc git` and `diffsvc summary` in real repositories. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { docx, r, wp } from '../../../builders/docx.ts';

const LAUNCHER = fileURLToPath(new URL('../../../../bin/diffsvc.js', import.meta.url));

/** Enough for git to see that a file was renamed. */
const SAME = '\nThe rest of these notes stays as it is, so that git sees the same file under both names.\n';

let folder: string;
let repository: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-git-'));
  repository = join(folder, 'repository');
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'home'));
  mkdirSync(repository);
  const command = join(folder, 'bin', 'diffsvc');
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`);
  chmodSync(command, 0o755);
  const { NO_COLOR: _no, FORCE_COLOR: _force, XDG_CONFIG_HOME: _config, ...own } = process.env;
  env = {
    ...(own as Record<string, string>),
    ...{ PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, HOME: join(folder, 'home') },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_PAGER: 'cat', GIT_EDITOR: 'true' },
    ...{
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.org',
      GIT_COMMITTER_NAME: 'Ann',
      GIT_COMMITTER_EMAIL: 'ann@example.org',
    },
  };
  git('init', '-q', '-b', 'main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function call(program: string, args: readonly string[], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: repository,
    env: { ...env, ...more },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}
const run = (...args: string[]) => call('diffsvc', args);
/** Calls git, which has to succeed. */
function git(...args: string[]): string {
  const { code, stdout, stderr } = call('git', args);
  expect(code, stderr).toBe(0);
  return stdout;
}
const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(repository, name), content);
const read = (name: string): string => readFileSync(join(repository, name), 'utf8');
const letter = (...paragraphs: string[]): Uint8Array => docx(paragraphs.map((text) => wp(r(text))).join(''));
function commit(message: string): void {
  git('add', '-A');
  git('commit', '-qm', message);
}
/** Every file below a folder, but the objects of git and the index, which say nothing about settings. */
const filesOf = (path: string): string[] =>
  readdirSync(resolve(repository, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(resolve(repository, path), join(parentPath, name)))
    .filter((name) => !/^(?:objects|index)\b/u.test(name))
    .sort();
/** Two branches that changed one file in two ways, and what merging the second into the first says. */
function merge(name: string, base: string | Uint8Array | null, ours: string | Uint8Array, theirs: string | Uint8Array) {
  write('other.md', 'x');
  if (base !== null) write(name, base);
  commit('base');
  git('checkout', '-qb', 'theirs');
  write(name, theirs);
  commit('theirs');
  git('checkout', '-q', 'main');
  write(name, ours);
  commit('ours');
  return call('git', ['merge', 'theirs', '-m', 'merged']);
}

describe('diffsvc git install', () => {
  test('writes settings once, and uninstall takes back what it wrote', () => {
    const attributes = '.git/info/attributes';
    write(attributes, '*.png binary\n');
    const before = read('.git/config');
    expect(run('git', 'install').stdout).toContain('info/attributes');
    const installed = [read('.git/config'), read(attributes)];
    expect(installed[1]).toMatch(/^\*\.png binary\n# diffsvc: begin\n\*\.docx diff=diffsvc merge=diffsvc\n/u);
    expect(run('git', 'install').code).toBe(0);
    expect([read('.git/config'), read(attributes)]).toEqual(installed);
    expect(run('git', 'uninstall').code).toBe(0);
    expect(read(attributes)).toBe('*.png binary\n');
    expect(read('.git/config')).toBe(before);
    expect(run('git', 'uninstall').code).toBe(0);
  });

  test('uninstall leaves no line end, no empty file, and no cached text', () => {
    const attributes = '.git/info/attributes';
    write(attributes, '*.png binary');
    run('git', 'install');
    run('git', 'install');
    run('git', 'uninstall');
    expect(read(attributes)).toBe('*.png binary');

    unlinkSync(join(repository, attributes));
    const before = filesOf('.git');
    run('git', 'install');
    write('lease.docx', letter('The fee is 5 euro.'));
    git('add', '-A');
    git('diff', '--cached');
    expect(git('for-each-ref', '--format=%(refname)')).toBe('refs/notes/textconv/diffsvc\n');
    run('git', 'uninstall');
    expect(git('for-each-ref')).toBe('');
    expect(filesOf('.git')).toEqual(before);
  });

  test('--global is for all repositories of the user', () => {
    const home = filesOf(join(folder, 'home'));
    expect(run('git', 'install', '--global').code).toBe(0);
    const file = join(folder, 'home', '.config', 'git', 'attributes');
    expect(readFileSync(file, 'utf8')).toContain('*.pdf diff=diffsvc -merge');
    expect(git('check-attr', 'diff', 'lease.docx')).toBe('lease.docx: diff: diffsvc\n');
    expect(git('check-attr', 'diff', 'page.html')).toBe('page.html: diff: unspecified\n');
    expect(run('git', 'uninstall', '--global').code).toBe(0);
    expect(filesOf(join(folder, 'home'))).toEqual(home);
    expect(git('check-attr', 'diff', 'lease.docx')).toContain('unspecified');
  });

  test('each kind of document is shown, and only what diffsvc can merge is merged by it', () => {
    run('git', 'install');
    const ofNames = (...names: string[]): string[] =>
      git('check-attr', 'diff', 'merge', '--', ...names)
        .trimEnd()
        .split('\n');
    expect(ofNames('a.docx', 'a.doc', 'a.odt', 'a.rtf', 'a.pdf', 'a.html', 'a.md')).toEqual([
      ...['a.docx: diff: diffsvc', 'a.docx: merge: diffsvc'],
      ...['a.doc: diff: diffsvc', 'a.doc: merge: unset'],
      ...['a.odt: diff: diffsvc', 'a.odt: merge: unset'],
      ...['a.rtf: diff: diffsvc', 'a.rtf: merge: unset'],
      ...['a.pdf: diff: diffsvc', 'a.pdf: merge: unset'],
      ...['a.html: diff: diffsvc', 'a.html: merge: unspecified'],
      ...['a.md: diff: unspecified', 'a.md: merge: diffsvc'],
    ]);
    write('page.html', '<main><p class="a">The fee is 5 euro.</p></main>');
    commit('first');
    write('page.html', '<main><p class="a">The fee is 6 euro.</p></main>');
    expect(git('diff')).toContain('-The fee is 5 euro.\n+The fee is 6 euro.\n');
  });

  test('outside of a repository says so', () => {
    rmSync(join(repository, '.git'), { recursive: true });
    expect(run('git', 'install')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^diffsvc: git config: .+\n$/u),
    });
  });
});

describe('git shows documents', () => {
  beforeEach(() => {
    run('git', 'install');
    write('lease.docx', letter('The fee is 5 euro.'));
    write('notes.md', `One two.\n${SAME}`);
    commit('first');
    write('lease.docx', letter('The fee is 6 euro.'));
    write('notes.md', `One three.\n${SAME}`);
  });

  test('in git diff, by textconv', () => {
    const diff = git('diff', '--', 'lease.docx');
    expect(diff).toContain('-The fee is 5 euro.\n+The fee is 6 euro.\n');
  });

  test('and goes on after a document that cannot be read, whose line says why', () => {
    const cut = Buffer.from(letter('The fee is 5 euro.')).subarray(0, 200);
    write('cut.docx', cut);
    git('add', '-A');
    const diff = git('diff', '--cached');
    expect(diff).toMatch(/^\+Not compared: The file is cut off: it has 200 bytes/mu);
    expect(diff).toContain('+File: 200 bytes, SHA-256 ');
    // Those after it are shown, too.
    expect(diff).toContain('-The fee is 5 euro.\n+The fee is 6 euro.\n');
  });

  test('by git difftool, also with --trust-exit-code and --dir-diff', () => {
    const all = call('git', ['difftool', '--no-prompt', '--tool', 'diffsvc', '--trust-exit-code']);
    expect(all.code).toBe(0);
    expect(all.stdout).toContain('diffsvc lease.docx\nThe fee is [-5-]{+6+} euro.');
    // The exit code of a difference does not stop git at the first file.
    expect(all.stdout).toContain('diffsvc notes.md\nOne [-two-]{+three+}.');
    const folders = call('git', ['difftool', '--dir-diff', '--tool', 'diffsvc']);
    expect(folders.stdout).toMatch(/^different .*lease\.docx$/mu);
    expect(folders.stdout).toContain('2 different, 0 added, 0 removed, 0 files the same');
  });

  test('by GIT_EXTERNAL_DIFF, with added, deleted, renamed and unknown files', () => {
    git('mv', 'notes.md', 'renamed.md');
    write('renamed.md', `One three.\n${SAME}`);
    write('fresh.md', 'Fresh.\n');
    write('data.bin', Buffer.from([0, 1, 2]));
    git('add', '-A');
    const diff = call('git', ['diff', '--cached', '-M50%'], { GIT_EXTERNAL_DIFF: 'diffsvc git diff --' });
    expect(diff.code, diff.stderr).toBe(0);
    expect(diff.stdout).toContain('diffsvc lease.docx\nThe fee is [-5-]{+6+} euro.');
    expect(diff.stdout).toContain('diffsvc notes.md → renamed.md\nOne [-two-]{+three+}.');
    expect(diff.stdout).toContain('diffsvc fresh.md\n{+Fresh.+}');
    expect(diff.stdout).toMatch(/diffsvc data\.bin\nNot compared: .*data\.bin is not a text file/u);
    git('reset', '-q', '--hard');
    unlinkSync(join(repository, 'lease.docx'));
    expect(call('git', ['diff'], { GIT_EXTERNAL_DIFF: 'diffsvc git diff --' }).stdout).toContain(
      '[-The fee is 5 euro.-]',
    );
  });

  test.skipIf(process.platform === 'win32')('files whose names look like options or commands of a shell', () => {
    const names = ['--version', '-o x.md', '--output=out.html.md', '$(touch made).md', "'; touch made; '.md"];
    for (const name of names) write(name, `Fee of ${name}: 5 euro.\n`);
    write('.gitattributes', '* diff=diffsvc\n');
    commit('names');
    for (const name of names) write(name, `Fee of ${name}: 6 euro.\n`);
    const lines = git('diff');
    const redline = call('git', ['diff'], { GIT_EXTERNAL_DIFF: 'diffsvc git diff --' });
    const tool = call('git', ['difftool', '--no-prompt', '--tool', 'diffsvc']);
    expect([redline.code, tool.code], redline.stderr + tool.stderr).toEqual([0, 0]);
    for (const name of names) {
      expect(lines).toContain(`+Fee of ${name}: 6 euro.\n`);
      for (const { stdout } of [redline, tool]) expect(stdout).toContain(`Fee of ${name}: [-5-]{+6+} euro.`);
    }
    expect(git('status', '--short')).not.toContain('??');
  });

  test('an external diff with other arguments is refused', () => {
    expect(run('git', 'diff', 'a', 'b')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('1, 7 or 9 arguments, and there are 2'),
    });
    expect(run('git', 'diff', 'a.md').stdout).toBe('a.md is not merged.\n');
    // A name must not begin a line that looks like one of ours.
    expect(run('git', 'diff', 'a\nb.md').stdout).toBe('a b.md is not merged.\n');
  });

  test('in a few lines for a commit message', () => {
    git('add', '-A');
    git('rm', '-q', '--cached', 'notes.md');
    write('fresh.md', '# Fees\n\nThe fee.\n');
    git('add', 'fresh.md');
    expect(run('summary')).toEqual({
      code: 0,
      stdout: 'fresh.md: added\n\nlease.docx: 1 change: 1 replacement\n- “5” became “6”\n\nnotes.md: deleted\n',
      stderr: '',
    });
    git('commit', '-qm', 'second');
    expect(run('summary')).toMatchObject({ code: 2, stderr: expect.stringContaining('no document is staged') });
    write('old.md', '# Fees\n\nThe fee is 5.\n\nPay.\n');
    write('new.md', '# Fees\n\nThe fee is 6.\n\n**Pay**.\n');
    expect(run('summary', 'old.md', 'new.md').stdout).toBe(
      'new.md: 2 changes: 1 replacement, 1 format change\n- “Fees”: “5” became “6”\n- “Fees”: “Pay” has another format\n',
    );
    expect(run('summary', 'old.md').code).toBe(2);
  });
});

describe('git merges documents', () => {
  beforeEach(() => {
    run('git', 'install');
  });

  test('Markdown: two sentences of one paragraph', () => {
    const base = 'The fee is 5 euro. It is paid at once.\n';
    const { code } = merge('notes.md', base, base.replace('5', '6'), base.replace('once', 'last'));
    expect(code).toBe(0);
    expect(read('notes.md')).toBe('The fee is 6 euro. It is paid at last.\n');
  });

  test('text: a conflict between markers', () => {
    const { code, stdout, stderr } = merge('notes.txt', 'The fee is 5.\n', 'The fee is 6.\n', 'The fee is 7.\n');
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('notes.txt: 1 conflict is between markers');
    expect(read('notes.txt')).toBe('<<<<<<< ours\nThe fee is 6.\n=======\nThe fee is 7.\n>>>>>>> theirs\n');
    expect(git('diff', '--name-only', '--diff-filter=U')).toBe('notes.txt\n');
  });

  test.skipIf(process.platform === 'win32')('a file whose name is an option', () => {
    const base = 'The fee is 5 euro. It is paid at once.\n';
    write('.gitattributes', '--version merge=diffsvc\n');
    const { code } = merge('--version', base, base.replace('5', '6'), base.replace('once', 'last'));
    expect(code).toBe(0);
    expect(read('--version')).toBe('The fee is 6 euro. It is paid at last.\n');
  });

  test('DOCX: what each side changed', () => {
    const base = ['The fee is 5 euro.', 'It is paid at once.', 'The lease ends in May.'];
    const { code, stderr } = merge(
      'lease.docx',
      letter(...base),
      letter(base[0]!.replace('5', '6'), base[1]!, base[2]!),
      letter(base[0]!, base[1]!, 'The lease ends in June.', 'It is final.'),
    );
    expect(code, stderr).toBe(0);
    expect(run('text', 'lease.docx').stdout).toBe(
      'The fee is 6 euro.\n\nIt is paid at once.\n\nThe lease ends in June.\n\nIt is final.\n',
    );
    write('wanted.docx', letter('The fee is 6 euro.', base[1]!, 'The lease ends in June.', 'It is final.'));
    expect(run('compare', 'lease.docx', 'wanted.docx', '--brief').stdout).toContain('No differences.');
  });

  test('DOCX: a conflict is a tracked revision with both', () => {
    const base = ['The fee is 5 euro.', 'It is paid at once.'];
    const { code, stdout, stderr } = merge(
      'lease.docx',
      letter(...base),
      letter('The fee is 6 euro.', base[1]!),
      letter('The fee is 7 euro.', 'It is paid at last.'),
    );
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain(
      'lease.docx: 1 conflict is a tracked revision of theirs; accept or reject them',
    );
    run('reject', 'lease.docx', '-o', 'ours.docx');
    run('accept', 'lease.docx', '-o', 'theirs.docx');
    expect(run('text', 'ours.docx').stdout).toBe('The fee is 6 euro.\n\nIt is paid at last.\n');
    expect(run('text', 'theirs.docx').stdout).toBe('The fee is 7 euro.\n\nIt is paid at last.\n');
  });

  test('DOCX that both sides added', () => {
    const { code } = merge('new.docx', null, letter('Ours is here.'), letter('Theirs is here.'));
    expect(code).toBe(1);
    expect(git('diff', '--name-only', '--diff-filter=U')).toBe('new.docx\n');
  });

  test('a file that cannot be read stays as it is, and is a conflict', () => {
    const { code, stdout, stderr } = merge('broken.docx', 'no archive', 'ours', 'theirs');
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(/diffsvc: .*is no Office document/u);
    expect(read('broken.docx')).toBe('ours');
  });
});
