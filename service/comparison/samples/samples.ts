import { readText } from '../../formats/read-text.ts';
import { writeTrackedDocument } from '../../exports/tracked-text/write-tracked-document.ts';
import type { DocumentReader, Comparer } from '../ports.ts';
import type { OpenComparison } from '../open-comparison.ts';
import { unpackBytes } from '../../pipeline/structure/pack-text.ts';
import { SAMPLE_TEXTS, type SampleText } from './sample-texts.ts';

/** Samples have no age: their creation time is always now. */
const CREATED_AT = '2025-01-01T00:00:00Z';
const CREATED_AT_MS = Date.parse(CREATED_AT);

/**
 * The public comparisons of every installation, without token and without expiry. Each is compared at its first use
 * and kept in memory, because they are small and few.
 */
export class Samples {
  readonly #comparer: Comparer;
  readonly #reader: DocumentReader;
  readonly #open = new Map<string, Promise<OpenComparison>>();

  constructor(comparer: Comparer, reader: DocumentReader) {
    this.#comparer = comparer;
    this.#reader = reader;
  }

  /** A sample; null for an unknown id. */
  open(comparisonId: string): Promise<OpenComparison> | null {
    const text = SAMPLE_TEXTS.find((sample) => sample.comparisonId === comparisonId);
    if (text === undefined) return null;
    const known = this.#open.get(comparisonId);
    if (known !== undefined) return known;
    const opened = this.#compare(text);
    this.#open.set(comparisonId, opened);
    // A failure reaches the current callers. The next caller tries again.
    opened.catch(() => this.#open.delete(comparisonId));
    return opened;
  }

  async #compare(sample: SampleText): Promise<OpenComparison> {
    const { comparisonId, title } = sample;
    const task = { ...(await this.#inputsOf(sample)), mode: 'auto', wantsHtml: false, comparisonId } as const;
    const { facts, structure, texts } = await this.#comparer.compare(task, new AbortController().signal);
    if (structure === null || texts === null) throw new Error(`the sample ${comparisonId} was not made to be kept`);
    const { head, chunks } = structure;
    return {
      record: { comparisonId, title, facts, createdAtMs: CREATED_AT_MS, review: true },
      expiresAtSeconds: null,
      head,
      share: null,
      html: () => unpackBytes(texts.html),
      chunks: (first, end) => Promise.resolve(chunks.slice(first, end)),
    };
  }

  async #inputsOf({ title, format, original, revised }: SampleText) {
    if (format !== 'docx') return { original, revised, format };
    const read = async (text: string) => {
      const bytes = await fileOf(text, title);
      return await this.#reader.read({ format, bytes, attributeMode: 'semantic' }, new AbortController().signal);
    };
    const pair = { format, original: await read(original), revised: await read(revised) };
    return { pair, attributeMode: 'semantic' } as const;
  }
}

/** A text as a DOCX with the same bytes each time. */
async function fileOf(html: string, title: string): Promise<Uint8Array> {
  const { blocks } = readText(html, 'html').document;
  return (await writeTrackedDocument(blocks, { author: 'diffsvc', date: CREATED_AT, title })).bytes;
}

/** Whether an id belongs to a sample. */
export function isSample(comparisonId: string): boolean {
  return SAMPLE_TEXTS.some((sample) => sample.comparisonId === comparisonId);
}
