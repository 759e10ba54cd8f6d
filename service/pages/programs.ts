import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that render pages, as executable files. Null if not found. */
export interface Programs {
  readonly office: string | null;
  readonly browser: string | null;
  /** The search path, which they need to find their own parts. */
  readonly path: string;
}

/** Names of the programs, the usual one first. */
const OFFICE_NAMES = ['soffice', 'libreoffice'];
const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Places of programs outside the search path on macOS and Windows. */
const OFFICE_FILES = [
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
];
const BROWSER_FILES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Looks for the programs on this environment's search path, then at their usual places. */
export function findPrograms(environment: Readonly<Record<string, string | undefined>>): Programs {
  const path = environment['PATH'] ?? environment['Path'] ?? '';
  return {
    office: findProgram(OFFICE_NAMES, OFFICE_FILES, path),
    browser: findProgram(BROWSER_NAMES, BROWSER_FILES, path),
    path,
  };
}

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
