/** Stored comparisons: the caller's list, the hosted form that a token opens, and further links. */
import { Type, type Static } from 'typebox';
import { Summary } from '../change/page.ts';
import { COMPLEXITY_FIELDS } from './complexity.ts';
import { OUTCOME } from './outcome.ts';
import { ORIGIN_MAX_LENGTH } from './request-limits.ts';
import { MIXED_FORMATS } from './side-formats.ts';
import { TTL_SPELLINGS } from './text-spellings.ts';

/** Default and maximum number of entries in a list. Structured pages have the same numbers. */
export const LIST_DEFAULT_LIMIT = 100;
export const LIST_MAX_LIMIT = 500;

const Format = Type.Enum(['html', 'markdown', 'txt', 'json', 'csv', 'tsv', 'docx', 'pdf', 'xlsx', 'pptx', 'mixed']);
const Engine = Type.Enum(['dom', 'text', 'document']);
const Moment = (description: string) => Type.String({ format: 'date-time', description });

const stored = {
  comparisonId: Type.String(),
  title: Type.Optional(Type.String()),
  format: Format,
  ...MIXED_FORMATS,
  engine: Engine,
  fallback: Type.Boolean(),
  summary: Summary,
  createdAt: Moment('ISO 8601, UTC.'),
};

/** The answer at `hostedUrl`: a stored comparison with its redline, as JSON. */
export const HostedComparison = Type.Object({
  ...stored,
  html: Type.String({ description: 'The fragment.' }),
  cssUrl: Type.String({ description: 'Stylesheet of the fragment.' }),
  ...COMPLEXITY_FIELDS,
  ...OUTCOME,
  expiresAt: Type.Optional(Moment('When the content goes; absent for a sample, which stays.')),
});
export type HostedComparison = Static<typeof HostedComparison>;

/** An entry of the caller's list of comparisons. */
export const ListedComparison = Type.Object({ ...stored, expiresAt: Moment('When the content goes.') });
export type ListedComparison = Static<typeof ListedComparison>;

/** A page of the caller's comparisons, newest first. */
export const ComparisonList = Type.Object({
  comparisons: Type.Array(ListedComparison),
  nextCursor: Type.Optional(Type.String({ description: 'Pass it as `cursor`; absent on the last page.' })),
});
export type ComparisonList = Static<typeof ComparisonList>;

/** The query of the list, after its number is parsed. */
export const ComparisonListQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: LIST_MAX_LIMIT, default: LIST_DEFAULT_LIMIT }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the page before.' })),
});
export type ComparisonListQuery = Static<typeof ComparisonListQuery>;

/** The query of a stored comparison. */
export const HostedQuery = Type.Object({
  token: Type.Optional(Type.String({ description: 'The viewer token, unless it is in X-Viewer-Token.' })),
});
export type HostedQuery = Static<typeof HostedQuery>;

/** The body that creates a further link to a stored comparison. */
export const ShareRequest = Type.Object({
  hostedViewerTtl: Type.Optional(Type.Enum(TTL_SPELLINGS, { default: '24h' })),
  embedOrigin: Type.Optional(
    Type.String({ maxLength: ORIGIN_MAX_LENGTH, description: 'The exact web origin that may control the viewer.' }),
  ),
});
export type ShareRequest = Static<typeof ShareRequest>;

/** A further link. The token is a credential. */
export const Share = Type.Object({
  viewerUrl: Type.String({ description: 'Page that shows the comparison to a person, with its token.' }),
  embedUrl: Type.String({ description: 'The same page for a frame of another page.' }),
  viewerToken: Type.String({ description: 'The token of both pages. It also opens the comparison as JSON.' }),
  expiresAt: Moment('When the link ends.'),
});
export type Share = Static<typeof Share>;
