/** A process that reads documents for the service. `reader-pool.ts` starts it. */
import { packDocument } from '../pipeline/inputs/packed-document.ts';
import { readFile } from '../pipeline/inputs/read-file.ts';
import type { DocumentTask } from '../pipeline/inputs/tasks.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(async (task: DocumentTask) => packDocument(await readFile(task.format, task.bytes, task), task));
