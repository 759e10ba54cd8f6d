/** A new setting needs its declaration and the place that uses it: everything between them passes it on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import { afterAll, expect, test, vi } from 'vitest';
import { SETTINGS_FIELDS } from '../../shared/api/settings.ts';
import type { Identity } from '../../service/admission/identity.ts';

// The schemas of requests and tools are made of these fields when they are loaded.
const care = Type.Optional(Type.Enum(['little', 'much'], { description: 'How much care is taken.' }));
Object.assign(SETTINGS_FIELDS, { careTaken: care });

const ENGINE = '../../service/pipeline/compare/compare-text.ts';
const compared = vi.fn((_input: unknown): never => {
  throw new Error('enough');
});
vi.doMock(ENGINE, async (original) => ({ ...(await original()), compareText: compared }));

const { readTextRequest } = await import('../../service/http/comparisons/read-text-request.ts');
const { readDocumentRequest } = await import('../../service/http/documents/read-document-request.ts');
const { TextComparisons } = await import('../../service/comparison/texts/text-comparisons.ts');
const { DocumentComparisons } = await import('../../service/comparison/documents/document-comparisons.ts');
const { run } = await import('../../service/cli/run.ts');
const { Tools } = await import('../../service/cli/mcp/tools.ts');
const { DEFAULT_PLANS } = await import('../../service/admission/plan-terms.ts');

const folder = mkdtempSync(join(tmpdir(), 'diffsvc-setting-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [original, revised] = [join(folder, 'a.txt'), join(folder, 'b.txt')];
writeFileSync(original, 'The fee is due.');
writeFileSync(revised, 'The rent is due.');

const never = new AbortController().signal;
const identity = { subject: 'address:::1', by: 'address', terms: DEFAULT_PLANS.anonymous } as unknown as Identity;
const body = (fields: object): Buffer => Buffer.from(JSON.stringify({ careTaken: 'much', ...fields }));
const terminal = () => ({ stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} });
const isPassedOn = expect.objectContaining({ careTaken: 'much' }) as unknown;

test('it reaches the comparing thread from a request that compares texts', async () => {
  const compare = vi.fn().mockRejectedValue(new Error('enough'));
  const asked = await readTextRequest(body({ original: 'a', revised: 'b' }), identity, undefined as never);
  const comparisons = new TextComparisons({ comparer: { compare } } as never);
  const request = { ...asked.wishes, original: 'a', revised: 'b', units: 1 };
  await expect(comparisons.compare(request, identity, never)).rejects.toThrow('enough');
  expect(compare.mock.calls[0]?.[0]).toEqual(isPassedOn);
});

test('it reaches the readers and the comparing thread from a request that compares documents', async () => {
  const read = vi.fn().mockResolvedValue({ format: 'txt', packed: new Uint8Array(), warnings: [], fileSha256: '' });
  const compare = vi.fn().mockRejectedValue(new Error('enough'));
  const file = (text: string) => ({ format: 'txt', dataBase64: Buffer.from(text).toString('base64') });
  const request = body({ original: file('a'), revised: file('b') });
  const asked = await readDocumentRequest(request, identity, undefined as never);
  const documents = new DocumentComparisons({ reader: { read }, comparer: { compare } } as never);
  const steps = async (): Promise<void> => {
    for await (const _ of documents.compare(asked.wishes, asked.read, identity, never));
  };
  await expect(steps()).rejects.toThrow('enough');
  expect([...read.mock.calls.map(([task]) => task as unknown), compare.mock.calls[0]?.[0]]).toEqual([
    isPassedOn,
    isPassedOn,
    isPassedOn,
  ]);
});

test('it is refused with its values, as any field of a request', async () => {
  const wrong = Buffer.from(JSON.stringify({ careTaken: 'none', original: 'a', revised: 'b' }));
  await expect(readTextRequest(wrong, identity, undefined as never)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: '/careTaken' }] },
  });
});

test('it is an option of the command line', async () => {
  compared.mockClear();
  await run(['compare', original, revised, '--care-taken', 'much'], terminal());
  expect(compared.mock.calls).toEqual([[isPassedOn]]);
});

test('it is an argument of the tool that compares', async () => {
  compared.mockClear();
  const { GrantedFiles } = await import('../../service/cli/mcp/granted-files.ts');
  const tools = new Tools(new GrantedFiles([folder], () => null), terminal());
  const calling = tools.call('compare_documents', { original, revised, careTaken: 'much' }, () => undefined);
  await expect(calling).rejects.toThrow('enough');
  expect(compared.mock.calls).toEqual([[isPassedOn]]);
});
