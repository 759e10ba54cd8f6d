/** A process that makes one file of an export, started by `artifact-processes.ts`. */
import { makeArtifact } from '../exports/make-artifact.ts';
import { serveTask } from './serve-task.ts';

serveTask(makeArtifact);
