/** A process that works on whole DOCX files for the command line. `confined-files.ts` starts it. */
import { doFileTask } from '../pipeline/file-tasks.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(doFileTask);
