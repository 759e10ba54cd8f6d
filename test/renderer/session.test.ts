/// <reference types="svelte" />
import { describe, expect, test, vi } from 'vitest';
import { Session } from '../../renderer/app/session.svelte.ts';
import { ServiceClient, type Fetch } from '../../shared/client/service-client.ts';
import { compareText } from '../../service/comparison/compare-text.ts';
import { INLINE_REQUEST_MAX_BYTES } from '../../shared/limits.ts';

interface Sent {
  original: string;
  revised: string;
  format: 'auto' | 'html' | 'markdown' | 'txt' | 'json';
}

/** Answers as the service does, without a network. */
const answering: Fetch<AbortSignal> = (_url, { body }) => {
  const { original, revised, format } = JSON.parse(body as string) as Sent;
  const comparison = compareText({ original, revised, format, mode: 'auto' });
  const { html, fallback } = comparison;
  const answer = { html, json: comparison.page(0, 100), format: comparison.format, fallback };
  return Promise.resolve(Response.json(answer));
};

function sessionWith(fetch: Fetch<AbortSignal>): Session {
  return new Session(new ServiceClient({ origin: '', fetch }));
}

function fileOf(name: string, text: string): File {
  return new File([text], name);
}

/** A file whose text arrives when the test says so. */
function slowFile(name: string, text: string): { file: File; arrive: () => void } {
  const file = fileOf(name, text);
  const arrived = Promise.withResolvers<ArrayBuffer>();
  file.arrayBuffer = () => arrived.promise;
  return { file, arrive: () => arrived.resolve(new TextEncoder().encode(text).buffer) };
}

describe('the state of the page', () => {
  test('a comparison lists as many changes as the summary counts', async () => {
    const session = sessionWith(answering);
    session.type('original', '<p>one two</p><p>three</p>');
    session.type('revised', '<p>one 2</p><ul><li>three</li></ul><p>four</p>');
    await session.compare();
    expect(session.view).toBe('result');
    expect(session.result?.changes.length).toBeGreaterThan(2);
    expect(session.result?.changes.length).toBe(session.result?.summary.changeCount);
  });

  test('two files fill both sides in their order, one the first empty side', async () => {
    const session = sessionWith(answering);
    await session.takeFiles(null, [fileOf('a.md', 'A')]);
    await session.takeFiles(null, [fileOf('b.md', 'B')]);
    expect([session.inputs.original.text, session.inputs.revised.text]).toEqual(['A', 'B']);
    await session.takeFiles('revised', [fileOf('c.md', 'C'), fileOf('d.md', 'D')]);
    expect([session.inputs.original.text, session.inputs.revised.text]).toEqual(['C', 'D']);
    expect(session.request.format).toBe('markdown');
  });

  test('what is typed has no name any more, and the format is detected again', async () => {
    const session = sessionWith(answering);
    await session.takeFiles(null, [fileOf('a.md', 'A'), fileOf('b.md', 'B')]);
    session.type('revised', 'C');
    expect(session.request.format).toBe('auto');
    session.format = 'txt';
    expect(session.request.format).toBe('txt');
  });

  test('a file that arrives after something newer is dropped', async () => {
    const session = sessionWith(answering);
    const late = slowFile('late.txt', 'late');
    const taken = session.takeFiles('original', [late.file]);
    session.type('original', 'newer');
    late.arrive();
    await taken;
    expect(session.inputs.original).toEqual({ text: 'newer', document: null, fileName: null, fault: null });
  });

  test('a file that is refused leaves the text before it', async () => {
    const session = sessionWith(answering);
    session.type('original', 'kept');
    await session.takeFiles('original', [fileOf('a.bin', '\0')]);
    expect(session.inputs.original.text).toBe('kept');
    expect(session.inputs.original.fault).toContain('a.bin');
  });

  test('swapping changes texts and names', async () => {
    const session = sessionWith(answering);
    await session.takeFiles('original', [fileOf('a.txt', 'A')]);
    session.swap();
    expect(session.inputs.original.text).toBe('');
    expect(session.inputs.revised).toEqual({ text: 'A', document: null, fileName: 'a.txt', fault: null });
  });

  test('what is too large by a byte is not sent', async () => {
    const fetch = vi.fn(answering);
    const session = sessionWith(fetch);
    session.format = 'txt';
    session.type('original', 'x');
    const room = INLINE_REQUEST_MAX_BYTES - session.requestBytes;
    session.type('original', 'x'.repeat(1 + room + 1));
    await session.compare();
    expect(session.failure?.message).toContain('819,201 bytes');
    expect(fetch).not.toHaveBeenCalled();
    session.type('original', 'x'.repeat(1 + room));
    await session.compare();
    expect(session.view).toBe('result');
  });

  test('a cancelled comparison changes nothing when its answer comes', async () => {
    const answered = Promise.withResolvers<undefined>();
    const session = sessionWith(async (url, init) => {
      await answered.promise;
      return answering(url, init);
    });
    session.type('original', 'a');
    const compared = session.compare();
    expect(session.view).toBe('comparing');
    session.cancel();
    answered.resolve(undefined);
    await compared;
    expect([session.view, session.result, session.failure]).toEqual(['editing', null, null]);
  });

  test('a result stays to be shown again until the next comparison begins', async () => {
    const session = sessionWith(answering);
    session.type('original', 'a');
    await session.compare();
    session.edit();
    session.showResult();
    expect(session.view).toBe('result');
    session.edit();
    session.type('original', '');
    await session.compare();
    session.showResult();
    expect(session.view).toBe('editing');
  });

  test.each([
    [
      'a refusal',
      { code: 'invalid_request', message: 'Too much.', requestId: 'r-1' },
      { message: 'Too much.', code: 'invalid_request', requestId: 'r-1' },
    ],
    ['no answer of ours', 'a page', { code: 'unreadable_answer', requestId: null }],
  ])('%s is a failure with what is known', async (_name, body, expected) => {
    const session = sessionWith(() => Promise.resolve(Response.json(body, { status: 400 })));
    session.type('original', 'a');
    await session.compare();
    expect(session.view).toBe('editing');
    expect(session.failure).toMatchObject(expected);
  });

  test('an answer outside the grammar is never shown', async () => {
    const session = sessionWith(async (url, init) => {
      const response = await answering(url, init);
      const answer = (await response.json()) as { html: string };
      return Response.json({ ...answer, html: answer.html.replace('<p', '<p onclick="x()"') });
    });
    session.type('original', '<p>a</p>');
    await session.compare();
    expect(session.result).toBeNull();
    expect(session.failure?.message).toContain('cannot show safely');
  });
});
