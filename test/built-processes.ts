/** A plugin of the test runner: services within tests start their processes and threads from the built program. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { isServiceBuilt, SERVICE } from '../scripts/build-service.mjs';

/** How the sources name the file of a process or a thread. */
const PROGRAM = /new URL\('(\.{1,2}\/[^']+\.ts)', import\.meta\.url\)/g;
const SOURCES = join(import.meta.dirname, '..', 'service');

/**
 * A confined process keeps no compiled code, and starts from the built program in half the time. Without an up-to-date
 * build the processes run the sources.
 */
export function builtProcesses(): Plugin {
  const isBuilt = isServiceBuilt();
  return {
    name: 'built-processes',
    enforce: 'pre',
    transform(code, id) {
      if (!isBuilt || !id.startsWith(SOURCES)) return null;
      return code.replace(PROGRAM, (source, path: string) => {
        const built = join(SERVICE, `${basename(path, '.ts')}.js`);
        return existsSync(built) ? `new URL('${pathToFileURL(built).href}')` : source;
      });
    },
  };
}
