/** A process that handles one file that was converted or whose pages are rendered. `page-processes.ts` starts it. */
import { closedDoc } from '../formats/doc/closed-doc.ts';
import { closedOdt } from '../formats/odt/closed-odt.ts';
import { openPdf } from '../formats/pdf/paint/open-pdf.ts';
import { closedRtf } from '../formats/rtf/closed-rtf.ts';
import { closedCopy } from '../ooxml/closed-copy.ts';
import { readArchive } from '../ooxml/read-archive.ts';
import { writeArchive } from '../ooxml/write-archive.ts';
import type { PageTask } from '../workers/page-processes.ts';
import { serveTask } from '../workers/serve-task.ts';

serveTask(async ({ kind, bytes }: PageTask): Promise<Uint8Array | number | null> => {
  if (kind === 'close') return await closedCopy(bytes);
  if (kind === 'close-doc') return closedDoc(bytes);
  if (kind === 'close-rtf') return closedRtf(bytes);
  if (kind === 'close-odt') return await closedOdt(bytes);
  if (kind === 'settle') return writeArchive(await readArchive(bytes));
  const pdf = await openPdf(bytes);
  const pages = pdf.document.numPages;
  await pdf.close();
  return pages;
});
