/**
 * Every error of the service: its code, its HTTP status and when it happens. OpenAPI, the server and the tests use this
 * one table.
 */
export const ERRORS = {
  invalid_request: { status: 400, when: 'The request is malformed: JSON, type, enum value, missing or mixed inputs.' },
  upload_size_mismatch: { status: 400, when: 'The bytes received differ from the upload’s `sizeBytes`.' },
  unauthorized: { status: 401, when: 'Authentication is missing or invalid.' },
  invalid_api_key: { status: 401, when: 'The bearer is no key that this service knows.' },
  export_authentication_required: { status: 401, when: 'Exports and jobs need a signed-in user or an API key.' },
  invalid_token: { status: 401, when: 'The viewer token is missing, malformed, or its signature does not match.' },
  token_issued_in_future: { status: 401, when: 'The viewer token’s time is more than 60 s ahead.' },
  signature_required: { status: 401, when: 'A body above 1 MiB came without `x-cloud-content-sha256`.' },
  signature_mismatch: { status: 401, when: 'The body has another SHA-256 than `x-cloud-content-sha256` says.' },
  quota_exceeded: { status: 402, when: 'The monthly allowance of the plan is used up. Final; do not retry.' },
  api_key_revoked: { status: 403, when: 'The API key was revoked.' },
  plan_required: { status: 403, when: 'The caller’s plan does not include the option.' },
  origin_not_allowed: { status: 403, when: 'A browser request whose Origin or Host is not allowed.' },
  not_found: { status: 404, when: 'Unknown path, or a resource that is not the caller’s.' },
  token_expired: { status: 404, when: 'The viewer token is older than its time to live.' },
  method_not_allowed: { status: 405, when: 'The path exists for other methods, named in Allow.' },
  upload_incomplete: { status: 409, when: 'The upload is used before its bytes arrived.' },
  upload_complete: { status: 409, when: 'The bytes of the upload arrived before; it takes them once.' },
  job_not_ready: { status: 409, when: 'A request asks for the result of an unfinished job.' },
  idempotency_in_progress: { status: 409, when: 'The operation of this Idempotency-Key is not finished.' },
  idempotency_conflict: { status: 409, when: 'The Idempotency-Key was used before with another request.' },
  idempotency_expired: {
    status: 409,
    when: 'The result of the Idempotency-Key is kept no longer; it cannot run again.',
  },
  gone: { status: 410, when: 'An artifact, upload or upload URL past its retention.' },
  inline_limit_exceeded: { status: 413, when: 'The serialized JSON request is above its limit; use uploads.' },
  document_too_large: { status: 413, when: 'An input is larger than the plan, or any document, may be.' },
  unsupported_media_type: { status: 415, when: 'The body, or an upload, has another type than the required one.' },
  document_too_complex: { status: 422, when: 'Too many tags, too deeply nested or too dense to compare.' },
  document_not_searchable: { status: 422, when: 'A scanned or image-only PDF; it needs OCR first.' },
  document_encrypted: { status: 422, when: 'A document that is protected by a password.' },
  document_invalid: { status: 422, when: 'Bytes that are not a readable document of the stated format.' },
  archive_limit_exceeded: { status: 422, when: 'A DOCX that expands over 100:1 or has over 1,000 entries.' },
  rate_limited: {
    status: 429,
    when: 'Too many requests a minute, or no capacity free. `Retry-After` says when to return.',
  },
  internal_error: { status: 500, when: 'Anything else; the log has the details.' },
  renderer_unavailable: {
    status: 501,
    when: 'The program that would render pages is not installed; in `page_rendering_failed` and in jobs.',
  },
  unavailable: {
    status: 503,
    when: 'The service is stopping or too busy, or its disk, database or object store failed. `Retry-After` says when to return.',
  },
  idempotency_unavailable: { status: 503, when: 'The records of Idempotency-Keys cannot be read or written.' },
  storage_full: {
    status: 507,
    when: 'The disk of the service is full, or only its reserve is free. Nothing was charged.',
  },
  comparison_timeout: { status: 504, when: 'The comparison took longer than 60 seconds and was stopped.' },
} as const satisfies Record<string, { status: number; when: string }>;

/** A code of the table. */
export type ErrorCode = keyof typeof ERRORS;

/** One fault of a request. `path` is a JSON Pointer for a body, else the parameter's name. */
export interface Issue {
  readonly in: 'body' | 'query' | 'header' | 'path';
  readonly path: string;
  readonly message: string;
}

/** An expected failure. `message` names the measured value, the limit and the next step, never a token or content. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: { readonly issues?: readonly Issue[]; readonly [name: string]: unknown } | undefined;

  /** `options.cause`: the failure behind this one, for the log only. */
  constructor(code: ErrorCode, message: string, details?: ServiceError['details'], options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
