/**
 * The output of `npm run dist` without Electron. It is packed from a stand-in distribution, and the service runs as the
 * package's shell would run it.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docx, r, wp } from '../builders/docx.ts';
import { pdf } from '../builders/pdf.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
/** The states of the fuses follow this text in Electron's program, after a version and their number. */
const FUSE_WIRE = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

let folder: string;
let packed: string;
let service: ChildProcess;
/** What the service wrote to standard error. */
let complaints = '';
let baseUrl: string;
let key: string;

/** The part of an Electron distribution that is copied and changed: a program with Electron's default fuses. */
function standInDistribution(at: string): string {
  mkdirSync(join(at, 'resources'), { recursive: true });
  const fuses = Buffer.concat([Buffer.from(FUSE_WIRE), Buffer.from([1, 8]), Buffer.from('10110001')]);
  writeFileSync(join(at, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 0\n'), fuses]));
  chmodSync(join(at, 'electron'), 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(at, name), '45.4.1');
  return at;
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1));
}

async function packedCommand(...args: string[]): Promise<string> {
  const command = [join(packed, 'service', 'service', 'cli', 'main.js'), ...args, '--data-dir', join(folder, 'data')];
  return (await run(join(packed, 'node', 'node'), command, { cwd: folder, env: {} })).stdout;
}

async function call(path: string, body?: object, accept = 'application/json'): Promise<Response> {
  return await fetch(`${baseUrl}${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
  });
}

async function compareDocuments(
  format: 'docx' | 'pdf',
  sides: readonly Uint8Array[],
  output: string[],
): Promise<string> {
  const [original, revised] = sides.map((bytes) => ({ dataBase64: Buffer.from(bytes).toString('base64') }));
  return await (await call('/diffsvc/documents', { format, original, revised, output }, 'text/event-stream')).text();
}

describe.skipIf(process.platform !== 'linux')('the package', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diffsvc-package-'));
    const distribution = standInDistribution(join(folder, 'electron'));
    const script = join(ROOT, 'scripts', 'desktop', 'dist.mjs');
    const options = ['--dir', `-c.electronDist=${distribution}`, `-c.directories.output=${join(folder, 'packages')}`];
    await run(process.execPath, [script, ...options], { cwd: ROOT, maxBuffer: 64 * 1_048_576 });
    packed = join(folder, 'packages', 'linux-unpacked', 'resources');
    // It runs with an empty environment and nothing of the checkout.
    const command = [join(packed, 'service', 'service', 'cli', 'main.js'), 'serve', '--port', '0'];
    service = spawn(join(packed, 'node', 'node'), [...command, '--data-dir', join(folder, 'data')], {
      cwd: folder,
      env: { DIFFSVC_LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    service.stderr!.on('data', (text: Buffer) => void (complaints += text.toString()));
    baseUrl = await new Promise((resolve, reject) => {
      createInterface(service.stdout!).on('line', (line) => {
        const address = /^listening (\S+)$/.exec(line)?.[1];
        if (address !== undefined) resolve(address);
      });
      service.once('exit', (code) => reject(new Error(`the packed service ended with ${code}`)));
    });
    key = (await packedCommand('keys', 'create', '--name', 'test')).trim();
  });
  afterAll(async () => {
    if (service.exitCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a shell of four files, and the fuses shut', () => {
    expect(listPackage(join(packed, 'app.asar'), { isPack: false }).sort()).toEqual([
      '/icon.png',
      '/main.cjs',
      '/package.json',
      '/preload.cjs',
    ]);
    const program = readFileSync(join(packed, '..', 'diffsvc'));
    const at = program.indexOf(FUSE_WIRE) + FUSE_WIRE.length + 2;
    // In Electron's order: run as Node, encrypted cookies, NODE_OPTIONS, --inspect, checked archive. Then: only from
    // the archive, own V8 snapshot, more rights for file://.
    expect(program.subarray(at, at + 8).toString()).toBe('01001100');
  });

  it('has the service as JavaScript, one Node, and the binaries of this machine alone', () => {
    const files = filesBelow(packed);
    expect(files).toContain('node/node');
    expect(statSync(join(packed, 'node', 'node')).mode & 0o111).not.toBe(0);
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      `service/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ]);
    const started = ['comparison-thread', 'reader-process', 'process-watch', 'artifact-process', 'page-process'];
    for (const name of started) expect(files).toContain(`service/service/entry-points/${name}.js`);
    for (const file of ['store/maintenance/maintenance-worker.js', 'cli/main.js'])
      expect(files).toContain(`service/service/${file}`);
    for (const file of ['index.html', 'viewer.html', 'docs.html'])
      expect(files).toContain(`service/dist/renderer/${file}`);
    const sources = files.filter((file) => /\.tsx?$|\.map$/.test(file) && !file.startsWith('service/dist/renderer/'));
    expect(sources).toEqual([]);
    const folders = new Set(files.map((file) => file.split('/').slice(0, 3).join('/')));
    for (const name of ['electron', 'vite', 'typescript', 'playwright-core', 'node']) {
      expect([...folders]).not.toContain(`service/node_modules/${name}`);
    }
    const bytes = files.reduce((sum, file) => sum + statSync(join(packed, file)).size, 0);
    // Node accounts for 127 MB.
    expect(bytes).toBeLessThan(190_000_000);
  });

  it('compares HTML, and shows its page', async () => {
    const response = await call('/diffsvc/html', {
      original: '<p>The fee is 5 euro.</p>',
      revised: '<p>The fee is <b>6</b> euro.</p>',
      format: 'html',
    });
    expect(await response.json()).toMatchObject({
      html: expect.stringContaining('<del data-change-id'),
      fallback: false,
    });
    const page = await (await fetch(new URL('/', baseUrl))).text();
    expect(page).toContain('<script type="module"');
    expect((await fetch(new URL('/styles/v1/diffsvc.css', baseUrl))).status).toBe(200);
  });

  it('compares DOCX and makes the tracked file', async () => {
    const sides = ['five', 'six'].map((fee) => docx(wp(r(`The fee is ${fee} euro.`))));
    const stream = await compareDocuments('docx', sides, ['html', 'track_changes']);
    expect(stream).toContain('event: complete');
    const jobId = /"jobId":"([^"]+)"/.exec(stream)![1]!;
    for (;;) {
      const job = await (await call(`/diffsvc/jobs/${jobId}`)).json();
      if (job.status === 'succeeded') break;
      expect(['queued', 'running']).toContain(job.status);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const file = new Uint8Array(await (await call(`/diffsvc/jobs/${jobId}/result`)).arrayBuffer());
    expect(Buffer.from(file.subarray(0, 2)).toString()).toBe('PK');
  });

  it('compares PDF', async () => {
    const sides = ['five', 'six'].map((fee) => pdf([`The fee is ${fee} euro.`]));
    const stream = await compareDocuments('pdf', sides, ['html']);
    expect(stream).toContain('event: complete');
    expect(stream).toMatch(/<del [^>]*>five<\\?\/del>/);
    expect(complaints).toBe('');
  });
});
