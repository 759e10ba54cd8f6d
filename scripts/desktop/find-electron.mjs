import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

const PACKAGE = join(ROOT, 'node_modules', 'electron');

/**
 * Path of Electron's program: in `ELECTRON_OVERRIDE_DIST_PATH`, or fetched by the package `electron`; null when there is
 * neither.
 */
export function findElectron() {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(PACKAGE, 'dist');
  const pathFile = join(PACKAGE, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : DEFAULT_NAMES[process.platform];
  const program = join(folder, name ?? 'electron');
  return existsSync(program) ? program : null;
}

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const DEFAULT_NAMES = { win32: 'electron.exe', darwin: join('Electron.app', 'Contents', 'MacOS', 'Electron') };
