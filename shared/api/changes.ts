import { Type, type Static } from 'typebox';
import { PAGE_DEFAULT_LIMIT, PAGE_MAX_LIMIT } from '../change/page.ts';

/** Header that may contain the viewer token instead of the query. */
export const VIEWER_TOKEN_HEADER = 'x-viewer-token';

/** The query of a page of changes, after its numbers are parsed. The answer is a `StructuredPage`. */
export const ChangesQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'The viewer token, unless it is in X-Viewer-Token.' })),
  offset: Type.Integer({ minimum: 0, default: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: PAGE_MAX_LIMIT, default: PAGE_DEFAULT_LIMIT }),
});
export type ChangesQuery = Static<typeof ChangesQuery>;
