import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PORT = 4_870;

/** What came of one line. */
export interface LineResult {
  readonly code: number | null;
  readonly output: string;
}

/**
 * A machine of a newcomer: an empty home, a repository to clone, and a shell. Nothing of this checkout is there but its
 * sources. The cache of npm is that of this machine, and npm does not ask whether it is current.
 */
export class FreshClone {
  readonly home = mkdtempSync(join(tmpdir(), 'diffsvc-newcomer-'));
  #folder = this.home;
  #service: ChildProcess | null = null;
  readonly #cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();

  constructor() {
    const repository = join(this.home, 'repository');
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: repository, encoding: 'utf8', env: { ...process.env, ...AUTHOR } });
    const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
    for (const name of names.toString().split('\0')) {
      if (name === '') continue;
      mkdirSync(dirname(join(repository, name)), { recursive: true });
      cpSync(join(ROOT, name), join(repository, name), { force: true });
    }
    git('init', '--quiet');
    git('add', '--all', '--force');
    git('commit', '--quiet', '--message', 'Sources');
  }

  /** The folder of the shell. */
  get folder(): string {
    return this.#folder;
  }

  /** Writes files beside which the next lines run. */
  put(files: ReadonlyMap<string, string | Uint8Array>): void {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(this.#folder, name)), { recursive: true });
      writeFileSync(join(this.#folder, name), bytes);
    }
  }

  /**
   * Runs one line in the shell, which keeps its folder. A line that starts the service ends when it listens. `hasNode24`:
   * the machine's own Node is that of this process.
   */
  async run(command: string, hasNode24 = false): Promise<LineResult> {
    const there = join(this.home, 'folder');
    const line = command.replace(/\bADDRESS\b/u, `file://${join(this.home, 'repository')}`);
    const isService = line === 'npm start';
    const shell = spawn('bash', ['-c', `${line}\ncode=$?; pwd > '${there}'; exit $code`], {
      cwd: this.#folder,
      env: this.#environment(hasNode24),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const heard = (text: Buffer): void => void (output += text.toString());
    shell.stdout.on('data', heard);
    shell.stderr.on('data', heard);
    if (isService) {
      this.#service = shell;
      const listens = new Promise<number>((resolve) => {
        shell.stdout.on('data', () => {
          if (/^listening /mu.test(output)) resolve(0);
        });
      });
      const ended = once(shell, 'close').then(([code]) => Number(code));
      return { code: await Promise.race([listens, ended]), output };
    }
    const [code] = (await once(shell, 'close')) as [number | null];
    this.#folder = readFileSync(there, 'utf8').trim();
    return { code, output };
  }

  /** Stops the service and deletes everything. */
  async remove(): Promise<void> {
    const service = this.#service;
    if (service?.pid !== undefined && service.exitCode === null) {
      const ended = once(service, 'close');
      process.kill(-service.pid);
      await ended;
    }
    rmSync(this.home, { recursive: true, force: true });
  }

  /** The environment of a new shell: a home, a place where npm may write, and the programs of the system. */
  #environment(hasNode24: boolean): NodeJS.ProcessEnv {
    const prefix = join(this.home, '.local');
    return {
      HOME: this.home,
      LANG: 'C.UTF-8',
      PATH: [join(prefix, 'bin'), ...(hasNode24 ? [dirname(realpathSync(process.execPath))] : []), SYSTEM_PATH].join(
        ':',
      ),
      NPM_CONFIG_PREFIX: prefix,
      NPM_CONFIG_CACHE: this.#cache,
      NPM_CONFIG_PREFER_OFFLINE: 'true',
      NPM_CONFIG_REGISTRY: REGISTRY,
      DIFFSVC_PORT: String(PORT),
      ...AUTHOR,
    };
  }
}

const REGISTRY = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const AUTHOR = {
  ...{ GIT_AUTHOR_NAME: 'Newcomer', GIT_AUTHOR_EMAIL: 'newcomer@example.org' },
  ...{ GIT_COMMITTER_NAME: 'Newcomer', GIT_COMMITTER_EMAIL: 'newcomer@example.org' },
};
/** Without what a test runner adds. */
const SYSTEM_PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');
