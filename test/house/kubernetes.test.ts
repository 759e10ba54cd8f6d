/** `deploy/kubernetes.yaml`: every object has the schema of its kind, and says what the service understands. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { validateObject } from './kubernetes-schemas.ts';
import { wholeProgram } from '../../service/cli/run.ts';
import { readConfiguration } from '../../service/configuration/read-configuration.ts';

type Loose = ReturnType<typeof JSON.parse>;
const { items } = parse(readFileSync(new URL('../../deploy/kubernetes.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as { items: Loose[] };

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
