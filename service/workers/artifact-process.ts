/**
 * A process that makes one file for the service and ends, started by `artifact-processes.ts`. It may be killed at any
 * moment. Its first argument is the limit of its resident memory in bytes.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import type { ArtifactTask } from '../comparison/exports/job.ts';
import { makeArtifact } from '../comparison/exports/make-artifact.ts';
import type { ArtifactReply } from './artifact-message.ts';

new Worker(fileURLToPath(new URL('./memory-watch.ts', import.meta.url)), {
  workerData: { limitBytes: Number(process.argv[2]) },
}).unref();

process.once('message', (task) => {
  // Only the service that started this process holds the other end, and it ends the process when it has the answer.
  void answer(task as ArtifactTask).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());

async function answer(task: ArtifactTask): Promise<ArtifactReply> {
  try {
    return { outcome: 'done', artifact: await makeArtifact(task) };
  } catch (fault) {
    if (fault instanceof ServiceError)
      return { outcome: 'refused', code: fault.code, message: fault.message, details: fault.details };
    return { outcome: 'broken', stack: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}
