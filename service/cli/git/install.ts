/** `diffsvc git install` and `uninstall`: the settings of git that show and merge documents. */
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { removeEmptyFile, removeEmptyFolder } from './remove-empty.ts';
import { writeOutput } from '../output/write-output.ts';
import { git, gitValue } from './call-git.ts';

/**
 * Settings by their names. Git runs the commands in a shell, and replaces the words with a percent sign. `--` and
 * `=`: a repository may have a file whose name begins like an option.
 */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ['diff.diffsvc.textconv', 'diffsvc git text --'],
  ['diff.diffsvc.cachetextconv', 'true'],
  ['difftool.diffsvc.cmd', 'diffsvc git difftool --path="$MERGED" -- "$LOCAL" "$REMOTE"'],
  ['difftool.diffsvc.trustExitCode', 'true'],
  ['merge.diffsvc.name', 'merge of documents by sentences'],
  ['merge.diffsvc.driver', 'diffsvc git merge --marker-size %L --path=%P -- %O %A %B'],
];
/** The sections of these settings. */
const SECTIONS = ['diff.diffsvc', 'difftool.diffsvc', 'merge.diffsvc'];

/** Git keeps the texts of documents here (gitattributes(5), "cachetextconv"). */
const CACHED_TEXTS = 'refs/notes/textconv/diffsvc';

const BEGIN = '# diffsvc: begin';
/** After this mark, the line end before it is ours as well. */
const BEGIN_AFTER_OPEN_LINE = '# diffsvc: begin, after a line without its end';
const END = '# diffsvc: end';
/** Files that git shows and merges by diffsvc. It merges no other document: of two revisions, ours stays. */
const ATTRIBUTES = [
  '*.docx diff=diffsvc merge=diffsvc',
  '*.doc diff=diffsvc -merge',
  '*.odt diff=diffsvc -merge',
  '*.rtf diff=diffsvc -merge',
  '*.pdf diff=diffsvc -merge',
  '*.md merge=diffsvc',
  '*.markdown merge=diffsvc',
  '*.txt merge=diffsvc',
];
/** HTML is a document in some repositories, and source code in others. So `--global` leaves it to git. */
const ATTRIBUTES_OF_REPOSITORY = ['*.html diff=diffsvc', '*.htm diff=diffsvc'];

/** The repository of the current folder, or all repositories of this user. */
export type Scope = 'repository' | 'global';

/** Writes the settings, and the attributes between two marks. Again it changes nothing. Returns the attributes file. */
export async function install(scope: Scope): Promise<string> {
  for (const [name, value] of SETTINGS) git('config', scopeFlag(scope), name, value);
  const file = attributesFile(scope);
  const others = withoutOwn(await readText(file));
  const isOpen = others !== '' && !others.endsWith('\n');
  const attributes = scope === 'global' ? ATTRIBUTES : [...ATTRIBUTES, ...ATTRIBUTES_OF_REPOSITORY];
  const own = [isOpen ? `\n${BEGIN_AFTER_OPEN_LINE}` : BEGIN, ...attributes, END].join('\n');
  await mkdir(dirname(file), { recursive: true });
  await writeOutput(file, `${others}${own}\n`);
  return file;
}

/**
 * Removes the settings, the attributes and the texts that git cached in the current repository. All else stays. A file
 * or folder that held nothing else is deleted.
 */
export async function uninstall(scope: Scope): Promise<void> {
  const settings = settingsFile(scope);
  for (const section of SECTIONS) gitValue('config', scopeFlag(scope), '--remove-section', section);
  if (settings !== null) await removeEmptyFile(settings);
  gitValue('update-ref', '-d', CACHED_TEXTS);
  const file = attributesFile(scope);
  const text = await readText(file);
  const others = withoutOwn(text);
  if (others === text) return;
  await writeOutput(file, others);
  if (await removeEmptyFile(file)) await removeEmptyFolder(dirname(file));
}

function scopeFlag(scope: Scope): string {
  return scope === 'global' ? '--global' : '--local';
}

/** The file that has the settings. Null if no file has them. */
function settingsFile(scope: Scope): string | null {
  const origin = gitValue(
    'config',
    scopeFlag(scope),
    '--show-origin',
    '--name-only',
    '--get-regexp',
    '^diff\\.diffsvc\\.',
  );
  const [, path] = /^file:([^\t"]+)\t/u.exec(origin ?? '') ?? [];
  return path === undefined ? null : resolve(path);
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

/** The text as it was before `install`. */
function withoutOwn(text: string): string {
  const open = text.indexOf(`\n${BEGIN_AFTER_OPEN_LINE}\n`);
  const begin = open < 0 ? text.indexOf(`${BEGIN}\n`) : open;
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
