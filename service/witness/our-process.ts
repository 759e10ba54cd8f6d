/** A process that reads files with our own readers. `witness-files.ts` starts it. */
import { serveTask } from '../workers/serve-task.ts';
import { drawnDifferently, ourDocxWords, ourPdfWords } from './our-words.ts';
import type { DrawingTask, OwnTask } from './witness-files.ts';
import type { Word } from './words.ts';

serveTask(async (task: OwnTask | DrawingTask): Promise<Word[][] | string[]> => {
  if ('drawings' in task) return await drawnDifferently(task.drawings);
  const { format, files } = task;
  if (format === 'pdf') return await ourPdfWords(files);
  return await Promise.all(files.map(ourDocxWords));
});
