import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first program with one of these names. The search path comes first, then these files. Null if there is none.
 *
 * @param names file names without the ending of Windows programs
 * @param files absolute paths outside the search path
 */
export function findProgram(names: readonly string[], files: readonly string[], path: string): string | null {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const onPath = names.flatMap((name) =>
    path
      .split(delimiter)
      .filter((directory) => directory !== '')
      .map((directory) => join(directory, name + ending)),
  );
  return [...onPath, ...files].find((file) => existsSync(file)) ?? null;
}
