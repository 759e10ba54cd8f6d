import { HAS_NGINX, Nginx } from '../../../cluster/nginx.ts';
import { freePort } from '../../../cluster/postgres-server.ts';
import { runContract } from '../../../cluster/run-contract.ts';
import { CONTRACT, OF_NO_PROXY, OF_ONE_REPLICA, OF_ONE_SERVICE } from '../../../service/http/contract.ts';
import { CALLERS_HEADER } from '../../../service/http/remote-server.ts';
import type { Findings, Laboratory } from '../laboratory.ts';

/**
 * The tests of the contract of HTTP, with its streams, against three replicas behind nginx: as `deploy/nginx.conf` sends a
 * caller to one replica, and with the next request at the next replica.
 */
export async function contract(lab: Laboratory, size: number): Promise<Findings> {
  if (!HAS_NGINX) return { figures: [], faults: ['nginx is not installed: apt-get install nginx-light'] };
  lab.cluster.env['DIFFSVC_PLANS'] = JSON.stringify({ anonymous: { requestsPerMinute: 10_000 } });
  await lab.replicasOf(0);
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) lab.replicas.push(await lab.cluster.start({ DIFFSVC_PORT: String(port) }));
  const figures: string[] = [];
  const faults: string[] = [];
  for (let round = 0; round < size; round++) {
    for (const takesTurns of [false, true]) {
      const skipped = [...OF_ONE_SERVICE, ...OF_NO_PROXY, ...(takesTurns ? OF_ONE_REPLICA : [])];
      const nginx = await Nginx.start(ports, { takesTurns, callersHeader: CALLERS_HEADER });
      try {
        const results = await runContract(CONTRACT, nginx.origin, lab.cluster.env, skipped);
        const names = (status: string): string[] =>
          results.filter((result) => result.status === status).map(({ fullName }) => fullName);
        const where = takesTurns ? 'each request at the next replica' : 'each caller at one replica';
        figures.push(
          `${CONTRACT.length} files of the contract through nginx to three replicas, ${where}: ${names('passed').length} passed, ${names('failed').length} failed, ${names('skipped').length} need a service of their own, or a single replica`,
        );
        faults.push(...names('failed').map((name) => `${where}: ${name}`));
        const stale = skipped.filter((start) => !names('skipped').some((name) => name.startsWith(start)));
        faults.push(...stale.map((start) => `${where}: no test begins with "${start}"`));
        if (names('passed').length === 0) faults.push(`${where}: no test ran`);
      } finally {
        await nginx.close();
      }
    }
  }
  return { figures, faults };
}
