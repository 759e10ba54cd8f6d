/** A process that reads files with our own readers. `witness-files.ts` starts it. */
import { serveTask } from '../workers/serve-task.ts';
import { ourDocxWords, ourPdfWords } from './our-words.ts';
import type { OwnTask } from './witness-files.ts';
import type { Word } from './words.ts';

serveTask(async ({ format, files }: OwnTask): Promise<Word[][]> => {
  if (format === 'pdf') return await ourPdfWords(files);
  return await Promise.all(files.map(ourDocxWords));
});
