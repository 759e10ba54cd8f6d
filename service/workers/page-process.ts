/** A process that handles one file whose pages are rendered. `page-processes.ts` starts it. */
import { openPdf } from '../formats/pdf/paint/open-pdf.ts';
import { closedCopy } from '../ooxml/closed-copy.ts';
import type { PageTask } from './page-processes.ts';
import { serveTask } from './serve-task.ts';

serveTask(async ({ kind, bytes }: PageTask): Promise<Uint8Array | number> => {
  if (kind === 'close') return await closedCopy(bytes);
  const pdf = await openPdf(bytes);
  const pages = pdf.document.numPages;
  await pdf.close();
  return pages;
});
