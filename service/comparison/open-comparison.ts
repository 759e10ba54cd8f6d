import type { ComparisonRecord, Share } from './ports.ts';
import type { StructureHead } from '../pipeline/structure/structure.ts';

/** A comparison that a visitor may read. */
export interface OpenComparison {
  readonly record: Omit<ComparisonRecord, 'expiresAtSeconds'>;
  /** Unix time; null for a sample, which stays. */
  readonly expiresAtSeconds: number | null;
  readonly head: StructureHead;
  /** The share whose token was shown; null for its creator, and for a sample. */
  readonly share: Share | null;
  /** The fragment as a JSON string in UTF-8. */
  readonly html: () => Promise<Uint8Array>;
  /** The compressed chunks from `first` up to, and not including, `end`. */
  readonly chunks: (first: number, end: number) => Promise<readonly Uint8Array[]>;
}
