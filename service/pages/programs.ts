import { Confinements } from './confinement/confinements.ts';
import { findProgram } from './find-program.ts';

/** Programs that render pages, as executable files. Null if not found. */
export interface Programs {
  readonly office: string | null;
  readonly browser: string | null;
  /** How they are started. */
  readonly confinements: Confinements;
  /** Whether the browser does without its own sandbox. Absent: it has one. */
  readonly isWithoutSandbox?: boolean;
}

/** Set to `off`, the browser does without its sandbox, because a container that confines it allows none. */
export const SANDBOX_VARIABLE = 'DIFFSVC_BROWSER_SANDBOX';

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
    confinements: new Confinements(path),
    isWithoutSandbox: environment[SANDBOX_VARIABLE] === 'off',
  };
}
