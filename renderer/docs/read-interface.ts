import { docsMessages } from '../strings/docs.ts';

/** Turns the OpenAPI document of the service into what the reference shows. */

/** The parts of an OpenAPI 3.1 document that are read; the document is the service's own. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
  };
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Schema;
    readonly example?: string | number;
  }[];
  readonly requestBody?: { readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

interface OpenApiResponse {
  readonly description: string;
  readonly content?: OpenApiContent;
}

interface Reference {
  readonly $ref: string;
}

type OpenApiContent = Readonly<
  Record<string, { readonly schema: Schema; readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
>;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** A parameter, or a member of a body. `name` of a nested member has dots. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** A parameter of a request. */
export interface Parameter extends Field {
  readonly in: 'path' | 'query' | 'header';
  readonly example: string;
}

/** A body of one media type, with examples as text. */
export interface Body {
  readonly type: string;
  readonly schemaName: string | null;
  readonly fields: readonly Field[];
  readonly examples: readonly { readonly name: string; readonly text: string }[];
}

/** An answer by its status. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly bodies: readonly Body[];
}

/** One operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Whether it can be called with a bearer, and without anything. */
  readonly takesBearer: boolean;
  readonly isOpen: boolean;
  readonly parameters: readonly Parameter[];
  readonly request: Body | null;
  readonly answers: readonly Answer[];
}

/** The interface, in its parts. */
export interface Interface {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly parts: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly Operation[];
  }[];
}

/** Members of members are shown, and no deeper. */
const DEEPEST = 2;

/** What the reference shows. Every operation is in the part of its first tag. */
export function readInterface(document: OpenApiDocument): Interface {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      operation: readOperation(method.toUpperCase(), path, operation, document.components),
    })),
  );
  const { title, version, description } = document.info;
  const parts = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter((each) => each.tag === tag.name).map((each) => each.operation),
  }));
  return { title, version, description, parts };
}

function readOperation(
  method: string,
  path: string,
  operation: OpenApiOperation,
  { schemas, responses: shared }: OpenApiDocument['components'],
): Operation {
  const { operationId: id, summary, description = '', security, parameters = [], requestBody, responses } = operation;
  const bodies = (content: OpenApiContent | undefined): Body[] =>
    Object.entries(content ?? {}).map(([type, { schema, examples }]) => ({
      type,
      schemaName: schema.$ref === undefined ? null : nameIn(schema.$ref),
      fields: fieldsOf(schema, schemas),
      examples: Object.entries(examples).map(([name, { value }]) => ({
        name,
        text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
      })),
    }));
  return {
    id,
    method,
    path,
    summary,
    description,
    takesBearer: security.some((each) => 'bearer' in each),
    isOpen: security.some((each) => Object.keys(each).length === 0),
    parameters: parameters.map(({ name, in: place, required = false, description: about, schema, example }) => ({
      name,
      in: place,
      type: typeOf(schema, schemas),
      required,
      description: about ?? schema.description ?? '',
      example: example === undefined ? '' : String(example),
    })),
    request: bodies(requestBody?.content)[0] ?? null,
    answers: Object.entries(responses).map(([status, response]) => {
      const { description: about, content } = '$ref' in response ? shared[nameIn(response.$ref)]! : response;
      return { status, description: about, bodies: bodies(content) };
    }),
  };
}

function fieldsOf(schema: Schema, schemas: OpenApiDocument['components']['schemas'], before = '', depth = 1): Field[] {
  const { properties = {}, required = [] } = resolved(schema, schemas);
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = {
      name: before + name,
      type: typeOf(property, schemas),
      required: required.includes(name),
      description: property.description ?? resolved(property, schemas).description ?? '',
    };
    const inner = depth < DEEPEST ? fieldsOf(property, schemas, `${before}${name}.`, depth + 1) : [];
    return [field, ...inner];
  });
}

/** A type in words. */
function typeOf(schema: Schema, schemas: OpenApiDocument['components']['schemas']): string {
  const { const: constant, enum: values, anyOf, items, type, title } = resolved(schema, schemas);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined)
    return anyOf.map((each) => resolved(each, schemas).title ?? typeOf(each, schemas)).join(' | ');
  if (items !== undefined) return docsMessages.arrayOf(typeOf(items, schemas));
  return title ?? type ?? 'any';
}

function resolved(schema: Schema, schemas: OpenApiDocument['components']['schemas']): Schema {
  return schema.$ref === undefined ? schema : (schemas[nameIn(schema.$ref)] ?? {});
}

/** The name in a reference. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
