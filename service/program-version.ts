import { readFileSync } from 'node:fs';

/** The version of the program, from its package. */
export function programVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
