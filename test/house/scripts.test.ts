import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?'([^']+)'/gmu;

/** The scripts of package.json that are programs of `scripts/`, by name. */
const PROGRAMS = Object.entries(packageJson.scripts).flatMap(([name, command]) => {
  const [, path] = /^node (scripts\/\S+\.mjs)/u.exec(command) ?? [];
  return path === undefined ? [] : [{ name, path }];
});

/** Every import of a package that a program loads before its first line runs, as `file: package`. */
function packagesLoaded(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)].flatMap(([, name]) => {
    if (isBuiltin(name!)) return [];
    if (name!.startsWith('.')) return packagesLoaded(join(dirname(path), name!), seen);
    return [`${relative(ROOT, path)}: ${name!}`];
  });
}

describe('a script that installs the packages loads none of them first', () => {
  test('there are scripts to look at', () => {
    expect(PROGRAMS.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'build', 'desktop', 'dist']));
  });

  test.each(PROGRAMS)('npm run $name', ({ path }) => {
    expect(packagesLoaded(join(ROOT, path))).toEqual([]);
  });
});
