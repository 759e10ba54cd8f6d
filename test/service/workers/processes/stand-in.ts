/** A reader process that misbehaves on demand: the bytes of the task say how. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentTask, PackedDocument } from '../../../../service/pipeline/tasks.ts';
import { serveTask } from '../../../../service/workers/serve-task.ts';

const hoard: Buffer[] = [];

/** CPU time of `burn`, and time of `sleep`. */
const BURN_MICROSECONDS = 500_000;
const SLEEP_MS = 1_500;

serveTask(async ({ bytes }: DocumentTask): Promise<PackedDocument> => {
  switch (Buffer.from(bytes).toString()) {
    case 'spin':
      for (;;);
    case 'burn': {
      const before = process.cpuUsage();
      for (let spent = 0; spent < BURN_MICROSECONDS;) {
        const { user, system } = process.cpuUsage(before);
        spent = user + system;
      }
      break;
    }
    case 'sleep':
      await delay(SLEEP_MS);
      break;
    case 'hoard':
      for (;;) hoard.push(Buffer.alloc(16 * 1024 * 1024, 1));
    case 'exit':
      process.exit(3);
  }
  return {
    format: 'docx',
    packed: new Uint8Array(0),
    fileSha256: '',
    warnings: [{ code: 'pid', message: String(process.pid) }],
  };
});
