/**
 * Elements that say where a range begins or ends (EG_RangeMarkupElements, ECMA-376 part 1, 17.13), and are no content: bookmarks,
 * texts of comments, and stretches that may be edited under protection. They may stand between blocks, rows, cells and runs.
 */
export const POSITIONS: ReadonlySet<string> = new Set([
  'w:bookmarkStart',
  'w:bookmarkEnd',
  'w:commentRangeStart',
  'w:commentRangeEnd',
  'w:permStart',
  'w:permEnd',
]);
