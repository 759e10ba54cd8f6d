/** Programs that other people's generators make of the OpenAPI document, compiled and used. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverUnderTest, type ServerUnderTest } from './http/server-under-test.ts';

const COMPILER = join(import.meta.dirname, '..', '..', 'node_modules', 'typescript-native', 'bin', 'tsc');
/** A strict program of modules for a browser, whatever configuration is around. */
const STRICT = ['--ignoreConfig', '--strict', '--noEmit', '--target', 'esnext', '--lib', 'esnext,dom,dom.iterable'];
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--types', ''];

let under: ServerUnderTest;
let origin: string;
let document: never;
let directory: string;
beforeAll(async () => {
  under = await serverUnderTest();
  origin = await under.server.listen({ port: 0, host: '127.0.0.1' });
  document = (await (await fetch(`${origin}/v1/openapi.json`)).json()) as never;
  directory = mkdtempSync(join(tmpdir(), 'diffsvc-clients-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await under.close();
});

/** The messages of the compiler in strict mode; empty if there are none. */
function messagesFor(...files: string[]): string {
  const args = [COMPILER, ...STRICT, ...MODULES, ...files];
  try {
    return execFileSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  } catch (failure) {
    return (failure as { stdout: string }).stdout;
  }
}

/** A program over the types. Each kind of change has its own members. */
const PROGRAM = `
import type { components, paths } from './types.ts';

type Schemas = components['schemas'];
type Compare = paths['/v1/diffsvc/html']['post'];
export const request: Compare['requestBody']['content']['application/json'] = { original: '5 euro', revised: '6 euro' };
export const code: Schemas['Error']['code'] = 'rate_limited';

export function textOf(change: Schemas['Change']): string {
  switch (change.type) {
    case 'insert':
    case 'block_insert':
      return change.after.text;
    case 'delete':
    case 'block_delete':
      return change.before.text;
    default:
      return change.before.text + change.after.text;
  }
}

export function changesOf(answer: Compare['responses'][200]['content']['application/json']): string[] {
  return (answer.json?.changes ?? []).map(textOf);
}
`;

/** Mistakes, each with the line in which the compiler sees it. */
const WRONG_PROGRAM = `
import type { components } from './types.ts';
export const code: components['schemas']['Error']['code'] = 'no_such_code';
export const html = (change: components['schemas']['InsertChange']): string => change.before.html;
`;

describe('types of openapi-typescript', () => {
  beforeAll(async () => {
    // A field with a default may be left out of a request.
    const types = await openapiTypes(structuredClone(document), { defaultNonNullable: false });
    writeFileSync(join(directory, 'types.ts'), astToString(types));
  });

  it('compile with a program that uses them', () => {
    writeFileSync(join(directory, 'program.ts'), PROGRAM);
    expect(messagesFor('types.ts', 'program.ts')).toBe('');
  });

  it('name what repeats once', () => {
    const types = readFileSync(join(directory, 'types.ts'), 'utf8');
    expect(types.match(/charRange: /g)).toHaveLength(1);
    expect(types).toContain('changes: components["schemas"]["Change"][]');
  });

  it('find mistakes of a program', () => {
    writeFileSync(join(directory, 'wrong-program.ts'), WRONG_PROGRAM);
    const lines = messagesFor('wrong-program.ts').match(/^wrong-program\.ts\((\d+)/gm);
    expect(lines).toEqual(['wrong-program.ts(3', 'wrong-program.ts(4']);
  });
});

/** The functions of the generated client that the test calls. */
interface GeneratedClient {
  compareText(call: object): Promise<{ data?: { json?: { changes: object[] }; viewerUrl?: string }; error?: unknown }>;
  getHealth(call: object): Promise<{ data?: unknown }>;
}

describe('the client of @hey-api/openapi-ts', () => {
  let generated: GeneratedClient;
  beforeAll(async () => {
    await createClient({
      input: document,
      output: { path: join(directory, 'client'), module: { extension: '.ts' } },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    });
    generated = (await import(pathToFileURL(join(directory, 'client', 'index.ts')).href)) as GeneratedClient;
  });

  it('compiles', () => {
    expect(messagesFor('client/index.ts')).toBe('');
  });

  it('calls the service', async () => {
    const { data } = await generated.getHealth({ baseUrl: origin });
    expect(data).toEqual({ status: 'ok', version: '1.2.3' });
    const { bearer } = await under.account('creator');
    const auth = bearer.authorization.replace('Bearer ', '');
    const body = { original: 'The fee is 5 euro.', revised: 'The fee is 6 euro.', output: ['json', 'hosted_viewer'] };
    const compared = await generated.compareText({ baseUrl: origin, auth, body });
    expect(compared.error).toBeUndefined();
    expect(compared.data?.json?.changes).toMatchObject([
      { id: 'chg_000001', type: 'replace', before: { text: '5' }, after: { text: '6' } },
    ]);
    expect(new URL(compared.data!.viewerUrl!).pathname).toMatch(/^\/view\/cmp_/);
  });

  it('gives a refusal with its code', async () => {
    const { data, error } = await generated.compareText({ baseUrl: origin, body: { original: 'a' } });
    expect(data).toBeUndefined();
    expect(error).toMatchObject({ code: 'invalid_request' });
  });
});
