/** One object of each class, for as long as the process runs. */
const kept: object[] = [];

/**
 * Holds on to a small object of a class of which there are many during a comparison and none after it. V8 lets go of the shape of
 * objects (its hidden class) when the last one goes, and with it of all code that was compiled for that shape, which
 * the next comparison would compile anew (`test/lab/bench/collections.ts`).
 */
export function keepShape(object: object): void {
  kept.push(object);
}
