/** A process that makes one file of an export. `artifact-processes.ts` starts it. */
import { makeArtifact } from '../exports/make-artifact.ts';
import { serveTask } from './serve-task.ts';

serveTask(makeArtifact);
