import { resolve } from 'node:path';
import { ConfigurationError, ROLES, type ClusterSettings, type ObjectPlace } from './configuration.ts';
import { hostName, oneOf, text, unusable, wholeNumber, type Given } from './setting.ts';

const DEFAULT_CONNECTIONS = 10;
const DEFAULT_OPERATIONS_PORT = 9464;
/** Metrics tell who does how much, so nobody else reads them unless someone wants it. */
const DEFAULT_OPERATIONS_HOST = '127.0.0.1';
const DEFAULT_REGION = 'us-east-1';

/** The settings of a cluster before their check. No message shows the addresses and what stands for the file. */
export interface GivenCluster {
  readonly databaseUrl: Given | undefined;
  readonly objectStoreUrl: Given | undefined;
  readonly connections: Given | undefined;
  readonly secretsFile: Given | undefined;
  readonly role: Given | undefined;
  readonly operationsPort: Given | undefined;
  readonly operationsHost: Given | undefined;
}

/**
 * The settings of a cluster; null for the embedded shape. There are no mixtures: both addresses are set, or neither.
 * Throws `ConfigurationError`, which never contains the password of an address.
 */
export function readCluster(given: GivenCluster): ClusterSettings | null {
  const { databaseUrl, objectStoreUrl, connections, secretsFile, role, operationsPort, operationsHost } = given;
  if (databaseUrl === undefined && objectStoreUrl === undefined) {
    for (const alone of [secretsFile, role, operationsPort, operationsHost, connections]) {
      if (alone === undefined) continue;
      throw new ConfigurationError(
        `${alone.from} is a setting of a cluster. Set DIFFSVC_DATABASE_URL and DIFFSVC_OBJECT_STORE_URL too, or remove it.`,
      );
    }
    return null;
  }
  if (databaseUrl === undefined || objectStoreUrl === undefined) {
    const [there, missing] =
      databaseUrl === undefined
        ? [objectStoreUrl?.from, 'DIFFSVC_DATABASE_URL']
        : [databaseUrl.from, 'DIFFSVC_OBJECT_STORE_URL'];
    throw new ConfigurationError(
      `${there ?? ''} is set without ${missing}. A cluster needs both. Set ${missing} too, or neither for SQLite and files.`,
    );
  }
  return {
    databaseUrl: postgresAddress(databaseUrl),
    connections: connections === undefined ? DEFAULT_CONNECTIONS : wholeNumber(connections, 2, 1_000),
    objects: objectPlace(objectStoreUrl),
    secretsFile: secretsFile === undefined ? null : filePath(secretsFile),
    role: role === undefined ? 'all' : oneOf(role, ROLES),
    operationsPort: operationsPort === undefined ? DEFAULT_OPERATIONS_PORT : wholeNumber(operationsPort, 0, 65_535),
    operationsHost: operationsHost === undefined ? DEFAULT_OPERATIONS_HOST : hostName(operationsHost),
  };
}

function postgresAddress(given: Given): string {
  const address = URL.parse(text(given));
  if (address !== null && /^postgres(ql)?:$/.test(address.protocol) && address.pathname.length > 1) return address.href;
  throw unusable(given, 'an address such as postgres://user:password@host:5432/diffsvc');
}

/** `s3://bucket/prefix?endpoint=https://host&region=name`. */
function objectPlace(given: Given): ObjectPlace {
  const wanted = 'an address such as s3://bucket/prefix?endpoint=https://host&region=us-east-1';
  const address = URL.parse(text(given));
  if (address === null || address.protocol !== 's3:' || address.host === '' || address.username !== '') {
    throw unusable(given, `${wanted}; credentials come from AWS_ACCESS_KEY_ID or a role`);
  }
  const endpoint = address.searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) throw unusable(given, wanted);
  const path = address.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: address.host,
    prefix: path === '' ? '' : `${path}/`,
    region: address.searchParams.get('region') ?? DEFAULT_REGION,
    endpoint,
  };
}

/** Somebody may set the content of the file in the place of its path. */
function filePath(given: Given): string {
  const path = text(given);
  if (path.trimStart().startsWith('{')) throw unusable(given, 'the path of a file, not its content');
  return resolve(path);
}
