/** `diffsvc git install` and `uninstall`: the settings of git that show and merge documents. */
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { writeOutput } from '../output/write-output.ts';
import { git, gitValue } from './call-git.ts';

/**
 * Settings by their names. Git runs the commands in a shell, and replaces the words with a percent sign. `--`: a
 * repository may have a file whose name begins like an option.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['diff.diffsvc.textconv', 'diffsvc text --all --'],
  ['diff.diffsvc.cachetextconv', 'true'],
  ['difftool.diffsvc.cmd', 'diffsvc git difftool -- "$LOCAL" "$REMOTE"'],
  ['difftool.diffsvc.trustExitCode', 'true'],
  ['merge.diffsvc.name', 'merge of documents by sentences'],
  ['merge.diffsvc.driver', 'diffsvc git merge --marker-size %L --path %P %O %A %B'],
];
/** The sections of these settings. */
const SECTIONS = ['diff.diffsvc', 'difftool.diffsvc', 'merge.diffsvc'];

const BEGIN = '# diffsvc: begin';
const END = '# diffsvc: end';
/** Files that git shows and merges by diffsvc. A PDF cannot be merged. */
const ATTRIBUTES = [
  '*.docx diff=diffsvc merge=diffsvc',
  '*.pdf diff=diffsvc -merge',
  '*.md merge=diffsvc',
  '*.markdown merge=diffsvc',
  '*.txt merge=diffsvc',
];

/** The repository of the current folder, or all repositories of this user. */
export type Scope = 'repository' | 'global';

/** Writes the settings, and the attributes between two marks. Again it changes nothing. Returns the attributes file. */
export async function install(scope: Scope): Promise<string> {
  for (const [name, value] of SETTINGS) git('config', scopeFlag(scope), name, value);
  const file = attributesFile(scope);
  const own = [BEGIN, ...ATTRIBUTES, END].join('\n');
  const others = withoutOwn(await readText(file));
  await mkdir(dirname(file), { recursive: true });
  await writeOutput(file, `${others === '' || others.endsWith('\n') ? others : `${others}\n`}${own}\n`);
  return file;
}

/** Removes the settings and the attributes. All else in the file stays. */
export async function uninstall(scope: Scope): Promise<string> {
  for (const section of SECTIONS) gitValue('config', scopeFlag(scope), '--remove-section', section);
  const file = attributesFile(scope);
  const text = await readText(file);
  const others = withoutOwn(text);
  if (others !== text) await writeOutput(file, others);
  return file;
}

function scopeFlag(scope: Scope): string {
  return scope === 'global' ? '--global' : '--local';
}

/** The file for attributes that no commit contains (gitattributes(5)). */
function attributesFile(scope: Scope): string {
  if (scope === 'repository') return resolve(git('rev-parse', '--git-path', 'info/attributes').toString().trim());
  const configured = gitValue('config', '--global', '--type=path', 'core.attributesFile');
  if (configured !== null) return configured;
  const folder = process.env['XDG_CONFIG_HOME'];
  const base = folder === undefined || folder === '' ? join(homedir(), '.config') : folder;
  return join(base, 'git', 'attributes');
}

function withoutOwn(text: string): string {
  const begin = text.indexOf(`${BEGIN}\n`);
  const end = text.indexOf(`${END}\n`, begin);
  return begin < 0 || end < 0 ? text : text.slice(0, begin) + text.slice(end + END.length + 1);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return '';
    throw error;
  }
}
