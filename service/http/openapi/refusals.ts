import { ERRORS, type ErrorCode } from '../../../shared/errors.ts';
import { bodyOf } from './body.ts';
import { CALLERS, isLimited } from './callers.ts';
import { headerOf, headersOf } from './headers.ts';
import { json, type DescribedContent, type DescribedOperation } from './operation.ts';

/** Errors that every address may return. */
const EVERYWHERE: readonly ErrorCode[] = ['origin_not_allowed', 'method_not_allowed', 'internal_error'];
const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'idempotency_in_progress']);
const EXAMPLE_REQUEST_ID = '0b4f0e9a-6c1d-4a53-9f7e-2d8c5b1a7e60';

/** The notice of a refusal for a person. */
const REFUSAL_PAGE: DescribedContent = {
  type: 'text/html',
  schema: { type: 'string' },
  examples: { 'a page': '<!doctype html>…' },
};

/** A refusal of an operation. Refusals of one name are the same response. */
export interface Refusal {
  readonly status: string;
  readonly name: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** The refusals of an operation: one response for each status of its codes, with an example for each code. */
export function refusalsOf(operation: DescribedOperation): Refusal[] {
  const codes = new Set([...operation.refusals, ...CALLERS[operation.caller].refusals, ...EVERYWHERE]);
  const byStatus = Object.groupBy(codes, (code) => ERRORS[code].status);
  return Object.entries(byStatus).map(([status, same]) => refusalOf(status, same, operation));
}

function refusalOf(status: string, codes: readonly ErrorCode[], operation: DescribedOperation): Refusal {
  const { caller, refusesByPage = false } = operation;
  const isPage = refusesByPage && !codes.includes('method_not_allowed');
  const { type, ...content } = isPage ? REFUSAL_PAGE : errorBodies(codes);
  const headers = headersOf(caller);
  if (status === '405') headers['Allow'] = headerOf('Allow');
  if (codes.some((code) => WITH_RETRY_AFTER.has(code))) headers['Retry-After'] = headerOf('RetryAfter');
  return {
    status,
    name: codes.map(inPascalCase).join('Or') + (isPage ? 'Page' : '') + (isLimited(caller) ? '' : 'WithoutLimit'),
    response: {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].when}`).join('\n'),
      headers,
      content: { [type]: bodyOf({ type, ...content }) },
    },
  };
}

function errorBodies(codes: readonly ErrorCode[]): DescribedContent {
  const bodyFor = (code: ErrorCode) => ({ code, message: ERRORS[code].when, requestId: EXAMPLE_REQUEST_ID });
  return json('Error', Object.fromEntries(codes.map((code) => [code, bodyFor(code)] as const)));
}

function inPascalCase(code: ErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
