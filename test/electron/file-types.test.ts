/** The file types that the packages offer. The application becomes the default program of none. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import configuration from '../../electron/package/electron-builder.mjs';
import { windowsFileTypes } from '../../electron/package/windows-file-types.mjs';
import { DOCUMENT_TYPES } from '../../electron/main/files/document-types.ts';

const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const TEMPLATES = join(dirname(builder.resolve('app-builder-lib/package.json')), 'templates', 'nsis');
const ENDINGS = DOCUMENT_TYPES.flatMap(({ endings }) => endings);

describe('the Windows installer', () => {
  const script = windowsFileTypes();

  it('offers the application for each ending, and sets no default program', () => {
    for (const ending of ENDINGS) {
      const id = `diffsvc.Document.${ending}`;
      expect(script).toContain(`"Software\\Classes\\.${ending}\\OpenWithProgids" "${id}"`);
      expect(script).toContain(
        `WriteRegStr SHELL_CONTEXT "Software\\Classes\\${id}\\shell\\open\\command" "" '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'`,
      );
    }
    // A value of the ending's own key would name the default program.
    const written = [...script.matchAll(/Write\w+ SHELL_CONTEXT "Software\\Classes\\([^"]+)"/g)].map(([, key]) => key!);
    expect(written).toHaveLength(4 * ENDINGS.length);
    for (const key of written) expect(key).toMatch(/^(diffsvc\.Document\.\w+(\\.*)?|\.\w+\\OpenWithProgids)$/);
  });

  it('takes back exactly what it wrote', () => {
    const [install, uninstall] = script.split('!macro customUnInstall') as [string, string];
    const written = [...install.matchAll(/OpenWithProgids" "([^"]+)"/g)].map(([, id]) => id);
    const deleted = [...uninstall.matchAll(/DeleteRegKey SHELL_CONTEXT "Software\\Classes\\([^"]+)"/g)];
    expect(deleted.map(([, id]) => id)).toEqual(written);
    expect(uninstall).not.toMatch(/DeleteRegKey SHELL_CONTEXT "Software\\Classes\\\./);
  });

  it('gets it through the places that electron-builder provides, and not by its associations', () => {
    // Its macro for associations writes the default value of the ending's key.
    const associations = readFileSync(join(TEMPLATES, 'include', 'FileAssociation.nsh'), 'utf8');
    expect(associations).toContain('WriteRegStr SHELL_CONTEXT "Software\\Classes\\.${EXT}" "" "${FILECLASS}"');
    expect(configuration.fileAssociations).toBeUndefined();
    expect(configuration.win?.fileAssociations).toBeUndefined();
    expect(readFileSync(join(TEMPLATES, 'installSection.nsh'), 'utf8')).toContain('!insertmacro customInstall\n');
    expect(readFileSync(join(TEMPLATES, 'uninstaller.nsh'), 'utf8')).toContain('!insertmacro customUnInstall\n');
    const include = readFileSync(configuration.nsis!.include!, 'utf8');
    expect(include).toBe(`\ufeff${script}`);
  });
});

it('is an alternate viewer on macOS', () => {
  const associations = [configuration.mac!.fileAssociations!].flat();
  expect(associations.flatMap(({ ext }) => ext)).toEqual(ENDINGS);
  for (const { rank, role } of associations) expect({ rank, role }).toEqual({ rank: 'Alternate', role: 'Viewer' });
});

it('names its types to a Linux desktop', () => {
  expect(configuration.linux!.mimeTypes).toEqual(DOCUMENT_TYPES.map(({ mimeType }) => mimeType));
});

it('makes up neither a homepage nor an author', () => {
  if (process.env['DIFFSVC_HOMEPAGE'] !== undefined) return;
  expect(configuration.extraMetadata).toEqual({});
  expect(configuration.linux!.target).toEqual(['AppImage']);
});
