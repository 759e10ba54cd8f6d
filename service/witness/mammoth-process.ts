/** A process that reads one DOCX with mammoth. `second-readers.ts` starts it. */
import { serveTask } from '../workers/serve-task.ts';
import { mammothText } from './mammoth-text.ts';

serveTask(({ bytes }: { readonly bytes: Uint8Array }) => mammothText(bytes));
