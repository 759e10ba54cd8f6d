import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestFor } from '../../extension/manifest/manifest.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const PACK = join(SCRIPTS, 'pack-extension.mjs');
const LINTER = fileURLToPath(new URL('../../node_modules/addons-linter/bin/addons-linter', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'diffsvc-pack-'));

const built = join(folder, 'built');

function build(out: string): void {
  execFileSync(process.execPath, [join(SCRIPTS, 'build-extension.mjs'), out], { stdio: 'pipe' });
}

beforeAll(() => build(built));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the extension asks for these permissions and no others', () => {
  for (const browser of ['chromium', 'firefox'] as const) {
    const manifest = manifestFor(browser, '1.2.3');
    const panel = browser === 'chromium' ? ['sidePanel'] : [];
    expect(manifest).toMatchObject({
      permissions: ['activeTab', 'scripting', 'contextMenus', 'storage', ...panel],
      optional_permissions: ['clipboardRead'],
      optional_host_permissions: ['http://127.0.0.1/*'],
      version: '1.2.3',
      incognito: 'not_allowed',
    });
    for (const absent of [
      'host_permissions',
      'content_scripts',
      'web_accessible_resources',
      'externally_connectable',
    ]) {
      expect(manifest).not.toHaveProperty(absent);
    }
  }
});

test('the store folder justifies each permission, and has pictures of the sizes that the stores ask for', () => {
  const store = fileURLToPath(new URL('../../extension/store', import.meta.url));
  const text = readFileSync(join(store, 'README.md'), 'utf8');
  const justified = [...text.matchAll(/^\| `([^`]+)`/gmu)].map(([, name]) => name);
  const asked = ['chromium', 'firefox'].flatMap((browser) => {
    const manifest = manifestFor(browser as 'chromium', '1.0.0') as Record<string, string[]>;
    return ['permissions', 'optional_permissions', 'optional_host_permissions'].flatMap((key) => manifest[key] ?? []);
  });
  expect(justified.sort()).toEqual([...new Set(asked)].sort());
  expect(text).toContain(manifestFor('chromium', '1.0.0')['description']);
  // Width and height of a PNG (ISO/IEC 15948, 11.2.2).
  const sizes = readdirSync(store)
    .filter((name) => name.endsWith('.png'))
    .map((name) => readFileSync(join(store, name)))
    .map((bytes) => `${String(bytes.readUInt32BE(16))} × ${String(bytes.readUInt32BE(20))}`);
  expect(sizes).toEqual(['1280 × 800', '1280 × 800', '1280 × 800', '440 × 280']);
});

test('the policy of its pages lets nothing in but the package, and calls reach this machine only', () => {
  const { content_security_policy: policy } = manifestFor('chromium', '1.0.0') as {
    content_security_policy: { extension_pages: string };
  };
  const directives = new Map(
    policy.extension_pages.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1).join(' ')]),
  );
  expect(directives.get('default-src')).toBe("'none'");
  expect(directives.get('script-src')).toBe("'self'");
  expect(directives.get('style-src')).toBe("'self'");
  expect(directives.get('connect-src')).toBe('http://127.0.0.1:*');
  expect(policy.extension_pages).not.toMatch(/unsafe|\*(?!$|;)(?<!127\.0\.0\.1:\*)/u);
});

test('the same parts give the same packages, wherever and whenever they are packed', () => {
  const parts = join(folder, 'parts');
  mkdirSync(join(parts, 'panel'), { recursive: true });
  writeFileSync(join(parts, 'background.js'), 'export {};\n');
  writeFileSync(join(parts, 'panel', 'panel.html'), '<!doctype html>\n');
  const pack = (name: string, zone: string) => {
    const out = join(folder, name);
    execFileSync(process.execPath, [PACK, parts, out], { env: { ...process.env, TZ: zone } });
    return readdirSync(out)
      .filter((file) => file.endsWith('.zip'))
      .map((file) => [file, readFileSync(join(out, file)).toString('base64')]);
  };
  const first = pack('first', 'UTC');
  utimesSync(join(parts, 'background.js'), 1, 1);
  const second = pack('second', 'Pacific/Kiritimati');
  expect(first.map(([file]) => file)).toHaveLength(2);
  expect(second).toEqual(first);
});

test('two builds give a folder and a package for each browser, and the same bytes', () => {
  const again = join(folder, 'again');
  build(again);
  const filesOf = (root: string) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(root.length), readFileSync(path).toString('base64')])
      .sort();
  const first = filesOf(built);
  expect(filesOf(again)).toEqual(first);
  const names = first.map(([name]) => name);
  expect(names.filter((name) => name?.endsWith('.zip'))).toHaveLength(2);
  for (const browser of ['chromium', 'firefox']) {
    for (const file of ['manifest.json', 'background.js', 'content.js', 'panel/panel.html', 'licences.md']) {
      expect(names).toContain(`/${browser}/${file}`);
    }
  }
});

test('a folder with other files is not built into', () => {
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'letter.txt'), 'mine');
  expect(() => build(other)).toThrow(/name an empty or a new folder/u);
  expect(readdirSync(other)).toEqual(['letter.txt']);
});

test('the licences of all packages inside are in the package', () => {
  const licences = readFileSync(join(built, 'chromium', 'licences.md'), 'utf8');
  for (const name of ['svelte', 'dompurify', '@mozilla/readability', 'idb', 'webextension-polyfill']) {
    expect(licences).toContain(`## ${name} `);
  }
  expect(licences).not.toMatch(/\bA?GPL-\d/u);
});

test('the linter for Firefox finds nothing in the extension’s own code', () => {
  const zip = readdirSync(built).find((name) => name.includes('firefox-'));
  const report = spawnSync(process.execPath, [LINTER, '--output', 'json', join(built, zip!)], { encoding: 'utf8' });
  const { errors, notices, warnings } = JSON.parse(report.stdout) as Record<string, { code: string; file: string }[]>;
  expect(errors).toEqual([]);
  expect(notices).toEqual([]);
  // Readability and DOMPurify write `innerHTML` in documents without a window.
  const others = warnings!.filter(({ file }) => !/^assets\/page-html-[^/]+\.js$/u.test(file));
  expect(others).toEqual([]);
  expect(new Set(warnings!.map(({ code }) => code))).toEqual(new Set(['UNSAFE_VAR_ASSIGNMENT']));
});
