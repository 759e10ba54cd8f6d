import { CompareTextRequest, CompareTextResponse, UploadReference } from '../../../shared/api/compare-text.ts';
import {
  ComparisonList,
  HostedComparison,
  ListedComparison,
  Share,
  ShareRequest,
} from '../../../shared/api/comparisons.ts';
import { ComparisonDigests } from '../../../shared/api/digests.ts';
import { CompareDocumentsRequest } from '../../../shared/api/documents.ts';
import { ErrorBody } from '../../../shared/api/error-body.ts';
import { Health } from '../../../shared/api/health.ts';
import { Installation } from '../../../shared/api/installation.ts';
import { ExportRequest, Job, JobList } from '../../../shared/api/jobs.ts';
import { CheckedPlace, LastCheck } from '../../../shared/api/last-check.ts';
import {
  ApiKeyDescription,
  CreatedKey,
  CreateKeyRequest,
  KeyList,
  OpenedSession,
  OpenSessionRequest,
  SessionToken,
  SignInAnswer,
} from '../../../shared/api/owner.ts';
import { MarkedPage, PageMark, PageMarks, UnplacedChange } from '../../../shared/api/page-marks.ts';
import {
  BeginPairingRequest,
  BegunPairing,
  ConfirmPairingRequest,
  ExchangedPairing,
  ExchangePairingRequest,
  PairingList,
} from '../../../shared/api/pairing.ts';
import {
  AppendAnswer,
  AppendRequest,
  ChangedReview,
  DoneOperation,
  FoundReviews,
  ListedReview,
  NoteEdit,
  OwnerReview,
  PassageEdit,
  RefusedDecision,
  ReviewDecision,
  ReviewedChange,
  ReviewedChanges,
  ReviewList,
  ReviewOperation,
  ReviewSearchRequest,
  ReviewState,
  ReviewSubject,
} from '../../../shared/api/reviews.ts';
import {
  CompareDocumentsResponse,
  ContentBlock,
  ContentComplete,
  PageRenderingComplete,
  StreamFailure,
  TextReady,
} from '../../../shared/api/stream-events.ts';
import { CreateUploadRequest, CreateUploadResponse } from '../../../shared/api/uploads.ts';
import { Usage } from '../../../shared/api/usage.ts';
import * as changes from '../../../shared/change/change.ts';
import { ChangeGroup, ChangeSignal, ClauseReference } from '../../../shared/change/details.ts';
import { ChangePart, DraftChanges } from '../../../shared/change/negotiation.ts';
import {
  AlignmentEntry,
  AlignmentSegment,
  BlockSpan,
  PageBlock,
  SideModel,
  StructuredPage,
  Summary,
  UnitCounts,
} from '../../../shared/change/page.ts';
import { ComparisonWarning, Uncompared, UncomparedItem } from '../../../shared/change/uncompared.ts';
import { DeclaredRevisions, UndisclosedEdits, UndisclosedItem } from '../../../shared/change/undisclosed.ts';
import { ERRORS } from '../../../shared/errors.ts';

/** The schemas of requests and answers by name. Those of requests also check the requests. */
const BODIES = {
  CompareDocumentsRequest,
  CompareDocumentsResponse,
  ContentComplete,
  PageRenderingComplete,
  CompareTextRequest,
  CompareTextResponse,
  ContentBlock,
  TextReady,
  StreamFailure,
  StructuredPage,
  CreateUploadRequest,
  CreateUploadResponse,
  HostedComparison,
  ComparisonList,
  ShareRequest,
  Share,
  Usage,
  KeyList,
  CreateKeyRequest,
  CreatedKey,
  OpenSessionRequest,
  OpenedSession,
  SessionToken,
  BeginPairingRequest,
  BegunPairing,
  PairingList,
  ConfirmPairingRequest,
  ExchangePairingRequest,
  SignInAnswer,
  ExchangedPairing,
  Health,
  Installation,
  ExportRequest,
  Job,
  JobList,
  PageMarks,
  DraftChanges,
  UndisclosedEdits,
  ReviewList,
  OwnerReview,
  ReviewSubject,
  ReviewedChanges,
  AppendRequest,
  AppendAnswer,
  ReviewSearchRequest,
  FoundReviews,
  ChangedReview,
};

/** The schemas of what is in several of the bodies, by name. */
const PARTS = {
  Change: changes.Change,
  InsertChange: changes.InsertChange,
  DeleteChange: changes.DeleteChange,
  ReplaceChange: changes.ReplaceChange,
  FormatChange: changes.FormatChange,
  LinkChange: changes.LinkChange,
  BlockInsertChange: changes.BlockInsertChange,
  BlockDeleteChange: changes.BlockDeleteChange,
  Location: changes.ChangeLocation,
  SideLocation: changes.SideLocation,
  CharRange: changes.CharRange,
  TableCell: changes.TableCell,
  ChangedFragment: changes.ChangedFragment,
  ChangeFormat: changes.ChangeFormat,
  ChangedPicture: changes.ChangedPicture,
  DeclaredBy: changes.DeclaredBy,
  ChangeSignal,
  ChangeGroup,
  ClauseReference,
  ChangePart,
  Summary,
  UnitCounts,
  Block: PageBlock,
  BlockSpan,
  SideModel,
  Alignment: AlignmentEntry,
  AlignmentSegment,
  Uncompared,
  UncomparedItem,
  UndisclosedItem,
  DeclaredRevisions,
  ComparisonWarning,
  ComparisonDigests,
  ListedComparison,
  UploadReference,
  LastCheck,
  CheckedPlace,
  PageMark,
  MarkedPage,
  UnplacedChange,
  ApiKeyDescription,
  ListedReview,
  ReviewState,
  ReviewedChange,
  ReviewOperation,
  DoneOperation,
  RefusedDecision,
  ReviewDecision,
  NoteEdit,
  PassageEdit,
};

/** Every schema of the document by name, whole: without references. */
export const SCHEMAS: Readonly<Record<string, object>> = { ...BODIES, ...PARTS, Error: errorSchema() };

/** The error body, with every code and its meaning. */
function errorSchema(): object {
  const codes = Object.entries(ERRORS).map(([code, { status, when }]) => ({
    const: code,
    description: `${status}: ${when}`,
  }));
  return { ...ErrorBody, properties: { ...ErrorBody.properties, code: { type: 'string', oneOf: codes } } };
}
