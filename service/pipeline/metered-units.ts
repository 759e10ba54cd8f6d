/** One metered unit: 100 KiB of both inputs together. */
const UNIT_BYTES = 102_400;

/** Metered units of two inputs: each started 100 KiB of raw bytes together. 0 for two empty inputs. */
export function meteredUnits(originalBytes: number, revisedBytes: number): number {
  return Math.ceil((originalBytes + revisedBytes) / UNIT_BYTES);
}
