/**
 * Every error the service answers with: code, HTTP status and when it happens (specification section 7 and its
 * completion). One table, so that OpenAPI, the server and the tests list the same codes.
 */
export const ERRORS = {
  invalid_request: { status: 400, when: 'The request is malformed: JSON, type, enum value, missing or mixed inputs.' },
  unauthorized: { status: 401, when: 'Authentication is missing or invalid.' },
  invalid_api_key: { status: 401, when: 'The bearer is no key that this service knows.' },
  invalid_token: { status: 401, when: 'The viewer token is missing, malformed, or its signature does not match.' },
  token_issued_in_future: { status: 401, when: 'The viewer token’s time is more than 60 s ahead.' },
  origin_not_allowed: { status: 403, when: 'A browser request whose Origin or Host is not allowed.' },
  not_found: { status: 404, when: 'Unknown path, or a resource that is not the caller’s.' },
  token_expired: { status: 404, when: 'The viewer token is older than its time to live.' },
  method_not_allowed: { status: 405, when: 'The path exists for other methods, named in Allow.' },
  inline_limit_exceeded: { status: 413, when: 'The serialized JSON request is above 819,200 bytes.' },
  unsupported_media_type: { status: 415, when: 'The body is not application/json.' },
  document_not_searchable: { status: 422, when: 'The PDF has no text, only pictures; it needs OCR first.' },
  document_encrypted: { status: 422, when: 'The DOCX or PDF is protected by a password.' },
  document_invalid: { status: 422, when: 'The bytes are no readable document of the stated format.' },
  document_too_complex: { status: 422, when: 'Too many tags, too deeply nested or too dense to compare.' },
  rate_limited: { status: 429, when: 'The service has no capacity free for the request.' },
  internal_error: { status: 500, when: 'Anything else; the log has the details.' },
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

  constructor(code: ErrorCode, message: string, details?: ServiceError['details']) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
