/// <reference types="svelte" />
import { describe, expect, test, vi } from 'vitest';
import { Drafts } from '../../../renderer/app/drafts/drafts.svelte.ts';
import { followedChanges } from '../../../renderer/app/drafts/followed-changes.ts';
import { draftMessages } from '../../../renderer/strings/drafts.ts';
import { Exporting } from '../../../renderer/app/state/exporting.svelte.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import type { Job } from '../../../shared/api/jobs.ts';
import { ServiceClient, type Fetch } from '../../../shared/client/service-client.ts';

const JOB: Job = {
  jobId: 'job_1',
  artifactType: 'negotiation_json',
  status: 'running',
  pollUrl: 'http://service/v1/diffsvc/jobs/job_1',
  comparisonId: 'cmp_1',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A service whose job never ends. `ordered` waits for the order, whose answer comes with `answer`. */
function serviceWithJob() {
  const ordered = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const polled = Promise.withResolvers<undefined>();
  const deleted = vi.fn<(url: string) => void>();
  const fetch: Fetch<AbortSignal> = async (url, { method, body }) => {
    if (method === 'DELETE') {
      deleted(url);
      return new Response(null, { status: 204 });
    }
    if (url.includes('/jobs/')) {
      polled.resolve(undefined);
      return Response.json(JOB);
    }
    if (url.includes('/exports')) {
      ordered.resolve(undefined);
      await answered.promise;
      return Response.json(JOB, { status: 202 });
    }
    const { original, revised, format } = JSON.parse(body as string) as Record<
      'original' | 'revised' | 'format',
      string
    >;
    const comparison = compareText({ original: original, revised: revised, format: format as 'txt', mode: 'auto' });
    const data = { ...comparison, json: comparison.page(0, 100), engine: 'dom', comparisonId: 'cmp_1' };
    return Response.json(data);
  };
  return {
    fetch,
    ordered: ordered.promise,
    answer: () => answered.resolve(undefined),
    polled: polled.promise,
    deleted,
  };
}

async function threeDrafts(
  fetch: Fetch<AbortSignal>,
  files = ['One.', 'Two.', 'Three.'].map((text, at) => new File([text], `${at + 1}.txt`)),
): Promise<Drafts> {
  const client = new ServiceClient<AbortSignal>({ origin: 'http://service', fetch });
  const exporting = new Exporting({
    client,
    saveFile: () => Promise.resolve(null),
    storeAgain: () => Promise.reject(new Error('nothing is stored again')),
    wait: () => new Promise((resolve) => setTimeout(resolve, 1)),
  });
  const drafts = new Drafts({
    client,
    negotiation: (comparisonId, next, signal) => exporting.negotiation(comparisonId, next, signal),
    announce: () => undefined,
  });
  await drafts.takeFiles(null, files);
  return drafts;
}

describe('the lists of three drafts', () => {
  test('a part is words in the list of its fate, and what was changed further says what stands there now', () => {
    const first =
      '<p>The price is ten million. It is payable within ten days of closing by wire transfer. Interest accrues at five percent.</p>';
    const second =
      '<p>Buyer shall send money to an escrow account. Half of that amount falls due after completion. Nobody owes more.</p>';
    const comparison = compareText({ original: first, revised: second, format: 'html', mode: 'auto' });
    const { changes } = comparison.page(0, 10);
    const { id } = changes.find(({ type }) => type === 'block_insert')!;
    const lists = {
      ...{ accepted: [], changedBack: [], added: [], changedFurther: changes },
      schemaVersion: 'diffsvc.negotiation.v1' as const,
      parts: [
        { changeId: id, fate: 'accepted' as const, after: 'Half of it.' },
        { changeId: id, fate: 'changedFurther' as const, after: 'Nobody owes more.', now: 'Somebody owes more.' },
      ],
    };
    const { accepted, changedFurther } = followedChanges(lists, [comparison.html, comparison.html]);
    expect(accepted).toMatchObject([
      { isPart: true, change: { id, kind: 'insert', before: '', after: 'Half of it.' } },
    ]);
    const told = changedFurther.map(({ change, isPart, now }) => [change.kind, isPart, now]);
    expect(told).toEqual([
      ['block_delete', false, undefined],
      ['insert', true, 'Somebody owes more.'],
    ]);
    expect(draftMessages.rowName(changedFurther[1]!)).toBe(
      'Part of a change. Inserted “Nobody owes more.”. Now: “Somebody owes more.”. Show it in the redline.',
    );
  });

  test('a part of a replacement that only inserts or only deletes is no replacement of white space', () => {
    const comparison = compareText({
      ...{ original: '<p>It means the business.</p>', revised: '<p>It means our own business.</p>' },
      ...{ format: 'html', mode: 'auto' },
    });
    const { changes } = comparison.page(0, 10);
    const changeId = changes.find(({ type }) => type === 'replace')!.id;
    const lists = {
      ...{ accepted: [], changedBack: [], added: [], changedFurther: changes },
      schemaVersion: 'diffsvc.negotiation.v1' as const,
      parts: [
        { changeId, fate: 'accepted' as const, after: 'own' },
        { changeId, fate: 'changedFurther' as const, before: 'the', now: 'our' },
      ],
    };
    const { accepted, changedFurther } = followedChanges(lists, [comparison.html, comparison.html]);
    const told = [...accepted, ...changedFurther].map(draftMessages.rowName);
    expect(told).toEqual([
      'Part of a change. Inserted “own”. Show it in the redline.',
      'Part of a change. Deleted “the”. Now: “our”. Show it in the redline.',
    ]);
  });
});

describe('following three drafts', () => {
  test('an RTF is sent as a comparison sends it', async () => {
    const sent = Promise.withResolvers<unknown>();
    const drafts = await threeDrafts(
      (_url, { body }) => {
        sent.resolve(JSON.parse(body as string));
        return new Promise<Response>(() => undefined);
      },
      ['1.rtf', '2.rtf', '3.rtf'].map((name) => new File([`{\\rtf1\\ansi ${name}\\par}`], name)),
    );
    void drafts.follow();
    expect(drafts.failure).toBeNull();
    expect(await sent.promise).toMatchObject({ filename: '1.rtf', contentType: 'application/rtf' });
    drafts.cancel();
  });

  test('a cancel ends the job that runs', async () => {
    const service = serviceWithJob();
    const drafts = await threeDrafts(service.fetch);
    const followed = drafts.follow();
    service.answer();
    await service.polled;
    expect(drafts.step).toBe('following');
    drafts.cancel();
    await followed;
    expect(service.deleted.mock.calls).toEqual([[JOB.pollUrl]]);
    expect([drafts.step, drafts.result, drafts.failure]).toEqual([null, null, null]);
  });

  test('a cancel while the job is ordered ends it as soon as it has a name', async () => {
    const service = serviceWithJob();
    const drafts = await threeDrafts(service.fetch);
    const followed = drafts.follow();
    await service.ordered;
    drafts.cancel();
    expect(service.deleted).not.toHaveBeenCalled();
    service.answer();
    await followed;
    expect(service.deleted.mock.calls).toEqual([[JOB.pollUrl]]);
  });
});

describe('the order of three drafts', () => {
  const draft = (name: string): File => new File([name], name);
  const { fetch } = serviceWithJob();

  test('is doubted and mended where the names say another', async () => {
    const drafts = await threeDrafts(fetch, []);
    for (const [at, name] of ['nda v3.txt', 'nda v1.txt', 'nda v2.txt'].entries()) {
      await drafts.takeFiles(at as 0 | 1 | 2, [draft(name)]);
      if (at < 2) expect(drafts.wrongOrder).toBeNull();
    }
    expect(drafts.wrongOrder).toEqual(['nda v1.txt', 'nda v3.txt']);
    drafts.putInOrder();
    expect(drafts.files.map(({ name, text }) => [name, text])).toEqual(
      ['nda v1.txt', 'nda v2.txt', 'nda v3.txt'].map((name) => [name, name]),
    );
    expect(drafts.wrongOrder).toBeNull();
  });

  test.each([
    [['a.txt', 'b.txt', 'c.txt']],
    [['nda v1.txt', 'nda v2.txt', 'nda v10.txt']],
    [['draft.txt', 'x.txt', 'final.txt']],
  ])('is not doubted with %j', async (names) => {
    const drafts = await threeDrafts(fetch, []);
    for (const [at, name] of names.entries()) await drafts.takeFiles(at as 0 | 1 | 2, [draft(name)]);
    expect(drafts.wrongOrder).toBeNull();
  });
});
