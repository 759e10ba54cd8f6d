import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { HEALTH_PATH } from '../../../shared/api/endpoint-paths.ts';
import type { ClusterSettings } from '../../configuration/configuration.ts';
import { EXIT } from '../command-error.ts';
import type { ExitCode } from '../command-error.ts';
import { configurationOf, withDataDirectory, type DataDirectoryOptions } from '../input/data-directory-options.ts';
import type { Terminal } from '../terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { printableLine } from '../../printable.ts';
import { writeAll } from '../output/write-output.ts';

/** One thing that was looked at. `missing` is no fault: something works less well, or not at all. */
interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'missing' | 'fault';
  readonly detail: string;
}

/** What is missing without a program that renders pages. */
const WITHOUT_OFFICE =
  'DOC, RTF and ODT are refused, and source pages of DOCX are rendered by the browser; install libreoffice-writer';
const WITHOUT_BROWSER =
  'PDF files of redlines, and of DOCX pages without LibreOffice, cannot be made; install chromium';
/** What the setting means. */
const WITHOUT_SANDBOX = 'DIFFSVC_BROWSER_SANDBOX is off; this is for a container that confines Chromium itself';
/** What a program can do to this machine without a confinement. */
const UNCONFINED =
  'nothing confines it here: a fault of the program could read the files of this account; install bubblewrap, or run the service as an account of its own';

const HEALTH_TIMEOUT_MS = 2_000;

/** Adds `diffsvc doctor`: exit code 0 when nothing is broken, 2 when something is. */
export function addDoctor(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  withDataDirectory(program.command('doctor'))
    .description('what this machine has and runs, where data lies, and whether the database is sound')
    .action(async (options: DataDirectoryOptions) => {
      const { dataDir, cluster } = configurationOf(options, terminal);
      const findings = [
        { what: 'Node', state: 'ok', detail: process.version } as const,
        ...(cluster === null
          ? [directoryFinding(dataDir), ...(await serviceFindings(dataDir))]
          : await clusterFindings(cluster)),
        ...(await programFindings(terminal.env)),
      ];
      const text = options.json
        ? `${jsonText(findings)}\n`
        : findings.map(({ what, state, detail }) => `${state.padEnd(8)}${what}: ${printableLine(detail)}\n`).join('');
      await writeAll(terminal.stdout, text);
      finish(findings.some(({ state }) => state === 'fault') ? EXIT.trouble : EXIT.same);
    });
}

function directoryFinding(dataDir: string): Finding {
  const what = 'data directory';
  if (!existsSync(dataDir)) return { what, state: 'missing', detail: `${dataDir}: made at the first start` };
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (fault) {
    return { what, state: 'fault', detail: `${dataDir}: ${(fault as Error).message}` };
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${dataDir}, ${Math.floor((bavail * bsize) / 1_048_576)} MiB free`;
  const others = process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0;
  return others
    ? { what, state: 'fault', detail: `${free}; others on this machine can read it: chmod 700 it` }
    : { what, state: 'ok', detail: free };
}

async function serviceFindings(dataDir: string): Promise<Finding[]> {
  const { examine } = await import('../../administration.ts');
  const { databaseFaults, servedBy } = await examine({ dataDir });
  const database: Finding =
    databaseFaults === null
      ? { what: 'database', state: 'missing', detail: 'made at the first start' }
      : databaseFaults.length === 0
        ? { what: 'database', state: 'ok', detail: 'sound' }
        : { what: 'database', state: 'fault', detail: `${databaseFaults.join('; ')}. Restore a backup.` };
  const baseUrl = servedBy?.baseUrl ?? null;
  const answers = baseUrl !== null && (await isHealthy(baseUrl));
  const service: Finding = answers
    ? { what: 'service', state: 'ok', detail: `process ${servedBy?.pid ?? 0} at ${baseUrl}` }
    : { what: 'service', state: 'missing', detail: 'not running' };
  return [database, service];
}

async function clusterFindings(cluster: ClusterSettings): Promise<Finding[]> {
  const { examineCluster } = await import('../../cluster/administer-cluster.ts');
  const { isExposed } = await import('../../cluster/replica/read-secrets.ts');
  const { database, objects, clock } = await examineCluster(cluster);
  const finding = (what: string, fault: string | null, detail: string): Finding =>
    fault === null ? { what, state: 'ok', detail } : { what, state: 'fault', detail: fault };
  return [
    finding('database', database, 'PostgreSQL with the schema of this version'),
    finding('clock', clock, 'that of PostgreSQL'),
    finding('object store', objects, `bucket ${cluster.objects.bucket}`),
    cluster.secretsFile === null
      ? { what: 'secrets', state: 'missing', detail: 'DIFFSVC_SECRETS_FILE is not set; serve needs it' }
      : secretsFinding(cluster.secretsFile, isExposed),
  ];
}

function secretsFinding(file: string, isExposed: (file: string) => boolean): Finding {
  const what = 'secrets';
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { what, state: 'fault', detail: `${file}: there is no such file` };
  return isExposed(file)
    ? { what, state: 'fault', detail: `${file}: others on this machine can read or write it: chmod o= it` }
    : { what, state: 'ok', detail: file };
}

async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const { ok } = await fetch(new URL(HEALTH_PATH, baseUrl), { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    return ok;
  } catch {
    return false;
  }
}

async function programFindings(environment: Terminal['env']): Promise<Finding[]> {
  const { examinePrograms } = await import('../../administration.ts');
  const { office, browser, confinements, faults, isWithoutSandbox } = await examinePrograms(environment);
  const findings: Finding[] = [];
  for (const [what, file, fault, without] of [
    ['LibreOffice', office, faults.office, WITHOUT_OFFICE],
    ['Chromium', browser, faults.browser, WITHOUT_BROWSER],
  ] as const) {
    if (file === null) {
      findings.push({ what, state: 'missing', detail: without });
      continue;
    }
    const runs: Finding = { what, state: 'ok', detail: file };
    findings.push(fault === null ? runs : { what, state: 'fault', detail: `${file} does not run here: ${fault}` });
    const name = await confinements.nameOf(file);
    const wall = `confinement of ${what}`;
    findings.push(
      name === null ? { what: wall, state: 'missing', detail: UNCONFINED } : { what: wall, state: 'ok', detail: name },
    );
  }
  if (browser !== null && isWithoutSandbox === true)
    findings.push({ what: 'sandbox of Chromium', state: 'missing', detail: WITHOUT_SANDBOX });
  return findings;
}
