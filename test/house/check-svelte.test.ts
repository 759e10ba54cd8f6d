/** The check of Svelte is not repeated for sources that it found without a fault. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

/** Notes each call in place of svelte-check, and finds a fault in a component that has one. */
const FAKE_CHECK = `
const fs = require('node:fs');
fs.appendFileSync('calls', process.argv[3] + '\\n');
process.exit(fs.readFileSync('renderer/Page.svelte', 'utf8').includes('fault') ? 1 : 0);
`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'diffsvc-svelte-'));
  cpSync(SCRIPTS, join(root, 'scripts'), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  for (const folder of ['renderer', 'extension', 'shared', 'node_modules/svelte-check/bin', 'node_modules/.bin'])
    mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', basename(process.execPath)));
  put('node_modules/svelte-check/bin/svelte-check', FAKE_CHECK);
  put('renderer/Page.svelte', '<p>page</p>');
  put('extension/Panel.svelte', '<p>panel</p>');
  put('shared/model.ts', 'export const model = 1;');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string): void {
  writeFileSync(join(root, name), text);
}

/** Checks a folder: the exit code, and which folders svelte-check was called for. */
function check(folder: string): { code: number | null; calls: string[] } {
  rmSync(join(root, 'calls'), { force: true });
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'check-svelte.mjs'), folder], { cwd: root });
  const calls = existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n') : [];
  return { code: status, calls };
}
const checked = (folder: string) => ({ code: 0, calls: [`${folder}/tsconfig.json`] });
const known = { code: 0, calls: [] };

test('is done once for the same sources', () => {
  expect(check('renderer')).toEqual(checked('renderer'));
  expect(check('renderer')).toEqual(known);
  expect(check('extension')).toEqual(checked('extension'));
  put('extension/Panel.svelte', '<p>another panel</p>');
  expect(check('renderer')).toEqual(known);
  expect(check('extension')).toEqual(checked('extension'));
  put('shared/model.ts', 'export const model = 2;');
  expect(check('renderer')).toEqual(checked('renderer'));
  expect(check('extension')).toEqual(checked('extension'));
});

test('is done again after a fault', () => {
  put('renderer/Page.svelte', '<p>fault</p>');
  expect(check('renderer')).toEqual({ code: 1, calls: ['renderer/tsconfig.json'] });
  expect(check('renderer')).toEqual({ code: 1, calls: ['renderer/tsconfig.json'] });
});
