import type { ComparisonRecord, Share } from './ports.ts';
import type { StructureHead } from '../pipeline/structure/structure.ts';

/** A comparison that a visitor may read. */
export interface OpenComparison {
  readonly record: Omit<ComparisonRecord, 'expiresAtSeconds'>;
  /** Unix time; null for a sample, which never expires. */
  readonly expiresAtSeconds: number | null;
  readonly head: StructureHead;
  /** The share of the visitor's token; null for the creator, and for a sample. */
  readonly share: Share | null;
  /** The fragment as a JSON string in UTF-8. */
  readonly html: () => Promise<Uint8Array>;
  /** The compressed chunks from `first` up to, but not including, `end`. */
  readonly chunks: (first: number, end: number) => Promise<readonly Uint8Array[]>;
}
