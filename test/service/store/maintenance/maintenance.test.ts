import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Maintenance, type MaintenanceReport } from '../../../../service/store/maintenance/maintenance.ts';
import { openDatabase } from '../../../../service/store/sqlite/open-database.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-maintenance-'));
  file = join(directory, 'db.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const settled = (condition: () => boolean): Promise<void> => expect.poll(condition).toBe(true);

describe('the maintenance of the database', () => {
  it('finds a sound one sound, and moves the log into it while it is open', async () => {
    const database = await openDatabase(file);
    const before = statSync(file).size;
    const reports: MaintenanceReport[] = [];
    const maintenance = new Maintenance(file, (report) => reports.push(report), { checkpointEveryMs: 50 });
    try {
      await settled(() => reports.length > 0);
      expect(reports[0]).toEqual({ kind: 'checked', faults: [] });
      await settled(() => statSync(file).size > before);
    } finally {
      await maintenance.close();
      await database.destroy();
    }
  });

  it('tells of a damaged one', async () => {
    await (await openDatabase(file)).destroy();
    writeFileSync(file, Buffer.alloc(4_096, 9), { flag: 'r+' });
    const reports: MaintenanceReport[] = [];
    const maintenance = new Maintenance(file, (report) => reports.push(report));
    try {
      await settled(() => reports.length > 0);
      expect(reports[0]).toMatchObject({ kind: 'failed', message: expect.stringMatching(/not a database|malformed/) });
    } finally {
      await maintenance.close();
    }
  });
});
