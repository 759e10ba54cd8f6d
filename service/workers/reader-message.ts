/** The messages between the service and its reader processes. */
import type { ErrorCode, ServiceError } from '../../shared/errors.ts';
import type { DocumentTask, PackedDocument } from '../pipeline/tasks.ts';

/** To the process: a file to read. One at a time. */
export interface ReaderRequest {
  readonly id: number;
  readonly task: DocumentTask;
}

/** From the process: first that it is ready, then the outcome of each request. A refusal is a value. */
export type ReaderReply =
  | { readonly outcome: 'ready' }
  | {
      readonly outcome: 'done';
      readonly id: number;
      readonly result: PackedDocument;
      readonly residentBytes: number;
    }
  | {
      readonly outcome: 'refused';
      readonly id: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ServiceError['details'];
    }
  | { readonly outcome: 'broken'; readonly id: number; readonly stack: string };
