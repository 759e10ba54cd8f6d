/**
 * The chart `deploy/helm/diffsvc`: its values, their schema, what its templates use of them, and that it says the same as
 * `deploy/kubernetes.yaml`. Only Helm proves that the templates render: where it is installed, it does so here.
 * `deploy/kubernetes.yaml`: every object has the schema of its kind, and says what the service understands.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as Schema from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';
import { validateObject } from './kubernetes-schemas.ts';
import { wholeProgram } from '../../service/cli/run.ts';

type Loose = ReturnType<typeof JSON.parse>;
const CHART = fileURLToPath(new URL('../../deploy/helm/diffsvc/', import.meta.url));
const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const values = parse(read('values.yaml'));
const schema = JSON.parse(read('values.schema.json'));
const templates = new Map(readdirSync(join(CHART, 'templates')).map((name) => [name, read(join('templates', name))]));
const all = [...templates.values()].join('\n');
const { items } = parse(readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as { items: Loose[] };
const plain = (kind: string, name: string): Loose =>
  items.find((item) => item.kind === kind && item.metadata.name === name)?.spec;

/** The members of an object down to texts, numbers, lists and empty objects, as paths. */
function leaves(value: Loose, path = ''): string[] {
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`));
}

/** Whether one path is the other, or leads to it. */
const covers = (short: string, long: string): boolean => long === short || long.startsWith(`${short}.`);

/** What a template calls a name. */
function defined(name: string): string {
  const found = new RegExp(`define "${name}" -}}\\n([\\s\\S]*?)\\n{{- end -}}`).exec(all);
  return found?.[1] ?? '';
}

describe('the chart', () => {
  test('has the version of the program', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(parse(read('Chart.yaml'))).toMatchObject({
      apiVersion: 'v2',
      name: 'diffsvc',
      version,
      appVersion: version,
    });
  });

  test('has values that fit their schema, which refuses others', () => {
    expect(Schema.Check(schema, values)).toBe(true);
    let refused = 0;
    for (const path of leaves(values)) {
      const names = path.split('.');
      // Names that are free, such as those of annotations, have no schema of their own.
      const isNamed = names.reduce<Loose>((at, name) => at?.properties?.[name], schema) !== undefined;
      if (!isNamed) continue;
      const wrong = structuredClone(values);
      const holder = names.slice(0, -1).reduce((at, name) => at[name], wrong);
      holder[names.at(-1)!] = null;
      expect([path, Schema.Check(schema, wrong)]).toEqual([path, false]);
      holder.misspelt = 1;
      Reflect.deleteProperty(holder, names.at(-1)!);
      expect([path, Schema.Check(schema, wrong)]).toEqual([path, false]);
      refused++;
    }
    expect(refused).toBeGreaterThan(30);
  });

  test('uses every value, and none that is not there', () => {
    const used = [...new Set([...all.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!))];
    const given = leaves(values);
    expect(used.filter((path) => !given.some((leaf) => covers(path, leaf)))).toEqual([]);
    expect(given.filter((leaf) => !used.some((path) => covers(path, leaf)))).toEqual([]);
  });

  test('closes what it opens, and includes only what it defines', () => {
    for (const [name, text] of templates) {
      const opened = text.match(/{{-? *(?:if|with|range|define)\b/g)?.length ?? 0;
      expect([name, text.match(/{{-? *end *-?}}/g)?.length ?? 0]).toEqual([name, opened]);
      for (const [, included] of text.matchAll(/include "([^"]+)"/g)) expect(all).toContain(`define "${included}"`);
    }
  });

  test('keeps secrets out of its values', () => {
    expect(read('values.yaml')).not.toMatch(/postgres:\/\/\S+:\S+@|SECRET_ACCESS_KEY:|password:/i);
    expect(defined('diffsvc.container')).toContain('secretRef: { name: {{ .Values.secrets.addresses }} }');
  });

  test('gives every pod the same limits, probes and rights as kubernetes.yaml', () => {
    const [container] = plain('Deployment', 'diffsvc-api').template.spec.containers;
    const { startupProbe, livenessProbe, readinessProbe, resources } = container;
    expect(parse(defined('diffsvc.probes'))).toEqual({ startupProbe, livenessProbe, readinessProbe });
    expect(values.api.resources).toEqual(resources);
    for (const part of ['api', 'worker']) {
      const text = templates.get(`${part}.yaml`)!;
      const pod = plain('Deployment', `diffsvc-${part}`).template.spec;
      for (const include of ['pod', 'container', 'probes']) expect(text).toContain(`include "diffsvc.${include}"`);
      expect(text).toContain(`terminationGracePeriodSeconds: ${pod.terminationGracePeriodSeconds}\n`);
      expect(text).toContain(`args: [${pod.containers[0].args.join(', ')}]`);
      expect(values[part].resources).toEqual(pod.containers[0].resources);
      expect(values[part].replicas).toBe(plain('Deployment', `diffsvc-${part}`).replicas);
    }
    const job = plain('Job', 'diffsvc-migrate');
    expect(values.migration).toMatchObject({
      backoffLimit: job.backoffLimit,
      resources: job.template.spec.containers[0].resources,
    });
    const parts = parse(
      defined('diffsvc.pod')
        .replace(/{{[^}]*}}/g, 'x')
        .replaceAll('\nx', '\n')
        .replace(/imagePullSecrets:[\s\S]*?(?=volumes:)/, ''),
    );
    expect(parts.securityContext).toEqual(job.template.spec.securityContext);
  });

  test('says the same as kubernetes.yaml of settings, numbers and the network', () => {
    const { data } = items.find(({ kind }) => kind === 'ConfigMap');
    expect(values.settings).toMatchObject({
      baseUrl: data.DIFFSVC_BASE_URL,
      objectStoreUrl: data.DIFFSVC_OBJECT_STORE_URL,
      trustedProxies: data.DIFFSVC_TRUSTED_PROXIES,
    });
    const names = [...defined('diffsvc.container').matchAll(/name: (DIFFSVC_\w+)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(data)));
    const { minReplicas, maxReplicas, metrics } = plain('HorizontalPodAutoscaler', 'diffsvc-api');
    const cpuPercent = metrics[0].resource.target.averageUtilization;
    expect(values.api.autoscaling).toEqual({ enabled: true, minReplicas, maxReplicas, cpuPercent });
    expect(values.api.minAvailable).toBe(plain('PodDisruptionBudget', 'diffsvc-api').minAvailable);
    const { ingress, egress } = plain('NetworkPolicy', 'diffsvc');
    expect([values.networkPolicy.callers, values.networkPolicy.scrapers]).toEqual(
      (ingress as { from: object }[]).map(({ from }) => from),
    );
    expect(values.networkPolicy.destinationPorts).toEqual(egress[1].ports.map(({ port }: { port: number }) => port));
    const proxy = items.find(({ kind }) => kind === 'Ingress');
    expect(values.ingress.annotations).toEqual(proxy.metadata.annotations);
  });
});

const HELM = spawnSync('helm', ['version'], { encoding: 'utf8' });
const EVERYTHING = {
  image: { tag: '1.2.3', pullSecrets: ['registry'] },
  settings: { more: { DIFFSVC_LOG_LEVEL: 'debug' } },
  podAnnotations: { team: 'a' },
  podLabels: { team: 'a' },
  api: { autoscaling: { enabled: false }, nodeSelector: { disk: 'ssd' }, tolerations: [{ operator: 'Exists' }] },
  worker: { autoscaling: { enabled: true } },
  ingress: { enabled: true, tlsSecret: 'certificate' },
};

describe.skipIf(HELM.status !== 0)('Helm', () => {
  const render = (given: object, release = 'diffsvc'): Loose[] => {
    const directory = mkdtempSync(join(tmpdir(), 'diffsvc-helm-'));
    try {
      const file = join(directory, 'values.yaml');
      writeFileSync(file, stringify(given));
      const { status, stdout, stderr } = spawnSync('helm', ['template', release, CHART, '--values', file], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      return parseAllDocuments(stdout)
        .map((document) => document.toJS())
        .filter((object) => object !== null);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };

  test.each([
    ['the values as they are', {}, 'diffsvc', 7],
    ['everything', EVERYTHING, 'production', 8],
    ['as little as possible', { migration: { enabled: false }, networkPolicy: { enabled: false } }, 'diffsvc', 5],
  ])('renders objects that have the schemas of their kinds, with %s', (_name, given, release, count) => {
    const objects = render(given, release);
    expect(objects).toHaveLength(count);
    for (const object of objects) expect(() => validateObject(object)).not.toThrow();
    const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    for (const { kind, metadata, spec } of workloads) {
      const pod = spec.template.spec;
      expect([kind, pod.securityContext.runAsNonRoot]).toEqual([kind, true]);
      expect(pod.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
      const env = Object.fromEntries(pod.containers[0].env.map(({ name, value }: Loose) => [name, value]));
      const settings = readConfiguration({}, { ...env, DIFFSVC_DATABASE_URL: 'postgres://a:b@c/d' });
      expect(settings.cluster).toMatchObject({
        operationsPort: 9464,
        operationsHost: '0.0.0.0',
        secretsFile: '/etc/diffsvc/secrets.json',
      });
      if (kind === 'Job') expect(metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      else expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    const api = workloads.find(({ metadata }) => metadata.name.endsWith('-api'));
    const service = objects.find(({ kind }) => kind === 'Service');
    expect(api.spec.template.metadata.labels).toMatchObject(service.spec.selector);
    for (const { spec } of objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      const target = workloads.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
      expect(target.spec.replicas).toBeUndefined();
    }
  });

  test('finds nothing wrong, and refuses a value that the schema does not know', () => {
    expect(spawnSync('helm', ['lint', CHART]).status).toBe(0);
    expect(() => render({ api: { replica: 4 } })).toThrow(/replica/);
  });
});

const named = (kind: string, name: string): Loose =>
  items.find((item) => item.kind === kind && item.metadata.name === name);
const workloads = items.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

describe('the objects of Kubernetes', () => {
  test.each(items.map((item): [string, Loose] => [`${item.kind} ${item.metadata.name}`, item]))('%s', (_name, item) => {
    expect(() => validateObject(item)).not.toThrow();
    const wrong = structuredClone(item);
    wrong.metadata.labels = 7;
    expect(() => validateObject(wrong)).toThrow();
  });

  test('run commands of the image, without root, and with settings that the service reads', async () => {
    const commands = (await wholeProgram()).commands;
    for (const { spec } of workloads) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      const [name, ...options] = container.args as string[];
      const command = commands.find((each) => each.name() === name);
      expect(command?.options.map(({ long }) => long)).toEqual(
        expect.arrayContaining(options.filter((option) => option.startsWith('--'))),
      );
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
      const places = (container.volumeMounts as { mountPath: string }[]).map(({ mountPath }) => mountPath);
      expect(places).toEqual(['/etc/diffsvc', '/tmp', '/data']);
    }
    const settings = readConfiguration(
      {},
      { ...named('ConfigMap', 'diffsvc').data, DIFFSVC_DATABASE_URL: 'postgres://a:b@c/d' },
    );
    expect(settings.port).toBe(4870);
    expect(settings.cluster).toMatchObject({
      operationsPort: 9464,
      operationsHost: '0.0.0.0',
      secretsFile: '/etc/diffsvc/secrets.json',
    });
    expect(settings.trustedProxies).toEqual(['10.0.0.0/8']);
  });

  test('reach each other', () => {
    const api = named('Deployment', 'diffsvc-api').spec;
    expect(named('Service', 'diffsvc').spec.selector).toEqual(api.template.metadata.labels);
    for (const { spec } of workloads.filter(({ kind }) => kind === 'Deployment')) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      const [container] = spec.template.spec.containers;
      const ports = (container.ports as { name: string }[]).map(({ name }) => name);
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(ports).toContain(container[probe].httpGet.port);
      }
      // Five seconds to be noticed, and 65 for what runs.
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(70);
    }
    for (const { spec } of items.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      expect(named('Deployment', spec.scaleTargetRef.name)).toBeDefined();
    }
  });
});
