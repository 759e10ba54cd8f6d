import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { manifestFor } from '../../extension/manifest/manifest.ts';

const PACK = fileURLToPath(new URL('../../scripts/pack-extension.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'diffsvc-pack-'));

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
