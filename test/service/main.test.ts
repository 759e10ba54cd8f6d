import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runDiffsvc } from './cli/run-diffsvc.ts';
import { ServiceClient } from '../../shared/client/service-client.ts';

/** It starts the built program where that is newer than the sources, and the sources otherwise. */
const LAUNCHER = fileURLToPath(new URL('../../bin/diffsvc.js', import.meta.url));
let dataDir: string;
let children: ChildProcess[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'diffsvc-main-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  stdout: string;
  stderr: string;
}

function start(environment: Record<string, string> = {}, ...flags: readonly string[]): Started {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DIFFSVC_PORT: '0', DIFFSVC_DATA_DIR: dataDir, ...environment };
  const child = spawn(process.execPath, [LAUNCHER, 'serve', ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const started: Started = { child, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (started.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (started.stderr += text));
  return started;
}

async function listening(started: Started): Promise<string> {
  while (!started.stdout.includes('open ')) {
    if (started.child.exitCode !== null) throw new Error(started.stderr);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return /^listening (.*)\nopen (.*)\n$/.exec(started.stdout)![1]!;
}

async function exitOf(started: Started): Promise<number | null> {
  if (started.child.exitCode === null) await once(started.child, 'close');
  return started.child.exitCode;
}

describe('the service as a process', () => {
  it('compares, pages, keeps its data to itself, and ends when told', async () => {
    const first = start();
    const baseUrl = await listening(first);
    expect(first.stdout).toMatch(
      // No link: this output is no terminal, so a log may keep it.
      /^listening http:\/\/127\.0\.0\.1:\d+\/v1\nopen http:\/\/127\.0\.0\.1:\d+\/\n$/,
    );
    const client = new ServiceClient<AbortSignal>({ origin: new URL(baseUrl).origin, fetch });
    const answer = await client.compareText({
      original: '# Terms\n\nYou pay 5 euro.',
      revised: '# Terms\n\nYou pay **9** euro.',
      format: 'markdown',
      output: ['html', 'json'],
    });
    expect(answer.html).toMatch(/<del [^>]*>5<\/del>/);
    expect(await (await fetch(answer.changesUrl!)).json()).toEqual(answer.json);
    await expect(client.compareText({ original: 'a', revised: 'b', output: [] })).rejects.toMatchObject({
      name: 'ServiceCallError',
      code: 'invalid_request',
      status: 400,
    });
    for (const file of ['diffsvc.sqlite', 'token-secret']) {
      expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
    }

    first.child.kill('SIGTERM');
    expect(await exitOf(first)).toBe(0);
    const second = start();
    const origin = new URL(await listening(second)).origin;
    const kept = answer.changesUrl!.replace(/^http:\/\/[^/]*/, origin);
    expect(await (await fetch(kept)).json()).toEqual(answer.json);
    second.child.kill('SIGINT');
    expect(await exitOf(second)).toBe(0);
  });

  it('is one for each data directory', async () => {
    const first = start();
    const baseUrl = await listening(first);
    const second = start();
    expect(await exitOf(second)).toBe(2);
    expect(second.stderr).toContain(`Process ${first.child.pid} `);
    expect(second.stderr).toContain(baseUrl);
    first.child.kill('SIGKILL');
    await exitOf(first);
    await listening(start());
  });

  it('prints a link that signs the owner in once if it is asked to, and its command prints another', async () => {
    const service = start({}, '--print-link');
    const origin = new URL(await listening(service)).origin;
    const open = (link: string) =>
      fetch(`${origin}/v1/sessions`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ code: new URL(link).hash.replace('#link=', '') }),
      });
    const printed = /^open (.*)$/m.exec(service.stdout)![1]!;
    const signedIn = await open(printed);
    expect(signedIn.status).toBe(201);
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const { sessionPath } = (await signedIn.json()) as { sessionPath: string };
    const renewed = await fetch(origin + sessionPath, { method: 'POST', headers: { origin, cookie } });
    const { accessToken } = (await renewed.json()) as { accessToken: string };
    const keys = await fetch(`${origin}/v1/diffsvc/keys`, { headers: { authorization: `Bearer ${accessToken}` } });
    expect([keys.status, await keys.json()]).toEqual([200, { keys: [] }]);
    expect((await open(printed)).status).toBe(401);
    const another = runDiffsvc(['link'], { cwd: dataDir, env: { DIFFSVC_DATA_DIR: dataDir } });
    expect((await open(another.stdout.trim())).status).toBe(201);
    for (const secret of [
      printed.split('=')[1]!,
      another.stdout.trim().split('=')[1]!,
      cookie.split('=')[1]!,
      accessToken,
    ]) {
      expect(service.stderr).not.toContain(secret);
    }
  });

  it('writes its log to a file of this user alone, and shows faults of the start in both cases', async () => {
    const service = start({ DIFFSVC_LOG_FILE: 'service.log', DIFFSVC_LOG_LEVEL: 'info' });
    await fetch(new URL('/v1/health', await listening(service)));
    service.child.kill('SIGTERM');
    expect(await exitOf(service)).toBe(0);
    expect(service.stderr).toBe('');
    const log = join(dataDir, 'service.log');
    expect(readFileSync(log, 'utf8')).toContain('"msg":"stopping"');
    expect(statSync(log).mode & 0o077).toBe(0);
    const blocked = start({ DIFFSVC_LOG_FILE: dataDir });
    expect(await exitOf(blocked)).toBe(2);
    expect(blocked.stderr).toMatch(/^diffsvc: The log cannot be written to [^\n]*\n$/);
  });

  it.skipIf(process.platform === 'win32')('warns of a data directory that others can list', async () => {
    chmodSync(dataDir, 0o755);
    const service = start({ DIFFSVC_LOG_LEVEL: 'warn' });
    await listening(service);
    service.child.kill('SIGTERM');
    expect(await exitOf(service)).toBe(0);
    expect(service.stderr).toContain('others can list the data directory: chmod 700 it');
    chmodSync(dataDir, 0o700);
    const closed = start({ DIFFSVC_LOG_LEVEL: 'warn' });
    await listening(closed);
    expect(closed.stderr).toBe('');
  });

  it('says which port is in use, and which value it cannot read', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const blocked = start({ DIFFSVC_PORT: String(port) });
    expect(await exitOf(blocked)).toBe(2);
    expect(blocked.stderr).toMatch(new RegExp(`diffsvc: Port ${port} .* is in use.*--port`));
    other.close();
    const misled = start({ DIFFSVC_PORT: 'many' });
    expect(await exitOf(misled)).toBe(2);
    expect(misled.stderr).toMatch(/^diffsvc: DIFFSVC_PORT is "many"/);
  });
});
