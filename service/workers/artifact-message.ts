/** What the service and a process that makes a file say to each other. */
import type { ErrorCode, ServiceError } from '../../shared/errors.ts';
import type { Artifact } from '../comparison/exports/job.ts';

/** From the process: its one answer. A refusal travels as a value. */
export type ArtifactReply =
  | { readonly outcome: 'done'; readonly artifact: Artifact }
  | {
      readonly outcome: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    }
  | { readonly outcome: 'broken'; readonly stack: string };
