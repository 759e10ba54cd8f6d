import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExtensionBrowser } from '../../extension/manifest/manifest.ts';

/** Output of `npm run build:extension`, which `build-once.ts` has run. */
const BUILT = fileURLToPath(new URL('../../dist/extension', import.meta.url));

/** A copy of the built extension, because a test may write beside it. */
export interface BuiltExtension {
  /** A folder for other files of a test. It is deleted with the copy. */
  readonly folder: string;
  /** The folder that a browser can load. */
  unpacked(browser: ExtensionBrowser): string;
  /** The zip with the same files. */
  zip(browser: ExtensionBrowser): Promise<string>;
  remove(): Promise<void>;
}

/** Copies the built extension into a new folder. */
export async function copyExtension(): Promise<BuiltExtension> {
  const folder = await mkdtemp(join(tmpdir(), 'diffsvc-extension-'));
  const built = join(folder, 'built');
  await cp(BUILT, built, { recursive: true });
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
