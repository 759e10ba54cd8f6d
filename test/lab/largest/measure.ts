/** Does one step of a comparison in a process of its own, as the service does it, so that its peak of memory is its own. */
import { ComparisonPool } from '../../../service/workers/comparison-pool.ts';
import { ReaderPool } from '../../../service/workers/reader-pool.ts';
import { packDocument } from '../../../service/pipeline/inputs/packed-document.ts';
import { readFile } from '../../../service/pipeline/inputs/read-file.ts';
import type { ComparisonTask, DocumentTask } from '../../../service/pipeline/inputs/tasks.ts';
import { LARGEST, type FilePair, type TextPair } from './inputs.ts';

/**
 * `read`: one file, as a reading process reads it. `redline`: two texts, or two files that were read, into HTML.
 * `store`: the same, with all structured changes.
 */
export interface LargestTask {
  readonly name: string;
  readonly step: 'read' | 'redline' | 'store';
}

/** Seconds of processor time of all threads, and the peak of resident memory of the process. */
export interface LargestFigures {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly sideKilobytes: number;
}

/** A step that takes longer hangs. */
const LIMIT_MS = 600_000;

// Reading processes alone do not keep this one running.
process.channel!.ref();
const { name, step } = JSON.parse(process.argv[2]!) as LargestTask;
const pair = LARGEST.get(name)!();
const sideKilobytes = Buffer.byteLength(pair.original) / 1024;
const work = step === 'read' ? reading(pair as FilePair) : await comparing(pair);
const before = process.cpuUsage();
await work();
const { user, system } = process.cpuUsage(before);
const figures: LargestFigures = {
  cpuSeconds: (user + system) / 1e6,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  sideKilobytes,
};
process.send!(figures, () => process.exit());

function reading({ format, original }: FilePair): () => Promise<void> {
  return async () => {
    const task = taskOf(format, original);
    packDocument(await readFile(task.format, task.bytes, task), task);
  };
}

async function comparing(given: TextPair | FilePair): Promise<() => Promise<void>> {
  const wanted = { mode: 'auto', wantsHtml: true, comparisonId: step === 'store' ? 'cmp_largest' : null } as const;
  const task: ComparisonTask =
    given.format === 'docx'
      ? { ...wanted, attributeMode: 'semantic', pair: await readElsewhere(given) }
      : { ...wanted, ...given };
  const pool = new ComparisonPool({ workers: 1 });
  const compare = async (each: ComparisonTask): Promise<void> => {
    await pool.compare(each, AbortSignal.timeout(LIMIT_MS));
  };
  // The thread of a service has loaded its program.
  await compare({ ...wanted, format: 'txt', original: 'one', revised: 'two' });
  return () => compare(task);
}

/** Both files, read in other processes. */
async function readElsewhere({ format, original, revised }: FilePair) {
  const readers = new ReaderPool({ processes: 1 });
  const signal = AbortSignal.timeout(LIMIT_MS);
  try {
    return {
      original: await readers.read(taskOf(format, original), signal),
      revised: await readers.read(taskOf(format, revised), signal),
    };
  } finally {
    readers.close();
  }
}

function taskOf(format: FilePair['format'], bytes: Uint8Array): DocumentTask {
  return { format, bytes, attributeMode: 'semantic' };
}
