/** Tests of the contract of HTTP in a process of their own, against a service that runs already. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** One test: `passed`, `failed` or `skipped`. */
export interface ContractResult {
  readonly status: string;
  readonly fullName: string;
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly ContractResult[] }[];
}

/**
 * Runs tests of the contract against a service elsewhere, whose settings are `env`. `skipped`: how the names of tests begin
 * that do not hold there.
 */
export async function runContract(
  files: readonly string[],
  origin: string,
  env: Record<string, string>,
  skipped: readonly string[],
): Promise<readonly ContractResult[]> {
  const directory = mkdtempSync(join(tmpdir(), 'diffsvc-contract-'));
  const report = join(directory, 'report.json');
  try {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [
      'run',
      '--project',
      'in-process',
      '--maxWorkers=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    const child = spawn(process.execPath, [vitest, ...args, ...files], {
      cwd: ROOT,
      env: {
        ...process.env,
        DIFFSVC_TEST_ORIGIN: origin,
        DIFFSVC_TEST_SERVICE: JSON.stringify(env),
        DIFFSVC_TEST_SKIPPED: JSON.stringify(skipped),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await new Promise((resolve) => child.once('exit', resolve));
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
