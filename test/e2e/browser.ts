import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

/** Debian's Chromium; another one by `DIFFSVC_CHROMIUM`. */
export const EXECUTABLE = process.env['DIFFSVC_CHROMIUM'] ?? '/usr/bin/chromium';

/** How a browser is started in a test. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why the tests in a browser do not run here; null when they can. In CI a missing browser is no reason: they fail. */
export function reasonToSkip(): string | null {
  if (existsSync(EXECUTABLE) || process.env['CI']) return null;
  return `no Chromium at ${EXECUTABLE}; install it (Debian: apt-get install chromium) or set DIFFSVC_CHROMIUM`;
}

/** What the name of a skipped suite ends with. */
export function didNotRun(reason: string | null): string {
  return reason === null ? '' : ` did not run: ${reason}`;
}

/** Where the locale has no such characters, Chromium names a download `download` instead of “old – new”. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Starts a browser without a window. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: FLAGS, env: ENVIRONMENT });
}

/** Starts a browser without a window that keeps its profile in `folder`, as extensions need it. */
export function launchProfile(folder: string, flags: readonly string[]): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...flags],
    env: ENVIRONMENT,
    // Playwright's own arguments would turn extensions off.
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: { width: 420, height: 800 },
    reducedMotion: 'reduce',
  });
}
