import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ExtensionBrowser } from '../../extension/manifest/manifest.ts';

const BUILD = fileURLToPath(new URL('../../scripts/build-extension.mjs', import.meta.url));

/** The extension, built into its own folder, because other tests build at the same time. */
export interface BuiltExtension {
  /** A folder for other files of a test. It is deleted with the build. */
  readonly folder: string;
  /** The folder that a browser can load. */
  unpacked(browser: ExtensionBrowser): string;
  /** The zip with the same files. */
  zip(browser: ExtensionBrowser): Promise<string>;
  remove(): Promise<void>;
}

/** Builds the extension as `npm run build:extension` does. */
export async function buildExtension(): Promise<BuiltExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'diffsvc-extension-'));
  const built = join(folder, 'built');
  await promisify(execFile)(process.execPath, [BUILD, built]);
  return {
    folder,
    unpacked: (browser) => join(built, browser),
    zip: async (browser) => {
      const name = (await readdir(built)).find((one) => one.startsWith(`diffsvc-${browser}-`) && one.endsWith('.zip'));
      if (name === undefined) throw new Error(`The build made no zip for ${browser}.`);
      return join(built, name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
