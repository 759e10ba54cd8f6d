/** A process that makes files of exports. `artifact-processes.ts` starts it. */
import { makeArtifact } from '../exports/make-artifact.ts';
import { rehearse } from '../exports/rehearse.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(makeArtifact, rehearse);
