/** A process that merges DOCX files for the command line. `confined-files.ts` starts it. */
import { mergeDocuments } from '../exports/merge-documents.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(mergeDocuments);
