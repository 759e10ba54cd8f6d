/** The library `diffsvc/client`: calls a running service, from Node and from a browser. docs/libraries.md shows it in use. */
export { ServiceClient } from './service-client.ts';
export type {
  CallOptions,
  CompareTextOptions,
  ComparisonAccess,
  Fetch,
  FetchedResponse,
  FetchInit,
  ServiceClientOptions,
} from './service-client.ts';
export { INCOMPLETE_STREAM, ServiceCallError, UNREADABLE_ANSWER } from './service-call-error.ts';
export type { CompareTextRequest, CompareTextResponse } from '../api/compare-text.ts';
export type { ComparisonList, HostedComparison, Share, ShareRequest } from '../api/comparisons.ts';
export type { CompareDocumentsRequest } from '../api/documents.ts';
export type { ExportRequest, Job, JobList } from '../api/jobs.ts';
export type { DocumentStreamEvent, TextStreamEvent } from '../api/stream-events.ts';
export type { Usage } from '../api/usage.ts';
export type { Change, StructuredPage, Summary } from '../change/page.ts';
