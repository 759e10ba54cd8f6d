import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** Debian's Chromium; `DIFFSVC_CHROMIUM` names another one. */
export const EXECUTABLE = process.env['DIFFSVC_CHROMIUM'] ?? '/usr/bin/chromium';
/** Its headless shell: the same engine without a window around the page, which takes half of the time. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';

/** Limit of a wait for something that should come at once, with room for a busy machine. */
export const PATIENCE_MS = 120_000;

/** Options of a browser in a test. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why the browser tests cannot run here; null if they can. In CI a missing browser fails the tests. */
export function reasonToSkip(): string | null {
  if (existsSync(EXECUTABLE) || process.env['CI']) return null;
  return `no Chromium at ${EXECUTABLE}; install it (Debian: apt-get install chromium) or set DIFFSVC_CHROMIUM`;
}

/** The end of a skipped suite's name. */
export function didNotRun(reason: string | null): string {
  return reason === null ? '' : ` did not run: ${reason}`;
}

/** If the locale lacks these characters, Chromium names a download `download` instead of “old – new”. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Starts a headless browser: the headless shell, where it is installed and no other browser is named. */
export function launchBrowser(): Promise<Browser> {
  const usesShell = process.env['DIFFSVC_CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL);
  return chromium.launch({
    executablePath: usesShell ? HEADLESS_SHELL : EXECUTABLE,
    args: FLAGS,
    env: ENVIRONMENT,
  });
}

/** Starts a headless browser with its profile in `folder`, as extensions need it. */
export function launchProfile(folder: string, flags: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...flags],
    env: ENVIRONMENT,
    // Playwright's own arguments would disable extensions.
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: { width: 420, height: 800 },
    reducedMotion: 'reduce',
  });
}
