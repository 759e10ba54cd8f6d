import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Findings, Laboratory } from '../laboratory.ts';
import { compare, eachOf, Statuses } from '../requests.ts';

/** Ticks of the processor time in /proc (`getconf CLK_TCK`), which Linux keeps at 100. */
const MS_OF_TICK = 10;
const WARM_UP = 300;
const CALLERS = 50;
/** Of a comparison without an Idempotency-Key. A key is looked up first, and its reply is stored. */
const MOST_DATABASE_MS = 1;

/** Processor time of a fresh small comparison with one, two and three replicas. It does not depend on other load much. */
export async function cpu(lab: Laboratory, size: number): Promise<Findings> {
  const figures: string[] = [];
  const faults: string[] = [];
  for (const count of [1, 2, 3]) {
    const replicas = await lab.replicasOf(count);
    // Callers of their own: those of one account wait for each other.
    const callers = await Promise.all(Array.from({ length: CALLERS }, () => lab.cluster.newBearer('creator_pro')));
    const statuses = new Statuses();
    const load = (requests: number, keyed: boolean): Promise<void> =>
      eachOf(Array(requests).keys(), 8 * count, async (index) => {
        const { bearer } = callers[lab.below(CALLERS)]!;
        const headers = keyed ? { ...bearer, 'idempotency-key': randomUUID() } : bearer;
        statuses.count(await compare(replicas[index % count]!, headers, randomUUID()));
      });
    await load(WARM_UP * count, true);
    for (const keyed of [false, true]) {
      const before = timesOf(lab);
      const since = performance.now();
      await load(size, keyed);
      const after = timesOf(lab);
      const seconds = (performance.now() - since) / 1_000;
      const each = (ms: number): string => (ms / size).toFixed(2);
      const database = (after.database - before.database) / size;
      const what = keyed ? 'with an Idempotency-Key' : 'without one';
      figures.push(
        `${count} replicas, ${what}: main thread ${each(after.main - before.main)} ms of processor time a request, other threads ${each(after.others - before.others)}, PostgreSQL ${database.toFixed(2)} (${(size / seconds).toFixed(0)} requests a second)`,
      );
      if (!keyed && database > MOST_DATABASE_MS) {
        faults.push(`PostgreSQL needed ${database.toFixed(2)} ms of processor time`);
      }
    }
    faults.push(...statuses.others(200));
  }
  return { figures, faults };
}

/** Processor time since the start, in milliseconds. */
function timesOf({ replicas, postgres }: Laboratory): { main: number; others: number; database: number } {
  let [main, all] = [0, 0];
  for (const { pid } of replicas) {
    main += ticks(`/proc/${pid}/task/${pid}/stat`).own;
    all += ticks(`/proc/${pid}/stat`).own;
  }
  // The first process counts the children that have ended. The others are running.
  const first = ticks(`/proc/${postgres.pid}/stat`);
  let database = first.own + first.ofChildren;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = ticks(`/proc/${name}/stat`);
    if (child.parent === postgres.pid) database += child.own;
  }
  return { main: main * MS_OF_TICK, others: (all - main) * MS_OF_TICK, database: database * MS_OF_TICK };
}

/** Fields of `/proc/…/stat`; zeros for a process that has just ended. */
function ticks(file: string): { own: number; ofChildren: number; parent: number } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { own: 0, ofChildren: 0, parent: 0 };
  }
  // The name of the program may contain spaces. Its closing bracket ends it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
  return { own: utime + stime, ofChildren: cutime + cstime, parent: fields[1] ?? 0 };
}
