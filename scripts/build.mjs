/**
 * `npm run build` builds everything into dist/. These are service and command line, pages, extension, libraries with
 * their types, and the desktop shell. `npm pack ./dist` then makes the published package.
 */
import { buildExtension } from './build-extension.mjs';
import { buildLibrary } from './build-library.mjs';
import { buildRenderer } from './build-renderer.mjs';
import { buildService } from './build-service.mjs';
import { buildShell } from './desktop/build-shell.mjs';
import { installPackages, orExit } from './setup.mjs';

await orExit(() => {
  installPackages();
  buildRenderer();
  buildService();
  buildLibrary();
  buildExtension();
  buildShell();
});
