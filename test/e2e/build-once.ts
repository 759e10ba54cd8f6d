/** Set-up of the tests in browsers: builds the pages and the extension once for all files. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCRIPTS = ['build-renderer.mjs', 'build-extension.mjs', 'build-library.mjs'];

/** Builds what has changed since the last run. */
export default function buildOnce(): void {
  for (const script of SCRIPTS) {
    const path = fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));
    execFileSync(process.execPath, [path], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
