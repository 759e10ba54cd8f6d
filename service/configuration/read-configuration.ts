import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { closestName } from '../../shared/closest-name.ts';
import { ConfigurationError, LOG_LEVELS, type Configuration, type ServeFlags } from './configuration.ts';
import { PAGE_LAYOUT_SECONDS } from '../comparison/pages/source-pages.ts';
import { readCluster } from './cluster.ts';
import { readPlans } from './plans.ts';
import { readRetention } from './retention.ts';
import { hostName, networks, oneOf, text, unusable, webAddress, wholeNumber, type Given } from './setting.ts';

/** Name of the settings file in the data directory. */
const CONFIGURATION_FILE = 'config.json';

/** The names in the settings file. */
const SETTING_NAMES = [
  'port',
  'host',
  'baseUrl',
  'viewerUrl',
  'workers',
  'pageLayoutSeconds',
  'logLevel',
  'logFile',
  'plans',
  'retention',
  'trustedProxies',
  'databaseUrl',
  'objectStoreUrl',
  'databaseConnections',
  'secretsFile',
  'role',
  'operationsPort',
  'operationsHost',
] as const;
type SettingName = (typeof SETTING_NAMES)[number];

const DEFAULT_PORT = 4870;
const DEFAULT_HOST = '127.0.0.1';

/**
 * The configuration. A setting comes from the first of four sources that has it. They are the flag, the environment
 * variable, `config.json` in the data directory, and the default. An empty variable counts as absent. Throws
 * `ConfigurationError` with the value.
 */
export function readConfiguration(
  flags: ServeFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const variable = (name: string): Given | undefined => {
    const value = environment[name];
    return value === undefined || value === '' ? undefined : { value, from: name };
  };
  const flag = (name: string, value: string | undefined): Given | undefined =>
    value === undefined ? undefined : { value, from: name };

  const givenDirectory = flag('--data-dir', flags.dataDir) ?? variable('DIFFSVC_DATA_DIR');
  const dataDir =
    givenDirectory === undefined ? envPaths('diffsvc', { suffix: '' }).data : resolve(text(givenDirectory));
  const settings = readSettings(join(dataDir, CONFIGURATION_FILE));
  const setting = (name: SettingName): Given | undefined =>
    settings[name] === undefined ? undefined : { value: settings[name], from: `"${name}" in ${CONFIGURATION_FILE}` };

  const port = flag('--port', flags.port) ?? variable('DIFFSVC_PORT') ?? setting('port');
  const host = flag('--host', flags.host) ?? variable('DIFFSVC_HOST') ?? setting('host');
  const baseUrl = variable('DIFFSVC_BASE_URL') ?? setting('baseUrl');
  const viewerUrl = variable('DIFFSVC_VIEWER_URL') ?? setting('viewerUrl');
  const workers = variable('DIFFSVC_WORKERS') ?? setting('workers');
  const pageLayout = variable('DIFFSVC_PAGE_LAYOUT_SECONDS') ?? setting('pageLayoutSeconds');
  const logLevel = variable('DIFFSVC_LOG_LEVEL') ?? setting('logLevel');
  const logFile = variable('DIFFSVC_LOG_FILE') ?? setting('logFile');
  return {
    port: port === undefined ? DEFAULT_PORT : wholeNumber(port, 0, 65_535),
    host: host === undefined ? DEFAULT_HOST : hostName(host),
    dataDir,
    baseUrl: baseUrl === undefined ? null : webAddress(baseUrl, '/v1'),
    viewerUrl: viewerUrl === undefined ? null : webAddress(viewerUrl, ''),
    // One processor is left to the main thread, so that a busy pool does not delay every other answer.
    workers: workers === undefined ? Math.max(1, availableParallelism() - 1) : wholeNumber(workers, 1, 256),
    pageLayoutSeconds: pageLayout === undefined ? PAGE_LAYOUT_SECONDS : wholeNumber(pageLayout, 1, 3_600),
    logLevel: logLevel === undefined ? null : oneOf(logLevel, LOG_LEVELS),
    // As for many commands, - names a standard stream.
    logFile: logFile === undefined || logFile.value === '-' ? null : resolve(dataDir, text(logFile)),
    plans: readPlans(variable('DIFFSVC_PLANS') ?? setting('plans')),
    retention: readRetention(variable('DIFFSVC_RETENTION') ?? setting('retention')),
    trustedProxies: networks(variable('DIFFSVC_TRUSTED_PROXIES') ?? setting('trustedProxies')),
    cluster: readCluster({
      databaseUrl: hidden(variable('DIFFSVC_DATABASE_URL') ?? setting('databaseUrl')),
      objectStoreUrl: hidden(variable('DIFFSVC_OBJECT_STORE_URL') ?? setting('objectStoreUrl')),
      connections: variable('DIFFSVC_DATABASE_CONNECTIONS') ?? setting('databaseConnections'),
      secretsFile: hidden(variable('DIFFSVC_SECRETS_FILE') ?? setting('secretsFile')),
      role: flag('--role', flags.role) ?? variable('DIFFSVC_ROLE') ?? setting('role'),
      operationsPort: variable('DIFFSVC_OPERATIONS_PORT') ?? setting('operationsPort'),
      operationsHost: variable('DIFFSVC_OPERATIONS_HOST') ?? setting('operationsHost'),
    }),
  };
}

/** The settings file, or an empty one if it is missing. */
function readSettings(file: string): Record<string, unknown> {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT' || (fault as NodeJS.ErrnoException).code === 'ENOTDIR')
      return {};
    throw new ConfigurationError(`${file} cannot be read: ${(fault as Error).message}`);
  }
  let settings: unknown;
  try {
    settings = JSON.parse(content);
  } catch (fault) {
    throw new ConfigurationError(`${file} is not JSON${placeOf(fault, content)}.`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) {
    throw unusable({ value: settings, from: file, hidden: true }, 'a JSON object');
  }
  for (const name of Object.keys(settings)) checkName(name);
  return settings as Record<string, unknown>;
}

/** Refuses an unknown name in the settings file. */
function checkName(name: string): void {
  if (SETTING_NAMES.some((known) => known === name)) return;
  const closest = closestName(name, SETTING_NAMES);
  const hint =
    closest === undefined ? `it has to be one of ${SETTING_NAMES.join(', ')}` : `the closest known name is ${closest}`;
  throw new ConfigurationError(`"${name}" in ${CONFIGURATION_FILE} is unknown; ${hint}.`);
}

/** A setting that no message shows. */
function hidden(given: Given | undefined): Given | undefined {
  return given && { ...given, hidden: true };
}

/** Where the text of a file stops being JSON. The message of the parser quotes the text, which may hold a password. */
function placeOf(fault: unknown, content: string): string {
  const position = /at position (\d+)/u.exec((fault as Error).message)?.[1];
  return position === undefined ? '' : `: see line ${content.slice(0, Number(position)).split('\n').length}`;
}
