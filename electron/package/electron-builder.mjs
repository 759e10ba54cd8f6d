/** How electron-builder packages the desktop application. Run by `npm run dist`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DOCUMENT_TYPES } from '../main/files/document-types.ts';
import { windowsFileTypes } from './windows-file-types.mjs';

/** Electron is pinned by package.json; with a folder of its own the builder cannot read it there. */
const ELECTRON_VERSION = '45.4.1';

/** Drawn by scripts/desktop/draw-icons.mjs. The builder takes them as they are. */
const ICONS = resolve('dist', 'desktop', 'icons');

const INSTALLER_PART = resolve('dist', 'desktop', 'file-types.nsh');
mkdirSync(dirname(INSTALLER_PART), { recursive: true });
// NSIS recognises the encoding by the mark.
writeFileSync(INSTALLER_PART, `\ufeff${windowsFileTypes()}`);

/** Who distributes the packages: the address of the project and the name with an e-mail address. */
const { DIFFSVC_HOMEPAGE: homepage = '', DIFFSVC_PUBLISHER: author = '' } = process.env;
/** Where the distributor puts newer versions, as an address with https. Without one the application looks nowhere. */
const { DIFFSVC_UPDATES: updates = '' } = process.env;
if (updates !== '' && !updates.startsWith('https://')) {
  throw new Error(`DIFFSVC_UPDATES is ${updates}; it has to begin with https://, because a program comes from there.`);
}
const isNamed = homepage !== '' && author !== '';

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'org.diffsvc.desktop',
  productName: 'diffsvc',
  electronVersion: ELECTRON_VERSION,
  directories: { app: 'dist/desktop/app', output: 'dist/packages', buildResources: 'electron/package' },
  // The shell has no packages: it is built into two files.
  npmRebuild: false,
  // Only the distributor knows both. Nothing is made up.
  extraMetadata: isNamed ? { homepage, author } : {},
  // Named one by one, or the builder adds what it finds in the checkout's node_modules.
  files: ['main.cjs', 'preload.cjs', 'icon.png', 'package.json', '!**/node_modules/**'],
  asar: true,
  extraResources: [{ from: 'dist/desktop/resources', to: '.', filter: ['**/*'] }],
  // Nothing is uploaded. The package only notes where newer versions are.
  publish: updates === '' ? null : { provider: 'generic', url: updates },
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
  linux: {
    icon: join(ICONS, 'linux'),
    // A deb has to name a homepage and a maintainer.
    target: isNamed ? ['AppImage', 'deb'] : ['AppImage'],
    // The desktop offers the application for these types. Only the reader makes it a default.
    mimeTypes: DOCUMENT_TYPES.map(({ mimeType }) => mimeType),
    category: 'Office',
    executableName: 'diffsvc',
    ...(isNamed ? { maintainer: author } : {}),
    synopsis: 'Shows every change between two documents',
  },
  mac: {
    icon: join(ICONS, 'icon.icns'),
    // Updates of macOS come as zip.
    target: updates === '' ? ['dmg'] : ['dmg', 'zip'],
    category: 'public.app-category.business',
    hardenedRuntime: true,
    // Beside the programs that write these files, never in their place.
    fileAssociations: DOCUMENT_TYPES.map(({ name, endings }) => ({
      ext: [...endings],
      name,
      role: 'Viewer',
      rank: 'Alternate',
    })),
  },
  win: { icon: join(ICONS, 'icon.ico'), target: ['nsis'] },
  nsis: { include: INSTALLER_PART, oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
};
