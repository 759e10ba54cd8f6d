/**
 * A process that reads documents for the service. `reader-pool.ts` starts it and may kill it at any moment. Its first
 * argument is the limit of its resident memory in bytes.
 */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../../shared/errors.ts';
import { packDocument } from '../pipeline/packed-document.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/tasks.ts';
import type { DocumentFormat } from '../../shared/formats.ts';
import { readDocx } from '../formats/docx/read-docx.ts';
import { extractPages } from '../formats/pdf/extract-pages.ts';
import type { ReaderReply, ReaderRequest } from './reader-message.ts';

const READERS: { readonly [Format in DocumentFormat]: (task: DocumentTask) => Promise<PackedDocument> } = {
  docx: async ({ bytes, attributeMode, include = [] }) =>
    packDocument('docx', await readDocx(bytes, { attributeMode, include }), bytes),
  pdf: async ({ bytes }) => packDocument('pdf', await extractPages(bytes), bytes),
};

new Worker(fileURLToPath(new URL('./memory-watch.ts', import.meta.url)), {
  workerData: { limitBytes: Number(process.argv[2]) },
}).unref();

const reply = (message: ReaderReply): void => void process.send?.(message);

process.on('message', (message) => {
  // Only the service that started this process holds the other end.
  void answer(message as ReaderRequest).then(reply);
});
process.on('disconnect', () => process.exit());
reply({ outcome: 'ready' });

async function answer({ id, task }: ReaderRequest): Promise<ReaderReply> {
  try {
    const result = await READERS[task.format](task);
    return { outcome: 'done', id, result, residentBytes: process.memoryUsage.rss() };
  } catch (fault) {
    if (fault instanceof ServiceError)
      return { outcome: 'refused', id, code: fault.code, message: fault.message, details: fault.details };
    return { outcome: 'broken', id, stack: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) };
  }
}
