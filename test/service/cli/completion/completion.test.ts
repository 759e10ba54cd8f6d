/** What is derived from the commands: completion and the manual page. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivedFiles } from '../../../../scripts/describe-commands.mjs';
import { COMPLEXITIES } from '../../../../shared/api/complexity.ts';
import { INCLUDES } from '../../../../shared/api/include.ts';
import { FORMAT_SPELLINGS, MODES } from '../../../../shared/api/text-spellings.ts';
import { DOCUMENT_FORMATS, SIDE_FORMATS } from '../../../../shared/formats.ts';
import { PROGRAM } from '../../../../service/cli/completion/command-table.ts';
import { completionScript, SHELLS } from '../../../../service/cli/completion/completion-script.ts';
import { IGNORES } from '../../../../service/cli/input/view-filters.ts';
import { COLOR_WHEN } from '../../../../service/cli/terminal.ts';
import { runDiffsvc } from '../run-diffsvc.ts';

test('the table and the manual page are those of the commands (node scripts/describe-commands.mjs)', async () => {
  for (const { path, content } of await derivedFiles()) expect(readFileSync(path, 'utf8'), path).toBe(content);
});

const compare = PROGRAM.commands.find(({ name }) => name === 'compare')!;

test.each<[string, readonly string[]]>([
  ['--format', [...Object.keys(FORMAT_SPELLINGS), ...DOCUMENT_FORMATS]],
  ['--original-format', SIDE_FORMATS],
  ['--mode', MODES],
  ['--include', INCLUDES],
  ['--complexity', COMPLEXITIES],
  ['--ignore', IGNORES],
  ['--color', COLOR_WHEN],
])('the help of %s names the values that it takes', (flag, values) => {
  expect(compare.options.find(({ flags }) => flags.includes(flag))?.values).toEqual([...values]);
});

describe('in bash', () => {
  let cwd: string;
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'diffsvc-completion-'));
    const { code, stdout } = runDiffsvc(['completion', 'bash'], { cwd });
    expect(code).toBe(0);
    writeFileSync(join(cwd, 'completion.bash'), stdout);
  });
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  /** What bash offers after these words, the last of which is begun. */
  function offered(...words: string[]): string[] {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `source ./completion.bash; COMP_WORDS=(${list}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _diffsvc; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p diffsvc >&2`;
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-uc', script], { cwd, encoding: 'utf8' });
    expect(stderr).toBe('complete -o default -F _diffsvc diffsvc\n');
    expect(status).toBe(0);
    return stdout.split('\n').filter((line) => line !== '');
  }

  test.each<[string[], string[]]>([
    [
      ['diffsvc', 'comp'],
      ['compare', 'completion'],
    ],
    [['diffsvc', '--v'], ['--version']],
    [
      ['diffsvc', 'compare', '--co'],
      ['--complexity', '--contents', '--context', '--color'],
    ],
    [
      ['diffsvc', 'compare', '--mode', ''],
      ['auto', 'word', 'block'],
    ],
    [
      ['diffsvc', 'compare', 'old.md', 'new.md', '--color', 'a'],
      ['auto', 'always'],
    ],
    [['diffsvc', 'compare', 'a'], []],
    [['diffsvc', 'compare', '-o', '--'], []],
    [['diffsvc', 'keys', 'c'], ['create']],
    [['diffsvc', 'keys', 'create', '--n'], ['--name']],
    [['diffsvc', 'nothing', '--n'], []],
  ])('%j offers %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

const hasFish = spawnSync('fish', ['--version']).error === undefined;
if (!hasFish) console.warn('NOT RUN: fish is missing, so that its completion is only read');

describe.skipIf(!hasFish)('in fish', () => {
  /** What fish offers for a line that is begun. */
  function offered(line: string): string[] {
    const script = `function diffsvc; end\n${completionScript('fish', PROGRAM)}\ncomplete -C '${line}'`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap((offer) => (offer === '' ? [] : [offer.split('\t')[0]!]));
  }

  test.each<[string, string[]]>([
    ['diffsvc comp', ['compare', 'completion']],
    ['diffsvc compare --co', ['--color', '--complexity', '--context']],
    ['diffsvc compare --mode ', ['auto', 'block', 'word']],
    ['diffsvc keys c', ['create']],
  ])('%j offers %j', (line, expected) => {
    expect(offered(line)).toEqual(expected);
  });
});

test.each(SHELLS)('every command and option is in the script for %s', (shell) => {
  const script = completionScript(shell, PROGRAM);
  for (const command of PROGRAM.commands) {
    expect(script).toContain(command.name);
    for (const { flags } of [command, ...command.commands].flatMap(({ options }) => options))
      for (const flag of flags) expect(script).toContain(shell === 'fish' ? flag.replace(/^--?/u, '') : flag);
  }
  // A quote inside of a description would end its word.
  expect(script.split("'").length % 2).toBe(1);
});

test('an unknown shell is refused', () => {
  expect(runDiffsvc(['completion', 'tcsh'], { cwd: '.' })).toMatchObject({
    code: 2,
    stderr: 'diffsvc: no completion for "tcsh"; use one of bash, zsh, fish\n',
  });
});
