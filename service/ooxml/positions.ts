/**
 * Elements that mark the start or end of a range (EG_RangeMarkupElements, ECMA-376 part 1, 17.13). The ranges are
 * bookmarks, comments, and ranges with editing permission. They are not content. They may be between blocks, rows,
 * cells and runs.
 */
export const POSITIONS: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:permStart',
  'w:permEnd',
]);
