/** The longest time in milliseconds that one slice of work may block the page. */
const SLICE_MS = 40;

/** Resolves after the page had a chance to respond and paint. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Runs pausing work in slices. The page responds between slices. Short work ends in the first slice. */
export async function inSlices<T>(work: Iterator<unknown, T, undefined>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const { done, value } = work.next();
      if (done === true) return value;
    } while (performance.now() < until);
    await nextTurn();
  }
}
