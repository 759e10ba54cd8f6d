import type { PageMark, PageMarks } from '../../../shared/api/page-marks.ts';
import type { Side } from '../../../shared/document/model.ts';

/** The marks of one side. */
export interface SideMarks {
  /** By page, from 1. */
  readonly byPage: ReadonlyMap<number, readonly PageMark[]>;
  /** The first mark of each change. */
  readonly firstOf: ReadonlyMap<string, PageMark>;
}

/** Sorts the marks of a side by their pages. */
export function marksOfSide({ marks }: PageMarks, side: Side): SideMarks {
  const byPage = new Map<number, PageMark[]>();
  const firstOf = new Map<string, PageMark>();
  for (const mark of marks) {
    if (mark.side !== side) continue;
    const list = byPage.get(mark.page);
    if (list) list.push(mark);
    else byPage.set(mark.page, [mark]);
    const known = firstOf.get(mark.changeId);
    if (known === undefined || mark.page < known.page) firstOf.set(mark.changeId, mark);
  }
  return { byPage, firstOf };
}
