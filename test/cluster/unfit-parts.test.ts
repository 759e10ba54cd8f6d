/** Parts of a cluster that are unfit: `doctor` names each, and no replica is ready that they would harm. */
import { chmodSync, globSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDiffsvcBeside } from '../service/cli/run-diffsvc.ts';
import { emptyDatabase } from './cluster-of-tests.ts';
import { ObjectServer } from './object-server.ts';
import { NO_POSTGRES } from './postgres-server.ts';
import { compareAt, TestCluster, untilReady } from './replica-process.ts';

/** A library that sets the clock of one process (Debian: libfaketime). */
const [FAKETIME] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
if (FAKETIME === undefined) console.warn('NOT RUN: libfaketime is missing, so that no replica has a wrong clock');

interface Finding {
  readonly what: string;
  readonly state: string;
  readonly detail: string;
}

describe.skipIf(NO_POSTGRES !== null)('what is unfit in a cluster', () => {
  let objects: ObjectServer;
  let cluster: TestCluster;
  beforeAll(async () => {
    objects = await ObjectServer.start();
    cluster = new TestCluster(await emptyDatabase(), objects);
  });
  afterAll(async () => {
    await cluster.close();
    await objects.close();
  });

  /** The faults that `doctor` finds, by part. */
  async function faults(env: Record<string, string> = {}): Promise<Record<string, string>> {
    // Without a search path it finds no programs to try.
    const all = { ...cluster.env, PATH: '', ...env };
    const outcome = await runDiffsvcBeside(['doctor', '--json'], { cwd: tmpdir(), env: all });
    const findings = (JSON.parse(outcome.stdout) as Finding[]).filter(({ state }) => state === 'fault');
    expect(outcome.code).toBe(findings.length === 0 ? 0 : 2);
    return Object.fromEntries(findings.map(({ what, detail }) => [what, detail]));
  }

  it('is a secrets file that others can read, and a key of the bucket without a right', async () => {
    const file = cluster.env['DIFFSVC_SECRETS_FILE']!;
    chmodSync(file, 0o644);
    objects.forbidden = ['PUT'];
    expect(await faults()).toEqual({
      'object store': expect.stringContaining('no object can be written in the bucket diffsvc: AccessDenied'),
      secrets: `${file}: others on this machine can read or write it: chmod o= it`,
    });
    await expect(cluster.start()).rejects.toThrow('no object can be written in the bucket diffsvc: AccessDenied');
    objects.forbidden = [];
    await expect(cluster.start({ AWS_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow('SignatureDoesNotMatch');
    const replica = await cluster.start();
    await untilReady(replica);
    expect(replica.log()).toContain('others on this machine can read or write the secrets: chmod o= the file');
    chmodSync(file, 0o640);
    expect(await faults()).toEqual({});

    // On no other address than the one that is named.
    const { port } = new URL(replica.operations);
    expect(await isOpen('127.0.0.1', Number(port))).toBe(true);
    if (process.platform === 'linux') expect(await isOpen('127.0.0.2', Number(port))).toBe(false);
    await replica.end('SIGKILL');
  });

  it.skipIf(FAKETIME === undefined)('is a clock that differs: the replica lives, and is never ready', async () => {
    const wrong = { LD_PRELOAD: FAKETIME!, FAKETIME: '+120s', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    const told = 'the clock of this machine is 120 seconds ahead of that of PostgreSQL, and 20 is the limit';
    expect((await faults(wrong))['clock']).toContain(told);
    const replica = await cluster.start(wrong);
    for (let probe = 0; probe < 3; probe += 1) {
      const ready = await fetch(`${replica.operations}/health/ready`);
      expect(ready.status).toBe(503);
      expect(await ready.text()).toContain(told);
      expect((await compareAt(replica, {}, `probe ${probe}`)).status).toBe(200);
    }
    expect((await fetch(`${replica.operations}/health/live`)).status).toBe(200);
    expect(replica.log()).toContain('this replica is not ready');
    expect(await replica.end('SIGTERM')).toBe(0);
  });
});

/** Whether something takes connections there. */
async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const opened = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return opened;
}
