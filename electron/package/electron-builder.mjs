/** How electron-builder packages the desktop application. Run by `npm run dist`. */
import { DOCUMENT_TYPES } from '../main/files/document-types.ts';

/** Electron is pinned by package.json; with a folder of its own the builder cannot read it there. */
const ELECTRON_VERSION = '45.4.1';

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'org.diffsvc.desktop',
  productName: 'diffsvc',
  electronVersion: ELECTRON_VERSION,
  directories: { app: 'dist/desktop/app', output: 'dist/packages', buildResources: 'electron/package' },
  // The shell has no packages: it is built into two files.
  npmRebuild: false,
  // A deb has to name an address and somebody; the application's own pages are the only address that it has.
  extraMetadata: { homepage: 'http://127.0.0.1:4870/docs', author: 'diffsvc <diffsvc@localhost>' },
  // Named one by one, or the builder adds what it finds in the checkout's node_modules.
  files: ['main.cjs', 'preload.cjs', 'package.json', '!**/node_modules/**'],
  asar: true,
  extraResources: [{ from: 'dist/desktop/resources', to: '.', filter: ['**/*'] }],
  // Nothing is uploaded, and the application looks for no update.
  publish: null,
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  fileAssociations: DOCUMENT_TYPES.map(({ name, endings, mimeType }) => ({
    ext: [...endings],
    name,
    mimeType,
    // Beside the programs that write them, never in their place.
    role: 'Viewer',
    rank: 'Alternate',
  })),
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    executableName: 'diffsvc',
    maintainer: 'diffsvc',
    synopsis: 'Shows every change between two documents',
  },
  mac: { target: ['dmg'], category: 'public.app-category.business', hardenedRuntime: true },
  win: { target: ['nsis'] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};
