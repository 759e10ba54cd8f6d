import type { DoneOperation } from '../../../shared/api/reviews.ts';

/** What a review is about, and how far it is. */
export interface ReviewHead {
  readonly reviewId: string;
  /** SHA-256 of both inputs and of the redline, as hexadecimal digits. */
  readonly original: string;
  readonly revised: string;
  readonly fragment: string;
  readonly originalName: string | null;
  readonly revisedName: string | null;
  /** Number of changes of the comparison. */
  readonly changes: number;
  readonly revision: number;
  readonly decided: number;
  readonly finished: boolean;
  /** Unix time in milliseconds. */
  readonly changedAtMs: number;
}

/** A review with its state: JSON of a `ReviewRecord`. */
export interface StoredReview extends ReviewHead {
  readonly state: string;
}

/** A new review. */
export interface NewReview extends Omit<StoredReview, 'revision' | 'decided' | 'finished'> {
  /** The changes that it is about, compressed. */
  readonly changeBytes: Uint8Array;
}

/** The next revision of a review. */
export interface NextRevision extends Pick<ReviewHead, 'revision' | 'decided' | 'finished' | 'changedAtMs'> {
  readonly state: string;
  /** What was done since `before`, in order. */
  readonly operations: readonly DoneOperation[];
  /** The revision on which it was made. */
  readonly before: number;
  /** Operations up to this revision are forgotten. */
  readonly forgotten: number;
}

/** The start of a page of a list: right after this review, the last changed first. */
export interface ReviewPosition {
  readonly changedAtMs: number;
  readonly reviewId: string;
}

/** Stores the reviews of each caller. */
export interface ReviewStore {
  /** Stores a review. Nothing changes if it is there. */
  insert(subject: string, review: NewReview): Promise<void>;
  count(subject: string): Promise<number>;
  find(subject: string, reviewId: string): Promise<StoredReview | null>;
  /** The last changed first. */
  list(subject: string, after: ReviewPosition | null, limit: number): Promise<readonly ReviewHead[]>;
  /** The compressed changes of a review; null if it is gone. */
  changes(subject: string, reviewId: string): Promise<Uint8Array | null>;
  /** Those of these operations that were done before. */
  known(subject: string, reviewId: string, operationIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** What was done after a revision, in order. */
  operations(subject: string, reviewId: string, after: number): Promise<readonly DoneOperation[]>;
  /** Stores the next revision. False if the review has another revision than `before` meanwhile, or is gone. */
  advance(subject: string, reviewId: string, next: NextRevision): Promise<boolean>;
  /** Whether there was one. */
  remove(subject: string, reviewId: string): Promise<boolean>;
}
