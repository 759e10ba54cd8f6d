import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlLine, fillCall, type Filled } from '../../../renderer/docs/filled-call.ts';
import { readInterface, type OpenApiDocument, type Operation } from '../../../renderer/docs/read-interface.ts';
import { describeInterface } from '../../../service/http/installation/describe-interface.ts';
import { inlined } from '../../service/http/inlined.ts';

const document = JSON.parse(JSON.stringify(describeInterface('1.2.3'))) as OpenApiDocument;
const described = readInterface(document);
const operations = described.parts.flatMap((part) => part.operations);
const named = (id: string): Operation => operations.find((each) => each.id === id)!;
const ORIGIN = 'http://127.0.0.1:4870';

function filled(operation: Operation, changes: Partial<Filled> = {}): Filled {
  return {
    values: Object.fromEntries(operation.parameters.map(({ name, example }) => [name, example])),
    body: operation.request?.examples[0]?.text ?? '',
    bearer: '',
    ...changes,
  };
}

describe('the interface as the reference reads it', () => {
  test('has every operation of the document once, in a part', () => {
    const written = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(written.sort());
    for (const part of described.parts) expect(part.operations.length).toBeGreaterThan(0);
  });

  test('has the fields of bodies with their types, members of members too', () => {
    const { request, answers } = named('compareText');
    const format = request!.fields.find(({ name }) => name === 'format')!;
    expect(format.type).toContain('"markdown" | "md"');
    expect(request!.fields.find(({ name }) => name === 'original')).toMatchObject({
      type: 'a string | an upload reference {uploadId}',
      required: true,
    });
    const fields = answers[0]!.bodies[0]!.fields.map(({ name }) => name);
    expect(fields).toContain('usage.remaining');
    expect(answers[0]!.bodies.map(({ type }) => type)).toEqual(['application/json', 'text/event-stream']);
  });

  test('is the same if the document says everything in its place', () => {
    const withoutNames = (read: unknown): unknown =>
      JSON.parse(JSON.stringify(read, (key, value: unknown) => (key === 'schemaName' ? null : value)));
    expect(withoutNames(described)).toEqual(withoutNames(readInterface(inlined(document, document))));
    const names = named('getJob').answers.map(({ status, bodies }) => [status, bodies[0]?.schemaName]);
    expect(Object.fromEntries(names)).toMatchObject({ 200: 'Job', 404: 'Error' });
  });
});

describe('a filled-in call', () => {
  test('puts every value where it belongs, and leaves out what is empty', () => {
    const operation = named('getChanges');
    const values = { comparisonId: 'a/b', token: 't&t', offset: '100', limit: '', 'x-viewer-token': 'h' };
    expect(fillCall(operation, ORIGIN, filled(operation, { values, bearer: 'dsk_1' }))).toEqual({
      method: 'GET',
      url: `${ORIGIN}/v1/diffsvc/comparisons/a%2Fb/changes?token=t%26t&offset=100`,
      headers: [
        ['Authorization', 'Bearer dsk_1'],
        ['x-viewer-token', 'h'],
      ],
      body: null,
    });
    // A bearer is never sent to an unrelated address.
    const upload = named('putUpload');
    expect(fillCall(upload, ORIGIN, filled(upload, { bearer: 'dsk_1' })).headers.map(([name]) => name)).toEqual([
      'Content-Type',
    ]);
  });

  test('is a curl line for each operation', () => {
    for (const operation of operations) {
      const line = curlLine(fillCall(operation, ORIGIN, filled(operation)));
      expect(line).toMatch(/^curl -sSN? /);
      expect(line).not.toContain('\n');
    }
    const compare = named('compareText');
    expect(curlLine(fillCall(compare, ORIGIN, filled(compare)))).toBe(
      `curl -sS '${ORIGIN}/v1/diffsvc/html' -H 'Content-Type: application/json' ` +
        `--data-raw '{"original":"The fee is 5 euro.","revised":"The fee is 6 euro.","format":"txt"}'`,
    );
    const streamed = filled(compare, { values: { Accept: 'text/event-stream' } });
    expect(curlLine(fillCall(compare, ORIGIN, streamed))).toMatch(/^curl -sSN /);
    expect(curlLine(fillCall(named('deleteComparison'), ORIGIN, filled(named('deleteComparison'))))).toMatch(
      /^curl -sS -X DELETE /,
    );
  });

  test.skipIf(process.platform === 'win32')('comes out of a shell as it went in, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, bearer) => {
        fc.pre(!/[\0\r\n]/.test(text + bearer));
        const operation = named('compareText');
        const line = curlLine(
          fillCall(operation, ORIGIN, filled(operation, { body: `${text}'`, bearer: `k${bearer}` })),
        );
        const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line.replace(/^curl /, '')}`], { encoding: 'utf8' });
        expect(words.split('\0')).toEqual(expect.arrayContaining([`${text}'`, `Authorization: Bearer k${bearer}`]));
      }),
      { numRuns: 60 },
    );
  });
});
