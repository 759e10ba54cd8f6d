/** The description of the interface at `GET /v1/openapi.json`. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInterface, OPERATIONS } from '../../../service/http/installation/describe-interface.ts';
import { EXAMPLE_FULL_ANSWER, EXAMPLE_HTML_ANSWER, EXAMPLE_STREAM } from '../../../service/http/openapi/examples.ts';
import type { DescribedContent } from '../../../service/http/openapi/operation.ts';
import { refusalsOf } from '../../../service/http/openapi/refusals.ts';
import { SCHEMAS } from '../../../service/http/openapi/schemas.ts';
import * as endpointPaths from '../../../shared/api/endpoint-paths.ts';
import { TEXT_STREAM_EVENTS } from '../../../shared/api/stream-events.ts';
import { EventStreamParser } from '../../../shared/client/event-stream-parser.ts';
import { ERRORS } from '../../../shared/errors.ts';
import { inlined } from './inlined.ts';
import { serverUnderTest, type ServerUnderTest } from './server-under-test.ts';

const document = inJson(describeInterface('1.2.3'));
/** The document without references. */
const whole = inlined(document, document);
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
const described: Described[] = Object.entries(whole.paths).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({ method, path, operation })),
);

function inJson(value: object): Loose {
  return JSON.parse(JSON.stringify(value));
}

/** Every place of the document that is a reference, with what it refers to. */
function referencesIn(value: unknown, at = ''): [at: string, to: string][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('$ref' in value) return [[at, String(value.$ref)]];
  return Object.entries(value).flatMap(([name, each]) => referencesIn(each, `${at}/${name}`));
}

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('is what the service serves, in less than 250 KB', async () => {
    const response = await under.server.inject({ url: '/v1/openapi.json', headers: { host: 'localhost' } });
    expect(response.json()).toEqual(document);
    // Every generator and every agent reads all of it.
    expect(response.rawPayload.length).toBeLessThan(250_000);
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
    const types = Object.keys(whole.paths[path].get.responses[status].content);
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
          const validator = Compile(schema);
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

describe('the references of the document', () => {
  it('name what repeats, so that the document is small', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(250_000);
    const { schemas } = document.components;
    const names = ['Change', 'Block', 'Alignment', 'Location', 'Summary', 'Uncompared', 'LastCheck', 'Error'];
    expect(names.filter((name) => !(name in schemas))).toEqual([]);
    expect(schemas.StructuredPage.properties).toMatchObject({
      summary: { $ref: '#/components/schemas/Summary' },
      uncompared: { $ref: '#/components/schemas/Uncompared' },
      alignment: { type: 'array', items: { $ref: '#/components/schemas/Alignment' } },
      changes: { type: 'array', items: { $ref: '#/components/schemas/Change' } },
    });
    expect(schemas.SideModel.properties.blocks.items).toEqual({ $ref: '#/components/schemas/Block' });
    expect(schemas.ReplaceChange.properties.location).toEqual({ $ref: '#/components/schemas/Location' });
    expect(schemas.Job.properties.check).toEqual({ $ref: '#/components/schemas/LastCheck' });
    expect(document.paths['/v1/diffsvc/html'].post.responses[404]).toEqual({
      $ref: '#/components/responses/NotFound',
    });
  });

  it('use every part that has a name', () => {
    const used = new Set(referencesIn(document).map(([, to]) => to));
    const inStreams = ['ContentComplete', 'ContentBlock', 'TextReady', 'StreamFailure', 'ChangedReview'];
    const unused = Object.keys(document.components.schemas).filter((name) => !used.has(`#/components/schemas/${name}`));
    // The payloads of events have no place in OpenAPI but their name.
    expect(unused.sort()).toEqual(inStreams.sort());
    for (const name of Object.keys(document.components.responses)) {
      expect(used).toContain(`#/components/responses/${name}`);
    }
  });

  it('say together what the schemas say', () => {
    expect(whole.components.schemas).toEqual(inJson(SCHEMAS));
    const inWhole = ({ schema }: DescribedContent) => inJson(typeof schema === 'string' ? SCHEMAS[schema]! : schema);
    for (const { method, path, request, answers } of OPERATIONS) {
      const { requestBody, responses } = whole.paths[path.replace(/:(\w+)/g, '{$1}')][method];
      if (request !== undefined) expect(requestBody.content[request.type].schema).toEqual(inWhole(request));
      for (const [status, { content = [] }] of Object.entries(answers)) {
        for (const body of content) expect(responses[status].content[body.type].schema).toEqual(inWhole(body));
      }
    }
  });

  it('give every operation its own refusals', () => {
    for (const operation of OPERATIONS) {
      const { responses } = whole.paths[operation.path.replace(/:(\w+)/g, '{$1}')][operation.method];
      const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const own = refusalsOf(operation).map(({ status, response }) => [status, inlined(inJson(response), document)]);
      expect(Object.fromEntries(refusals)).toEqual(Object.fromEntries(own));
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
