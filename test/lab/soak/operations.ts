/** The operations of the soak. Each of them checks its answer, and throws if it is wrong. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { FORMATS } from '../../../shared/formats.ts';
import { resolve } from '../../../shared/fragment/resolve.ts';
import { docx, wp } from '../../builders/docx.ts';
import { plainPdf, showText } from '../../builders/plain-pdf.ts';

/** One kind of request, or of several that belong together. `below` chooses at random. */
export interface Operation {
  readonly name: string;
  readonly run: (below: (count: number) => number) => Promise<void>;
}

const SENTENCE = 'The supplier delivers the goods within thirty days of the order. ';

/** The operations on a service. Half of them are anonymous, the others have a key. */
export function operationsOf(origin: string, key: string): Operation[] {
  const anonymous = new ServiceClient<AbortSignal>({ origin, fetch });
  const client = new ServiceClient<AbortSignal>({ origin, fetch, bearer: () => key });
  const texts = (below: (count: number) => number) => {
    const original = SENTENCE.repeat(1 + below(200)) + randomUUID();
    return { original, revised: original.replaceAll('thirty', 'ten'), format: 'txt' as const };
  };
  const stored = async (below: (count: number) => number): Promise<string> => {
    const { comparisonId } = await client.compareText({ ...texts(below), output: ['html', 'json', 'hosted_viewer'] });
    assert.ok(comparisonId);
    return comparisonId;
  };
  return [
    {
      name: 'a text comparison, both sides given back',
      run: async (below) => {
        const pair = texts(below);
        const { html = '' } = await anonymous.compareText(pair, { fresh: true });
        assert.ok(html.includes('<ins') && resolve(html, { accept: 'all' }).includes('within ten days'));
        assert.ok(resolve(html, { reject: 'all' }).includes('within thirty days'));
      },
    },
    {
      name: 'a streamed comparison',
      run: async (below) => {
        let last = '';
        for await (const { event } of client.streamText(texts(below), { fresh: true })) last = event;
        assert.equal(last, 'complete');
      },
    },
    {
      name: 'a stream that its reader leaves',
      run: async (below) => {
        const leave = new AbortController();
        try {
          for await (const _event of client.streamText(texts(below), { fresh: true, signal: leave.signal }))
            leave.abort();
        } catch (fault) {
          assert.ok(leave.signal.aborted, fault as Error);
        }
      },
    },
    { name: 'two DOCX files', run: (below) => documents(client, 'docx', below) },
    { name: 'two PDF files', run: (below) => documents(client, 'pdf', below) },
    {
      name: 'a tracked Word file as a job',
      run: async (below) => {
        const { jobId } = await client.createExport(await stored(below), { type: 'track_changes_docx' });
        for (;;) {
          const { status } = await client.job(jobId);
          assert.notEqual(status, 'failed');
          if (status === 'succeeded') break;
          await delay(50);
        }
        const bytes = await client.jobResult(jobId);
        assert.equal(Buffer.from(bytes.subarray(0, 2)).toString(), 'PK');
      },
    },
    {
      name: 'a stored comparison, listed and deleted',
      run: async (below) => {
        const comparisonId = await stored(below);
        const page = await client.changes({ comparisonId });
        assert.ok(page.totalChanges > 0);
        await client.deleteComparison(comparisonId);
      },
    },
    {
      name: 'the largest text of a request',
      run: async () => {
        const original = `${SENTENCE}\n`.repeat(6_000) + randomUUID();
        const pair = { original, revised: original.replaceAll('thirty', 'ten'), format: 'txt' as const };
        const { html = '' } = await client.compareText({ ...pair, output: ['html', 'json', 'hosted_viewer'] });
        assert.ok(html.includes('<ins'));
      },
    },
    {
      name: 'a refused request',
      run: async () => {
        const refusal = await anonymous.compareText({ original: 7 } as never).catch((fault: unknown) => fault);
        assert.equal((refusal as { status?: number }).status, 400);
      },
    },
  ];
}

/** Uploads and compares two documents with one changed word. */
async function documents(
  client: ServiceClient<AbortSignal>,
  format: 'docx' | 'pdf',
  below: (count: number) => number,
): Promise<void> {
  const mark = randomUUID();
  const paragraphs = 1 + below(30);
  const file = (word: string): Uint8Array => {
    const lines = Array.from({ length: paragraphs }, (_, at) => `${SENTENCE} ${at} ${mark} ${at === 0 ? word : ''}`);
    if (format === 'docx') return docx(lines.map((line) => wp(line)).join(''));
    return plainPdf([{ content: lines.map((line, at) => showText(line, 40, 780 - 20 * at, 8)).join('\n') }]);
  };
  const upload = async (bytes: Uint8Array): Promise<{ uploadId: string }> => {
    const contentType = FORMATS[format].mediaType;
    const { uploadId, uploadUrl } = await client.createUpload({
      filename: `a.${format}`,
      contentType,
      sizeBytes: bytes.byteLength,
    });
    await client.putUpload(uploadUrl, new Uint8Array(bytes), contentType);
    return { uploadId };
  };
  const request = { format, original: await upload(file('before')), revised: await upload(file('after')) };
  let changes = 0;
  for await (const event of client.compareDocuments(request)) {
    if (event.event === 'content_complete') changes = JSON.stringify(event.data).includes('after') ? 1 : 0;
  }
  assert.equal(changes, 1);
}
