/** How long a slice of work may keep the page from answering, in milliseconds. */
const SLICE_MS = 40;

/** When the page has had the chance to answer and to paint. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Runs work that rests often, in slices between which the page answers. Short work is done in the first slice. */
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
