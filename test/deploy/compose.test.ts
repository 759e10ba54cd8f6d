/** The image and the files of `deploy/` for a cluster say what the service and each other understand. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { validate } from 'dockerfile-utils';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';
import { wholeProgram } from '../../service/cli/run.ts';
import { HAS_NGINX, nginxFault } from '../cluster/nginx.ts';
import { HEALTH_PATH } from '../../shared/api/endpoint-paths.ts';

const read = (name: string): string => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly tmpfs?: readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly secrets?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly secrets: object;
};
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'diffsvc');

describe('the compose file', () => {
  test.each(ours)('gives %s a command, settings and places that the image has', async (_name, service) => {
    const entry = DockerfileParser.parse(read('Dockerfile')).getENTRYPOINTs().at(-1)?.getArgumentsContent();
    // The command follows the entry point. It names no program again.
    expect(entry).toBe('["diffsvc"]');
    const commands = (await wholeProgram()).commands.map((command) => command.name());
    expect(commands).toContain(service.command?.[0]);
    const filled = Object.entries(service.environment ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:\?\}/g, 'given').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]);
    const { cluster, trustedProxies, baseUrl } = readConfiguration(
      {},
      Object.fromEntries(filled) as Record<string, string>,
    );
    expect(cluster).toMatchObject({ secretsFile: '/run/secrets/diffsvc', objects: { bucket: 'diffsvc' } });
    expect([trustedProxies.length, baseUrl]).toEqual([1, 'http://127.0.0.1:8080/v1']);
    expect([service.read_only, service.tmpfs, service.secrets]).toEqual([true, ['/tmp', '/data'], ['diffsvc']]);
    // Five seconds to be noticed, and 65 for what runs.
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(70);
  });

  test('names only what it defines', () => {
    for (const { depends_on: needed = [], secrets = [] } of Object.values(compose.services)) {
      const names = Array.isArray(needed) ? (needed as string[]) : Object.keys(needed);
      for (const name of names) expect(Object.keys(compose.services)).toContain(name);
      for (const name of secrets) expect(Object.keys(compose.secrets)).toContain(name);
    }
    const upstreams = [...read('nginx.conf').matchAll(/server (\w+):4870/g)].map(([, name]) => name);
    expect(upstreams).toEqual(ours.map(([name]) => name).filter((name) => name !== 'migrate'));
  });
});

describe('the lines of nginx', () => {
  test('have no address with a token, and no whole request', () => {
    const text = read('nginx.conf');
    const [, format] = /log_format diffsvc '([^']*)';/u.exec(text)!;
    const addresses = ['$request ', '$request_uri', '$uri', '$args', '$query_string', '$is_args', '$http_', '$arg_'];
    expect(addresses.filter((each) => `${format!} `.includes(each))).toEqual([]);
    expect(format).toContain('$request_method $diffsvc_path $status');
    expect(text.match(/access_log [^;]*;/gu)).toEqual(['access_log /var/log/nginx/access.log diffsvc;']);
    const [ofNginx, ofRequests] = text.split('http {').map((part) => part.match(/error_log [^;]*;/gu));
    expect([ofNginx, ofRequests]).toEqual([
      ['error_log /var/log/nginx/error.log warn;'],
      ['error_log /var/log/nginx/error.log emerg;'],
    ]);
  });

  test.each([
    ['/v1/diffsvc/comparisons/cmp_0b9d6a1f4c5e4f7a8b3c2d1e0f9a8b7c/changes', true],
    ['/', true],
    ['/v1/sessions', true],
    ['/v1/sessions/eXJ2V0b1_bV4y8nK0pZ3sT6wQ9aD2fGh', false],
    ['/v1/diffsvc/keys/dsk_5Pq8rT2vX4yZ6aB8cD0eF2gH4iJ6kL8mN0oP2qR4sT6uV8wX0yZ', false],
    ['/view/cmp_tok_1764352800_abcdefghijklmnopqrstuvwxyz0123456789_-abcde', false],
  ])('have the path %s: %s', (path, isKept) => {
    const [, kept] = /"~(\^.*\$)" \$uri;/u.exec(read('nginx.conf'))!;
    expect(new RegExp(kept!, 'u').test(path)).toBe(isKept);
  });
});

describe.skipIf(!HAS_NGINX)('the file for nginx', () => {
  test('is one that nginx accepts', () => {
    const text = read('nginx.conf');
    expect(nginxFault(text)).toBeNull();
    // nginx finds what is wrong.
    expect(nginxFault(text.replace('proxy_buffering off', 'proxy_bufering off'))).toContain('proxy_bufering');
  });
});

const TEXT = readFileSync(fileURLToPath(new URL('../../deploy/Dockerfile', import.meta.url)), 'utf8');

describe('the container', () => {
  test('is described without a fault or a warning', () => {
    expect(validate(TEXT).map(({ code, range }) => ({ line: range.start.line + 1, code }))).toEqual([]);
    // The linter finds what is wrong.
    expect(validate(TEXT.replace('EXPOSE 4870', 'EXPOSED 4870'))).not.toEqual([]);
  });

  test('runs without root, keeps its data in a volume, and can be asked for its health', () => {
    const instructions = DockerfileParser.parse(TEXT).getInstructions();
    const last = instructions.slice(instructions.findLastIndex((each) => each.getKeyword() === 'FROM'));
    const argumentsOf = (keyword: string) =>
      last.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent());
    expect(argumentsOf('USER')).toEqual(['node']);
    expect(argumentsOf('VOLUME')).toEqual(['["/data"]']);
    expect(argumentsOf('ENV').join(' ')).toContain('DIFFSVC_DATA_DIR=/data');
    expect(argumentsOf('HEALTHCHECK').join(' ')).toContain(HEALTH_PATH);
    // Nothing is installed as root after the user has changed.
    const user = last.findIndex((each) => each.getKeyword() === 'USER');
    expect(last.slice(user).some((each) => each.getKeyword() === 'RUN')).toBe(false);
  });
});
