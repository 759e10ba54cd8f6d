/** `docs/http.md` as a program of somebody else's would use it: every block run by a shell against a real service. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller, DescribedOperation } from '../../../service/http/openapi/operation.ts';
import { DOCS_PATH, KEY_PATH } from '../../../shared/api/endpoint-paths.ts';
import { docx, wp } from '../../builders/docx.ts';
import { pdf } from '../../builders/pdf.ts';
import { newBearer, startProcess, type ServiceProcess } from '../durability/service-process.ts';
import { notCalled } from './called-operations.ts';

/** Rejects with what was written when a line fails. */
const run = promisify(execFile);

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/http.md', import.meta.url)), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);

const PROGRAMS = ['bash', 'curl', 'jq', 'openssl'];
const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error !== undefined);
if (missing.length > 0)
  console.warn(`NOT RUN: ${missing.join(', ')} missing, so that the examples of docs/http.md are skipped`);

/** Callers that are programs; the others are the service's own page and an extension. */
const PROGRAM_CALLERS: readonly Caller[] = ['everyone', 'anyone', 'account', 'exporter', 'viewer', 'upload token'];
/** A page for people; and the end of the key that the script itself uses. */
const NOT_CALLED = [DOCS_PATH, KEY_PATH];

describe.skipIf(missing.length > 0)('the examples of docs/http.md', () => {
  let directory: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'diffsvc-curl-'));
    const { authorization } = await newBearer(join(directory, 'data'), 'creator_pro');
    service = await startProcess({ dataDir: join(directory, 'data') });
    writeFileSync(join(directory, 'old.docx'), docx(wp('The fee is due in 30 days.')));
    writeFileSync(join(directory, 'new.docx'), docx(wp('The fee is due in 14 days.')));
    writeFileSync(join(directory, 'old.pdf'), pdf(['The fee is due in 30 days.']));
    writeFileSync(join(directory, 'new.pdf'), pdf(['The fee is due in 14 days.']));
    const setting = { BASE: service.origin, KEY: authorization.replace('Bearer ', '') };
    writeFileSync(join(directory, 'setting.json'), JSON.stringify(setting));
  });
  afterAll(async () => {
    await service.end('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  });

  it('run to their end, and call every operation that is for programs', async () => {
    const setting = JSON.parse(readFileSync(join(directory, 'setting.json'), 'utf8'));
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', BLOCKS.join('\n')], {
      cwd: directory,
      env: { PATH: process.env['PATH'], ...setting },
    });
    expect(stdout).toContain(
      'The fee is <del data-change-id="chg_000001">5</del><ins data-change-id="chg_000001">6</ins>',
    );
    expect(readFileSync(join(directory, 'tracked.docx')).subarray(0, 2).toString()).toBe('PK');
    expect(readFileSync(join(directory, 'original-pages.pdf'))).toEqual(readFileSync(join(directory, 'old.pdf')));
    // The log comes over a pipe.
    const isForPrograms = ({ path, caller }: DescribedOperation): boolean =>
      PROGRAM_CALLERS.includes(caller) && !NOT_CALLED.includes(path);
    await expect.poll(() => notCalled(service.log(), isForPrograms)).toEqual([]);
  });
});
