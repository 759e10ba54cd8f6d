import { METERED_UNIT_BYTES } from '../../../shared/limits.ts';

/** Metered units of two inputs: each started 100 KiB of raw bytes together. 0 for two empty inputs. */
export function meteredUnits(originalBytes: number, revisedBytes: number): number {
  return Math.ceil((originalBytes + revisedBytes) / METERED_UNIT_BYTES);
}
