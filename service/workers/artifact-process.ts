/** A process that makes one file of an export. `artifact-processes.ts` starts it. */
import { makeArtifact } from '../exports/make-artifact.ts';
import { serveTasks } from './serve-tasks.ts';

serveTasks(makeArtifact);
