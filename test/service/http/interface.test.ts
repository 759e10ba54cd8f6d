/** The description of the interface at `GET /v1/openapi.json`. */
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInterface, OPERATIONS } from '../../../service/http/installation/describe-interface.ts';
import { EXAMPLE_FULL_ANSWER, EXAMPLE_HTML_ANSWER, EXAMPLE_STREAM } from '../../../service/http/openapi/examples.ts';
import * as endpointPaths from '../../../shared/api/endpoint-paths.ts';
import { TEXT_STREAM_EVENTS } from '../../../shared/api/stream-events.ts';
import { EventStreamParser } from '../../../shared/client/event-stream-parser.ts';
import { ERRORS } from '../../../shared/errors.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

const document = JSON.parse(JSON.stringify(describeInterface('1.2.3')));
let under: ServerUnderTest;
beforeAll(async () => {
  under = await serverUnderTest();
});
afterAll(() => under.close());

/** What was parsed, of whatever shape: the tests look where they expect something. */
type Loose = ReturnType<typeof JSON.parse>;

interface Described {
  method: string;
  path: string;
  operation: Loose;
}
const described: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({ method, path, operation })),
);

/** The value that a reference names. */
function named(reference: string): TSchema {
  return document.components.schemas[reference.replace('#/components/schemas/', '')];
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('is what the service serves', async () => {
    const response = await under.server.inject({ url: '/v1/openapi.json', headers: { host: 'localhost' } });
    expect(response.json()).toEqual(document);
  });

  it('describes every endpoint that there is, and no other', async () => {
    const existing: string[] = [];
    for (const url of Object.values(endpointPaths)) {
      // The refusal of a method that no endpoint has names the existing ones.
      const { headers } = await under.server.inject({ method: 'PATCH', url, headers: { host: 'localhost' } });
      const allowed = (headers.allow ?? '').split(', ');
      existing.push(
        ...allowed
          .filter((method) => method !== '' && method !== 'HEAD')
          .map((method) => `${method.toLowerCase()} ${url}`),
      );
    }
    const written = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    // The browser page is not a part of the interface.
    expect([...written, `get ${endpointPaths.PAGE_PATH}`].sort()).toEqual(existing.sort());
  });

  it.each([
    ['/view/{comparisonId}', '/view/demo', 200],
    ['/view/{comparisonId}', '/view/none?token=x', 404],
    ['/embed/{comparisonId}', '/embed/none?token=a&token=b', 400],
    ['/v1/diffsvc/comparisons/{comparisonId}', '/v1/diffsvc/comparisons/none?token=x', 404],
  ])('says the type of what %s answers: %s', async (path, url, status) => {
    const response = await under.server.inject({ url, headers: { host: 'localhost' } });
    expect(response.statusCode).toBe(status);
    const types = Object.keys(document.paths[path].get.responses[status].content);
    expect(types).toEqual([String(response.headers['content-type']).replace(/;.*/, '')]);
  });

  it('has one id for each operation', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists every code with its status, and shows where each is given', () => {
    const codes = document.components.schemas.Error.properties.code.oneOf;
    expect(codes.map((each: { const: string }) => each.const)).toEqual(Object.keys(ERRORS));
    for (const { operation, path } of described) {
      for (const [status, response] of Object.entries<Loose>(operation.responses)) {
        if (Number(status) < 400) continue;
        for (const code of Object.keys(response.content['application/json']?.examples ?? {})) {
          expect([path, code, ERRORS[code as keyof typeof ERRORS].status]).toEqual([path, code, Number(status)]);
        }
      }
    }
  });

  it('has an example for every body, and each fits its schema', () => {
    let checked = 0;
    for (const { operation, path, method } of described) {
      const bodies = [operation.requestBody, ...Object.values<Loose>(operation.responses)];
      for (const body of bodies) {
        for (const [type, { schema, examples }] of Object.entries<Loose>(body?.content ?? {})) {
          expect(Object.keys(examples).length, `${method} ${path} ${type}`).toBeGreaterThan(0);
          if (type !== 'application/json') continue;
          const validator = Compile(schema.$ref === undefined ? schema : named(schema.$ref));
          for (const [name, { value }] of Object.entries<Loose>(examples)) {
            expect([...validator.Errors(value)], `${method} ${path} ${name}`).toEqual([]);
            checked += 1;
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  it('names every parameter of each path', () => {
    for (const { operation, path } of described) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = (operation.parameters ?? []).filter((each: { in: string }) => each.in === 'path');
      expect(parameters.map((each: { name: string }) => each.name)).toEqual(inPath);
    }
  });
});

describe('the examples', () => {
  const post = async (payload: object, headers = {}) =>
    await under.server.inject({
      method: 'POST',
      url: '/v1/diffsvc/html',
      headers: { host: 'localhost', ...headers },
      payload,
    });
  const requests = document.paths['/v1/diffsvc/html'].post.requestBody.content['application/json'].examples;

  it('are what the service answers to them', async () => {
    const { bearer } = await under.account('creator');
    const alone = (await post(requests['HTML alone'].value, bearer)).json();
    expect(alone).toEqual(EXAMPLE_HTML_ANSWER);
    const full = (await post(requests['HTML, changes and a viewer'].value, bearer)).json();
    expect(Object.keys(full)).toEqual(Object.keys(EXAMPLE_FULL_ANSWER));
    const { json, html } = EXAMPLE_FULL_ANSWER;
    expect(full).toMatchObject({ html, json: { ...json, comparisonId: full.comparisonId } });
  });

  it('have a stream as the service sends it', async () => {
    const { bearer } = await under.account('creator');
    const response = await post(requests['a stream'].value, { ...bearer, accept: 'text/event-stream' });
    const read = (bytes: Uint8Array) =>
      new EventStreamParser().push(bytes).map(({ event, data }) => ({ event, data: JSON.parse(data) }));
    const shown = read(Buffer.from(EXAMPLE_STREAM));
    const sent = read(response.rawPayload).map(({ event, data }) => ({
      event,
      data: data.comparisonId === undefined ? data : { ...data, comparisonId: shown[0]!.data.comparisonId },
    }));
    expect(shown).toEqual(sent);
    for (const { event, data } of shown) {
      const schema = TEXT_STREAM_EVENTS[event as keyof typeof TEXT_STREAM_EVENTS];
      expect([...Compile(schema).Errors(data)]).toEqual([]);
    }
  });
});
