/** A PDF transformation matrix [a b c d e f] (ISO 32000-2, 8.3.3): x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The identity matrix. */
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The matrix that applies `first`, then `then`. */
export function multiply(first: Matrix, then: Matrix): Matrix {
  return [
    first[0] * then[0] + first[1] * then[2],
    first[0] * then[1] + first[1] * then[3],
    first[2] * then[0] + first[3] * then[2],
    first[2] * then[1] + first[3] * then[3],
    first[4] * then[0] + first[5] * then[2] + then[4],
    first[4] * then[1] + first[5] * then[3] + then[5],
  ];
}

/** Parses a matrix: six finite numbers in an array or typed array, otherwise null. */
export function matrixOf(value: unknown): Matrix | null {
  if (typeof value !== 'object' || value === null) return null;
  const source = value as Readonly<Record<number, unknown>>;
  const numbers: number[] = [];
  for (let index = 0; index < 6; index++) {
    const entry = source[index];
    if (typeof entry !== 'number' || !Number.isFinite(entry)) return null;
    numbers.push(entry);
  }
  return numbers as unknown as Matrix;
}
