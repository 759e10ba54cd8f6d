/** The files that docs/administration.md gives an administrator are ones that systemd, nginx and the service understand. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../service/cli/run.ts';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';
import { HAS_NGINX, nginxSyntaxFault } from '../cluster/nginx.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/administration.md', import.meta.url)), 'utf8');
const blockOf = (language: string): string => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'msu').exec(PAGE)![1]!;
const UNIT = blockOf('ini');
const settingsOf = (name: string): string[] =>
  [...UNIT.matchAll(new RegExp(`^${name}=(.*)$`, 'gmu'))].map(([, value]) => value!);

const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What systemd finds wrong in a unit; empty if nothing. The command is one that is installed here. */
function faultsOfUnit(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'diffsvc-unit-'));
  try {
    const file = join(folder, 'diffsvc.service');
    writeFileSync(file, text.replace('/usr/local/bin/diffsvc', process.execPath).replace('User=diffsvc', 'User=root'));
    return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' }).stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the unit starts a command that there is, with settings that the service reads', async () => {
  const [start] = settingsOf('ExecStart');
  expect(start?.split(' ')).toEqual(['/usr/local/bin/diffsvc', 'serve']);
  expect((await wholeProgram()).commands.map((command) => command.name())).toContain('serve');
  const environment = Object.fromEntries(settingsOf('Environment').map((setting) => setting.split('=', 2)));
  expect(readConfiguration({}, environment as Record<string, string>)).toMatchObject({
    dataDir: '/var/lib/diffsvc',
    baseUrl: 'https://diff.example.org/v1',
    viewerUrl: 'https://diff.example.org',
    trustedProxies: ['127.0.0.1'],
    logFile: null,
  });
  // Five seconds to be noticed, and 65 for what runs.
  expect(Number(settingsOf('TimeoutStopSec')[0])).toBeGreaterThan(70);
});

test.skipIf(!HAS_SYSTEMD)('systemd accepts the unit', () => {
  expect(faultsOfUnit(UNIT)).toBe('');
  // It finds what is wrong.
  expect(faultsOfUnit(UNIT.replace('ProtectHome', 'ProtektHome'))).toContain('ProtektHome');
});

test.skipIf(!HAS_NGINX)('nginx accepts the file of the proxy', () => {
  const withoutTls = blockOf('nginx')
    .replace('443 ssl', '127.0.0.1:8080')
    .replaceAll(/^ *ssl_certificate.*$/gmu, '');
  const whole = `events {} http { ${withoutTls.replaceAll('/var/log/nginx', '/tmp')} }`;
  expect(nginxSyntaxFault(whole)).toBeNull();
});

test('the proxy writes no address with a token, and waits as long as a comparison may take', () => {
  const text = blockOf('nginx');
  const [, format] = /log_format diffsvc '([^']*)';/u.exec(text)!;
  expect(format).not.toMatch(/\$request |\$request_uri|\$uri|\$args|\$query_string|\$http_|\$arg_/u);
  expect(text.match(/access_log [^;]*;/gu)).toEqual(['access_log /var/log/nginx/diffsvc.log diffsvc;']);
  expect(text.match(/error_log [^;]*;/gu)).toEqual(['error_log /var/log/nginx/diffsvc-error.log emerg;']);
  expect(Number(/proxy_read_timeout (\d+)s;/u.exec(text)?.[1])).toBeGreaterThan(60);
});
