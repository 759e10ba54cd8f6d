/** Pictures without bytes that a page adds to a text for showing, such as the signs of comments. */
import type { CarriedLayer, Run, TextBlock } from './model.ts';

/** A mark in a text block. `offset`: UTF-16 units into its merged text. The run is a picture without text. */
export interface ShownMark {
  readonly offset: number;
  readonly run: Run;
}

/** A text block with marks after the text before their offsets, on the side or sides that their runs belong to. */
export function withMarks(block: TextBlock, marks: readonly ShownMark[]): TextBlock {
  const sorted = marks.toSorted((a, b) => a.offset - b.offset);
  const runs = withRuns(block.runs, sorted);
  return block.carried === undefined ? { ...block, runs } : { ...block, runs, carried: carriedWith(block, sorted) };
}

function withRuns(runs: readonly Run[], pending: readonly ShownMark[]): Run[] {
  const result: Run[] = [];
  let [at, next] = [0, 0];
  for (const run of runs) {
    let from = 0;
    for (; next < pending.length && pending[next]!.offset <= at + run.text.length; next += 1) {
      const to = pending[next]!.offset - at;
      if (to > from) result.push({ ...run, text: run.text.slice(from, to) });
      from = Math.max(from, to);
      result.push(pending[next]!.run);
    }
    if (from === 0) result.push(run);
    else if (from < run.text.length) result.push({ ...run, text: run.text.slice(from) });
    at += run.text.length;
  }
  for (; next < pending.length; next += 1) result.push(pending[next]!.run);
  return result;
}

/** The original's layer lists its pictures by themselves. So it lists its marks as well. */
function carriedWith({ runs, carried }: TextBlock, marks: readonly ShownMark[]): CarriedLayer {
  const own = marks.flatMap(({ offset, run: { image, edit } }) =>
    image === undefined || edit?.side === 'revised' ? [] : [{ at: originalOffset(runs, offset), image }],
  );
  return { ...carried!, images: [...carried!.images, ...own].toSorted((a, b) => a.at - b.at) };
}

/** An offset into the merged text as an offset into the text of the original. */
function originalOffset(runs: readonly Run[], offset: number): number {
  let [merged, original] = [0, 0];
  for (const { text, edit } of runs) {
    const length = Math.max(0, Math.min(text.length, offset - merged));
    if (edit?.side !== 'revised') original += length;
    merged += text.length;
  }
  return original;
}
