/**
 * What electron-builder itself writes for macOS and Windows from our configuration: the `Info.plist` and the script of the
 * installer. It is asked for both without Electron's program and without the compiler of installers.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as BuilderLibrary from 'app-builder-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DOCUMENT_TYPES } from '../../electron/main/files/document-types.ts';
import configuration from '../../electron/package/electron-builder.mjs';
import { build } from './shell-under-test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const TEMPLATES = join(dirname(require.resolve('app-builder-lib/package.json')), 'templates', 'nsis');
const ENDINGS = DOCUMENT_TYPES.flatMap(({ endings }) => endings);

/** The parts of the builder that no types describe. */
interface Builder {
  readonly lib: typeof BuilderLibrary;
  readonly info: object & { readonly framework: { readonly distMacOsAppName: string } };
}

let folder: string;

/** The builder as it is when a package is about to be made for a system. */
async function builderFor(platform: 'MAC' | 'WINDOWS'): Promise<Builder> {
  const lib = require('app-builder-lib') as typeof BuilderLibrary;
  const { AppInfo } = require('app-builder-lib/out/appInfo.js');
  const { createElectronFrameworkSupport } = require('app-builder-lib/out/electron/ElectronFramework.js');
  const targets = lib.Platform[platform].createTarget('dir', lib.Arch.x64);
  // The builder changes what it is given.
  const config = structuredClone(configuration);
  const info = new lib.Packager({ projectDir: ROOT, config, targets });
  await info.validateConfig();
  // As `build` of the packager does before the first file is written.
  Object.assign(info, { _appInfo: new AppInfo(info, null) });
  Object.assign(info, { _framework: await createElectronFrameworkSupport(info.config, info) });
  return { lib, info };
}

beforeAll(() => {
  build();
  folder = mkdtempSync(join(tmpdir(), 'diffsvc-builder-'));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the Info.plist of the application', () => {
  interface DocumentType {
    readonly CFBundleTypeExtensions: readonly string[];
    readonly CFBundleTypeRole: string;
    readonly LSHandlerRank: string;
  }

  async function plist(): Promise<Record<string, unknown> & { CFBundleDocumentTypes: DocumentType[] }> {
    const { info } = await builderFor('MAC');
    const { MacPackager } = require('app-builder-lib/out/macPackager.js');
    const { createMacApp } = require('app-builder-lib/out/electron/electronMac.js');
    const { parsePlistFile } = require('app-builder-lib/out/util/plist.js');
    // The names and files of Electron's distribution that the builder changes.
    const contents = join(folder, info.framework.distMacOsAppName, 'Contents');
    const bundles = { '.': 'Electron', 'Frameworks/Electron Helper.app/Contents': 'Electron Helper' };
    for (const [place, name] of Object.entries(bundles)) {
      mkdirSync(join(contents, place, 'MacOS'), { recursive: true });
      writeFileSync(join(contents, place, 'MacOS', name), '');
      const keys = `<key>CFBundleName</key><string>${name}</string>`;
      writeFileSync(join(contents, place, 'Info.plist'), `<plist version="1.0"><dict>${keys}</dict></plist>`);
    }
    mkdirSync(join(contents, 'Resources'));
    await createMacApp(new MacPackager(info), folder, null, false);
    return await parsePlistFile(join(folder, 'diffsvc.app', 'Contents', 'Info.plist'));
  }

  it('offers each ending as an alternate viewer, and names the application', async () => {
    const { CFBundleDocumentTypes: types, ...rest } = await plist();
    expect(types.flatMap(({ CFBundleTypeExtensions }) => CFBundleTypeExtensions)).toEqual(ENDINGS);
    for (const { CFBundleTypeRole, LSHandlerRank } of types) {
      expect([CFBundleTypeRole, LSHandlerRank]).toEqual(['Viewer', 'Alternate']);
    }
    expect(rest).toMatchObject({
      CFBundleIdentifier: 'org.diffsvc.desktop',
      CFBundleName: 'diffsvc',
      CFBundleExecutable: 'diffsvc',
      CFBundleIconFile: 'icon.icns',
    });
    expect(rest).not.toHaveProperty('CFBundleURLTypes');
  });
});

describe('the script of the Windows installer', () => {
  async function scripts(): Promise<{ install: string; uninstall: string }> {
    const resources = join(folder, 'nsis-resources');
    mkdirSync(join(resources, 'plugins', 'x86-unicode'), { recursive: true });
    vi.stubEnv('ELECTRON_BUILDER_NSIS_RESOURCES_DIR', resources);
    const { lib, info } = await builderFor('WINDOWS');
    const { WinPackager } = require('app-builder-lib/out/winPackager.js');
    const { NsisTarget } = require('app-builder-lib/out/targets/nsis/NsisTarget.js');
    const { AppPackageHelper, CopyElevateHelper } = require('app-builder-lib/out/targets/nsis/nsisUtil.js');
    const helper = new AppPackageHelper(new CopyElevateHelper());
    const target = new NsisTarget(new WinPackager(info), join(folder, 'out'), 'nsis', helper);
    const header: string = await target.computeCommonInstallerScriptHeader();
    const template = readFileSync(join(TEMPLATES, 'installer.nsi'), 'utf8');
    const final = async (isInstaller: boolean): Promise<string> =>
      `${header}${String(await target.computeFinalScript(template, isInstaller, new Map([[lib.Arch.x64, folder]])))}`;
    return { install: await final(true), uninstall: await final(false) };
  }

  it('includes our part for file types and none of the builder’s, which would take over default programs', async () => {
    const { install, uninstall } = await scripts();
    for (const script of [install, uninstall]) {
      expect(script).toContain(`!include "${configuration.nsis!.include!}"`);
      expect(script).not.toMatch(/FileAssociation\.nsh|APP_ASSOCIATE|registerFileAssociations/u);
    }
    const part = readFileSync(configuration.nsis!.include!, 'utf8');
    expect(part).toContain('OpenWithProgids" "diffsvc.Document.docx"');
    // The section of the installer calls the part.
    const section = readFileSync(join(TEMPLATES, 'installSection.nsh'), 'utf8');
    expect(install).toContain('!include "installSection.nsh"');
    expect(section).toContain('!insertmacro customInstall');
  });
});
