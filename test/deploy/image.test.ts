/** The image of the service, built and run without a daemon where buildah is installed. It takes minutes: `--all` alone. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, wp } from '../builders/docx.ts';
import { RUNS_ALL } from '../seed/seed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const IMAGE = 'localhost/diffsvc-under-test';
/** The image without the layers of anybody else, in bytes. */
const IMAGE_MAX_BYTES = 900_000_000;
const BUILD_MS = 1_800_000;

/** Why no image can be built here; null: it can. */
function reasonToSkip(): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is missing';
  const [, base = ''] = /^FROM (\S+)/mu.exec(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8'))!;
  const isThere = spawnSync('buildah', ['pull', '--policy', 'missing', base]).status === 0;
  return isThere ? null : `no registry gives ${base}`;
}

const reason = RUNS_ALL ? reasonToSkip() : null;
if (reason !== null) console.warn(`NOT RUN: ${reason}, so that no image is built`);

/** Calls buildah, which has to succeed, and returns what it printed. */
const buildah = (...args: readonly string[]): string =>
  execFileSync('buildah', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });

describe.skipIf(!RUNS_ALL || reason !== null)('the image', () => {
  let folder: string;
  let container = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diffsvc-image-'));
    const sources = join(folder, 'sources');
    const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
    for (const name of names.filter((each) => each !== '')) {
      mkdirSync(dirname(join(sources, name)), { recursive: true });
      cpSync(join(ROOT, name), join(sources, name));
    }
    // The format of Docker has a health check; the other one has none.
    const options = [
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--layers',
      '--file',
      join(sources, 'deploy', 'Dockerfile'),
    ];
    buildah('bud', ...options, '--tag', IMAGE, sources);
    container = buildah('from', '--isolation', 'chroot', '--cap-drop', 'ALL', IMAGE).trim();
    const files = join(folder, 'files');
    mkdirSync(files);
    writeFileSync(join(files, 'old.docx'), docx(wp('The fee is 5 euro.')));
    writeFileSync(join(files, 'new.docx'), docx(wp('The fee is 6 euro.')));
    buildah('copy', '--chown', 'node:node', container, files, '/tmp/files');
  }, BUILD_MS);
  afterAll(() => {
    if (container !== '') buildah('rm', container);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Calls the command in a container without rights, as the image's own user. */
  function diffsvc(...args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
    const command = ['setpriv', '--no-new-privs', 'diffsvc', ...args];
    const setting = ['--env', 'DIFFSVC_BROWSER_SANDBOX=off', '--workingdir', '/tmp/files', '--user', 'node'];
    const run = spawnSync('buildah', ['run', '--isolation', 'chroot', ...setting, container, '--', ...command], {
      encoding: 'utf8',
    });
    return { code: run.status, stdout: run.stdout, stderr: run.stderr };
  }

  test('has less than 900 MB', () => {
    const { size } = (JSON.parse(buildah('images', '--json', IMAGE)) as { size: string }[])[0]!;
    const [, count, unit] = /^([\d.]+) (MB|GB)$/u.exec(size)!;
    expect(Number(count) * (unit === 'GB' ? 1e9 : 1e6)).toBeLessThan(IMAGE_MAX_BYTES);
  });

  test('finds a browser that runs, without any rights', () => {
    const { stdout } = diffsvc('doctor');
    expect(stdout).toMatch(/^ok +Chromium: \/usr\/bin\/chromium$/mu);
    expect(stdout).toMatch(/^missing +sandbox of Chromium: /mu);
    expect(stdout).toMatch(/^missing +LibreOffice: /mu);
    expect(stdout).not.toMatch(/^fault/mu);
  });

  test('prints a redline, without any rights', () => {
    expect(diffsvc('compare', 'old.docx', 'new.docx', '-o', 'redline.pdf').code).toBe(1);
    expect(diffsvc('text', 'redline.pdf').stdout).toContain('The fee is 56 euro.');
  });
});
