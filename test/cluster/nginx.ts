/** Debian's nginx with the file of `deploy/`, in front of replicas on this machine. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './postgres-server.ts';

const FILE = new URL('../../deploy/nginx.conf', import.meta.url);

/** Whether nginx is installed here. */
export const HAS_NGINX = spawnSync('nginx', ['-v']).status === 0;

/** What nginx finds wrong in the deployed file; null if nothing. */
export function nginxFault(text: string): string | null {
  return nginxSyntaxFault(text, (directory) => adapted(text, [1, 2, 3], 8080, directory));
}

/** What nginx finds wrong in a configuration; null if nothing. `adapt` gives the text for a folder that is there. */
export function nginxSyntaxFault(text: string, adapt: (directory: string) => string = () => text): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-nginx-'));
  try {
    mkdirSync(join(directory, 'logs'));
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, adapt(directory));
    const args = ['-t', '-q', '-p', directory, '-c', file, '-g', `pid ${directory}/pid; error_log stderr warn;`];
    const { status, stderr } = spawnSync('nginx', args, { encoding: 'utf8' });
    return status === 0 ? null : stderr;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

interface NginxChoices {
  /** Whether every request goes to the next replica; otherwise a caller stays at one. */
  readonly takesTurns?: boolean;
  /** A header that stands for the address of a caller. On one machine all callers have one address. */
  readonly callersHeader?: string | null;
}

/** A running proxy. */
export class Nginx {
  readonly origin: string;
  readonly #child: ChildProcess;
  readonly #directory: string;

  private constructor(origin: string, child: ChildProcess, directory: string) {
    this.origin = origin;
    this.#child = child;
    this.#directory = directory;
  }

  /** Starts it in front of the replicas at these three ports. */
  static async start(
    ports: readonly number[],
    { takesTurns = false, callersHeader = null }: NginxChoices = {},
  ): Promise<Nginx> {
    const port = await freePort();
    const directory = mkdtempSync(join(tmpdir(), 'diffsvc-nginx-'));
    mkdirSync(join(directory, 'logs'));
    const file = join(directory, 'nginx.conf');
    let text = adapted(readFileSync(FILE, 'utf8'), ports, port, directory);
    if (takesTurns) text = text.replace('hash $diffsvc_caller consistent;', '');
    if (callersHeader !== null) text = text.replaceAll('$remote_addr', `$http_${callersHeader.replaceAll('-', '_')}`);
    writeFileSync(file, text);
    const directives = `daemon off; pid ${directory}/pid; error_log ${directory}/errors warn;`;
    const child = spawn('nginx', ['-p', directory, '-c', file, '-g', directives], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const origin = `http://127.0.0.1:${port}`;
    while ((await fetch(`${origin}/v1/health`).catch(() => null)) === null) {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
      await delay(50);
    }
    return new Nginx(origin, child, directory);
  }

  /** Lines that it wrote about requests and errors. */
  logs(): string {
    return ['access.log', 'error.log', 'errors']
      .map((name) => readFileSync(join(this.#directory, name), 'utf8'))
      .join('');
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** The deployed file with the addresses and the folders of this machine, and nothing else changed. */
function adapted(text: string, ports: readonly number[], port: number, directory: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${directory}/${kind};`)
    .join(' ');
  let changed = text;
  const change = (from: string, to: string): void => {
    if (!changed.includes(from)) throw new Error(`deploy/nginx.conf no longer has "${from}".`);
    changed = changed.replaceAll(from, () => to);
  };
  change('http {', `http { ${folders}`);
  change('/var/log/nginx/access.log', `${directory}/access.log`);
  change('/var/log/nginx/error.log', `${directory}/error.log`);
  change('listen 80;', `listen 127.0.0.1:${port};`);
  for (const [index, replica] of ports.entries()) change(`replica${index + 1}:4870`, `127.0.0.1:${replica}`);
  return changed;
}
