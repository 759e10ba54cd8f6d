/** A reader process that misbehaves on demand: the bytes of the task say how. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DocumentTask, PackedDocument } from '../../../../service/pipeline/tasks.ts';
import type { TaskReply } from '../../../../service/workers/task-reply.ts';

new Worker(fileURLToPath(new URL('../../../../service/workers/memory-watch.ts', import.meta.url)), {
  workerData: { limitBytes: Number(process.argv[2]) },
}).unref();

const hoard: Buffer[] = [];

process.on('message', (message) => {
  const task = message as DocumentTask;
  switch (Buffer.from(task.bytes).toString()) {
    case 'spin':
      for (;;);
    case 'hoard':
      for (;;) hoard.push(Buffer.alloc(16 * 1024 * 1024, 1));
    case 'exit':
      process.exit(3);
    // eslint's switch has no way to know that the process has ended.
    default: {
      const reply: TaskReply<PackedDocument> = {
        outcome: 'done',
        result: {
          packed: new Uint8Array(0),
          fileSha256: '',
          warnings: [{ code: 'pid', message: String(process.pid) }],
        },
        residentBytes: process.memoryUsage.rss(),
      };
      process.send?.(reply);
    }
  }
});
