/** A process that reads documents for the service. `reader-pool.ts` starts it. */
import type { DocumentFormat } from '../../shared/formats.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import { extractPages } from '../formats/pdf/extract-pages.ts';
import { packDocument } from '../pipeline/packed-document.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/tasks.ts';
import { serveTask } from './serve-task.ts';

const READERS: { readonly [Format in DocumentFormat]: (task: DocumentTask) => Promise<PackedDocument> } = {
  docx: async ({ bytes, attributeMode, include = [], complexity = 'standard' }) =>
    packDocument('docx', await readDocx(bytes, { attributeMode, include }), bytes, complexity),
  pdf: async ({ bytes, complexity = 'standard' }) => packDocument('pdf', await extractPages(bytes), bytes, complexity),
};

serveTask((task: DocumentTask) => READERS[task.format](task));
