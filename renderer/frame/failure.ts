import type { Side } from '../../shared/document/model.ts';

/** Why something failed, in words for the reader. `requestId` and `code` are set if the service answered. */
export interface Failure {
  readonly message: string;
  readonly code: string | null;
  readonly requestId: string | null;
  /** The side that could not be read; absent: none, or it is unknown. */
  readonly side?: Side;
}
