/** Which files of two folders are compared, by patterns as in `.gitignore` files (gitignore(5)). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { FileChoice } from '../compare-options.ts';

/** Whether a file or folder is left out. `path`: relative to its folder, with forward slashes. */
export type LeavesOut = (path: string, isFolder: boolean) => boolean;

/** A `.gitignore` file: the patterns, and the folder to which they apply; empty: the compared folder itself. */
interface Rules {
  readonly below: string;
  readonly patterns: Ignore;
}

/** What the choice leaves out of both folders. A `.gitignore` in one of them counts for both. */
export async function leavesOut(folders: readonly string[], choice: FileChoice): Promise<LeavesOut> {
  const excluded = ignore().add(choice.exclude);
  const only = choice.only.length === 0 ? null : ignore().add(choice.only);
  const rules = choice.gitignore ? await Promise.all(folders.map(rulesIn)) : [];
  return (path, isFolder) => {
    const name = isFolder ? `${path}/` : path;
    if (excluded.ignores(name) || rules.some((own) => isIgnored(name, own))) return true;
    return only !== null && !isFolder && !only.ignores(name);
  };
}

/** The `.gitignore` files of a folder, the outer ones first. Folders that they name are not entered. */
async function rulesIn(folder: string): Promise<Rules[]> {
  const rules: Rules[] = [];
  const open = [''];
  for (let below = open.shift(); below !== undefined; below = open.shift()) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    if (entries.some((entry) => entry.isFile() && entry.name === '.gitignore')) {
      const text = await readFile(join(folder, below, '.gitignore'), 'utf8');
      rules.push({ below, patterns: ignore().add(text) });
    }
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git' && !isIgnored(`${path}/`, rules)) open.push(path);
    }
  }
  return rules;
}

/** Whether the innermost rule that names a path leaves it out. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { below, patterns } of rules) {
    const inside = below === '' ? path : path.startsWith(`${below}/`) ? path.slice(below.length + 1) : '';
    if (inside === '' || inside === '/') continue;
    const found = patterns.test(inside);
    if (found.ignored) ignored = true;
    else if (found.unignored) ignored = false;
  }
  return ignored;
}
