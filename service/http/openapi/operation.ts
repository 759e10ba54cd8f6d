import type { HTTPMethods } from 'fastify';
import type { ErrorCode } from '../../../shared/errors.ts';

/** The parts of the reference. */
export const TAGS = {
  Comparisons: 'Compare texts: as one answer, or as a stream of events.',
  Uploads: 'Inputs that are larger than a request may be.',
  'Stored comparisons': 'Read, list, share and delete comparisons that were kept.',
  Reviews: 'What the owner of this installation decided, one copy for all windows.',
  Exports: 'Files made of comparisons in the background.',
  Keys: 'API keys of the owner of this installation, and the usage of an account.',
  'Browser page and extensions': 'How the service’s own page, and a browser extension, get their rights.',
  Service: 'The service itself, and its public files.',
} as const;

/** The permitted callers of an operation. They determine its security and common refusals. */
export type Caller =
  'everyone' | 'anyone' | 'account' | 'exporter' | 'owner' | 'viewer' | 'own page' | 'extension' | 'upload token';

/** A parameter of the path, the query or the headers. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: object;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number;
}

/** The body of a request or an answer. */
export interface DescribedContent {
  readonly type: string;
  /** Name of a schema of the document, or a schema. */
  readonly schema: string | object;
  /** Bodies by name; text for other types than JSON. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** A successful answer. */
export interface DescribedAnswer {
  readonly description: string;
  readonly content?: readonly DescribedContent[];
}

/** One operation of the API. */
export interface DescribedOperation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As in `shared/api/endpoint-paths.ts`, with `:name` for a parameter. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description?: string;
  readonly caller: Caller;
  readonly parameters?: readonly DescribedParameter[];
  readonly request?: DescribedContent;
  readonly answers: Readonly<Record<number, DescribedAnswer>>;
  /** Refusals of this operation besides the refusals of its kind of caller. */
  readonly refusals: readonly ErrorCode[];
  /** Refusals are pages for a person, not JSON. */
  readonly refusesByPage?: true;
}

/** A JSON body. */
export function json(schema: string | object, examples: Readonly<Record<string, unknown>>): DescribedContent {
  return { type: 'application/json', schema, examples };
}

/** The operation that returns a file of the service to everyone. `example`: the file, or its start. */
export function publicFile(
  path: string,
  operationId: string,
  summary: string,
  type: string,
  example: unknown,
): DescribedOperation {
  const schema = { type: type === 'application/json' ? 'object' : 'string' };
  return {
    method: 'get',
    path,
    operationId,
    tag: 'Service',
    summary,
    caller: 'everyone',
    answers: { 200: { description: 'The file.', content: [{ type, schema, examples: { 'a file': example } }] } },
    refusals: [],
  };
}

/** Method and path of an operation's route. */
export function addressOf({ method, path }: DescribedOperation): {
  readonly method: HTTPMethods;
  readonly url: string;
} {
  return { method: method.toUpperCase(), url: path };
}
