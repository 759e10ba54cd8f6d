import type { TextComparer } from '../ports.ts';
import type { OpenComparison } from '../open-comparison.ts';
import { unpackBytes } from '../pack-text.ts';
import { SAMPLE_TEXTS, type SampleText } from './sample-texts.ts';

/** Samples have no age: they show this moment as that of their creation. */
const CREATED_AT_MS = Date.UTC(2025, 0, 1);

/**
 * The comparisons that everyone may see in every installation, without token and without end (specification 2.10).
 * Each is compared when it is first asked for, and kept in memory: they are small, and few.
 */
export class Samples {
  readonly #comparer: TextComparer;
  readonly #open = new Map<string, Promise<OpenComparison>>();

  constructor(comparer: TextComparer) {
    this.#comparer = comparer;
  }

  /** A sample; null when no sample has this id. */
  open(comparisonId: string): Promise<OpenComparison> | null {
    const text = SAMPLE_TEXTS.find((sample) => sample.comparisonId === comparisonId);
    if (text === undefined) return null;
    const known = this.#open.get(comparisonId);
    if (known !== undefined) return known;
    const opened = this.#compare(text);
    this.#open.set(comparisonId, opened);
    // A failure is told to who waits for it; the next one who asks tries again.
    opened.catch(() => this.#open.delete(comparisonId));
    return opened;
  }

  async #compare({ comparisonId, title, format, original, revised }: SampleText): Promise<OpenComparison> {
    const task = { original, revised, format, mode: 'auto', wantsHtml: false, comparisonId } as const;
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
}

/** Whether an id is a sample's. */
export function isSample(comparisonId: string): boolean {
  return SAMPLE_TEXTS.some((sample) => sample.comparisonId === comparisonId);
}
