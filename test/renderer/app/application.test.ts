/// <reference types="svelte" />
import { describe, expect, test, vi } from 'vitest';
import { deleteEverything } from '../../../renderer/app/comparison/delete-everything.ts';
import { BOTH_SIDES, type PairSide } from '../../../renderer/app/comparison/pair.ts';
import type { KeptReview, RecentContent } from '../../../renderer/app/recents/recent.ts';
import type { RecentsStore } from '../../../renderer/app/recents/recents-database.ts';
import { Recents } from '../../../renderer/app/recents/recents.svelte.ts';
import { appMessages } from '../../../renderer/strings/app.ts';
import { routeOf } from '../../../renderer/app/routes.ts';
import type { Given, GivenFile } from '../../../renderer/app/state/inputs.svelte.ts';
import { Folder } from '../../../renderer/files/folder.ts';
import { resolvedHtmlOf } from '../../../renderer/review/review.ts';
import { Application } from '../../../renderer/app/state/application.svelte.ts';
import { Settings } from '../../../renderer/app/state/settings.svelte.ts';
import { compareText } from '../../../service/pipeline/compare/compare-text.ts';
import { EMPTY_RECORD } from '../../../shared/review-file/review-record.ts';
import { writeReviewFile } from '../../../shared/review-file/review-file.ts';
import type { OpenComparison } from '../../../renderer/app/state/open-comparison.svelte.ts';
import { ServiceClient, type Fetch } from '../../../shared/client/service-client.ts';
import { OWN_DOCUMENT_MAX_BYTES } from '../../../shared/limits.ts';

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
  const json = comparison.page(0, 100);
  return Promise.resolve(
    Response.json({ html, json, format: comparison.format, engine: 'dom', fallback, comparisonId: 'cmp_1' }),
  );
};

/** An application in a browser without IndexedDB. */
function applicationWith(fetch: Fetch<AbortSignal>): Application {
  const refusing = new Proxy({} as RecentsStore, { get: () => () => Promise.reject(new Error('denied')) });
  let count = 0;
  const application: Application = new Application({
    client: new ServiceClient({ origin: '', fetch }),
    settings: new Settings(null),
    recents: new Recents(
      refusing,
      () => 1,
      () => `r${String(++count)}`,
    ),
    newReviews: () => Promise.reject(new Error('These pages are visitors.')),
    saveFile: () => Promise.resolve(null),
    navigate: (hash) => void application.arrive(routeOf(hash)),
    wait: () => Promise.resolve(),
  });
  return application;
}

function given(name: string, text: string) {
  // Dates that tell nothing.
  return { file: new File([text], name, { lastModified: 1 }), reference: null };
}

/** A file whose text arrives when the test decides. */
function slowFile(name: string, text: string): { file: File; arrive: () => void } {
  const { file } = given(name, text);
  const arrived = Promise.withResolvers<ArrayBuffer>();
  file.arrayBuffer = () => arrived.promise;
  return { file, arrive: () => arrived.resolve(new TextEncoder().encode(text).buffer) };
}

const ofSide = ({ text, name }: PairSide) => ({ text, name });

describe('the application', () => {
  test('a comparison lists as many changes as the summary counts, and is the page to be on', async () => {
    const application = applicationWith(answering);
    application.inputs.type('original', '<p>one two</p><p>three</p>');
    application.inputs.type('revised', '<p>one 2</p><ul><li>three</li></ul><p>four</p>');
    await application.compare();
    expect(application.route).toEqual({ page: 'comparison', recentId: 'r1' });
    const { session, finished } = application.open!;
    expect(session.changes.length).toBeGreaterThan(2);
    expect(session.changes.length).toBe(finished.summary.changeCount);
  });

  test('two files fill both sides, the earlier one first, and are compared at once, unless the reader turns that off', async () => {
    const application = applicationWith(answering);
    await application.takeFiles('revised', [given('c v1.md', 'C'), given('c v2.md', 'D')]);
    expect(application.open?.title).toBe('c v1.md – c v2.md');
    expect(application.open?.finished.format).toBe('markdown');
    await application.takeFiles(null, [given('c v3.md', 'C'), given('c v2.md', 'D')]);
    expect(application.open?.title).toBe('c v2.md – c v3.md');
    expect(application.open?.shortTitle).toBe('c: v2 → v3');
    application.settings.choose({ compareAtOnce: false });
    application.inputs.reset();
    application.go({ page: 'start' });
    await application.takeFiles(null, [given('a.md', 'A')]);
    await application.takeFiles(null, [given('b.md', 'B')]);
    expect(application.route.page).toBe('start');
    const { original, revised } = application.inputs.sides;
    expect([ofSide(original), ofSide(revised)]).toEqual([
      { text: 'A', name: 'a.md' },
      { text: 'B', name: 'b.md' },
    ]);
  });

  test.each([
    ['a text', () => given('b.txt', 'B')],
    ['a document', () => given('b.pdf', '%PDF-1.7')],
  ])('%s alone is never compared: what is missing is said', async (_name, file) => {
    const fetch = vi.fn(answering);
    const application = applicationWith(fetch);
    await application.takeFiles('revised', [file()]);
    await application.compare();
    expect(application.failure?.message).toBe(appMessages.oneMissing('original'));
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a file that arrives after something newer is dropped', async () => {
    const { inputs } = applicationWith(answering);
    const late = slowFile('late.txt', 'late');
    const taken = inputs.takeFiles([{ file: late.file, reference: null }], { side: 'original' });
    inputs.type('original', 'newer');
    late.arrive();
    await taken;
    expect(ofSide(inputs.sides.original)).toEqual({ text: 'newer', name: null });
  });

  test('a file that is refused leaves the text before it; swapping takes names along', async () => {
    const { inputs } = applicationWith(answering);
    inputs.type('original', 'kept');
    await inputs.takeFiles([given('a.bin', '\0')], { side: 'original' });
    expect(inputs.sides.original).toMatchObject({ text: 'kept', fault: expect.stringContaining('a.bin') as string });
    await inputs.takeFiles([given('a.txt', 'A')], { side: 'revised' });
    inputs.swap();
    expect([ofSide(inputs.sides.original), ofSide(inputs.sides.revised)]).toEqual([
      { text: 'A', name: 'a.txt' },
      { text: 'kept', name: null },
    ]);
  });

  describe('files that cannot be compared, dropped where a pair was compared', () => {
    const bytes = (name: string, content: readonly number[]): GivenFile => ({
      file: new File([new Uint8Array(content)], name, { lastModified: 1 }),
      reference: null,
    });
    const JPEG = bytes('photo.jpg', [0xff, 0xd8, 0xff, 0xe0]);
    const EXE = bytes('setup.exe', [0x4d, 0x5a, 0x90, 0x00]);
    const EMPTY = bytes('empty.docx', []);
    const FOLDER: GivenFile = { file: new Folder('contracts'), reference: null };
    const REFUSED: Given = { name: 'gone.docx', refusal: '“gone.docx” was moved.' };
    const GOOD = given('third.txt', 'The fee is 7 euro.');
    const WHAT: readonly (readonly [Given, string])[] = [
      [JPEG, '“photo.jpg” is a picture'],
      [EXE, '“setup.exe” is a program'],
      [EMPTY, '“empty.docx” is empty'],
      [FOLDER, '“contracts” is a folder'],
      [REFUSED, '“gone.docx” was moved'],
    ];

    /** An application with a compared pair on its tiles, and the number of requests so far. */
    async function filled() {
      const fetch = vi.fn(answering);
      const application = applicationWith(fetch);
      await application.takeFiles(null, [given('fee v1.txt', 'The fee is 5 euro.'), given('fee v2.txt', 'Fee.')]);
      application.go({ page: 'start' });
      expect(fetch).toHaveBeenCalledTimes(1);
      return { application, fetch };
    }
    const names = ({ inputs }: Application) => BOTH_SIDES.map((side) => inputs.sides[side].name);
    const faults = ({ inputs }: Application) => BOTH_SIDES.map((side) => inputs.sides[side].fault);

    test.each(WHAT)('one, on one tile: %#', async (bad, what) => {
      for (const side of BOTH_SIDES) {
        const { application, fetch } = await filled();
        await application.takeFiles(side, [bad]);
        expect(names(application)).toEqual(['fee v1.txt', 'fee v2.txt']);
        const [own, other] = side === 'original' ? faults(application) : faults(application).toReversed();
        expect(own).toContain(what);
        expect(own).toContain(side === 'original' ? '“fee v1.txt” stays.' : '“fee v2.txt” stays.');
        expect(other).toBeNull();
        expect(fetch).toHaveBeenCalledTimes(1);
        expect(application.route.page).toBe('start');
        // A good file for the other side does not compare it with what only stayed.
        await application.takeFiles(side === 'original' ? 'revised' : 'original', [GOOD]);
        expect(fetch).toHaveBeenCalledTimes(1);
        await application.compare();
        expect(fetch).toHaveBeenCalledTimes(2);
        expect(faults(application)).toEqual([null, null]);
      }
    });

    test.each(WHAT.flatMap(([a, what]) => WHAT.map(([b, other]) => [a, b, what, other] as const)))(
      'two, on the page: %#',
      async (a, b, what, other) => {
        const { application, fetch } = await filled();
        await application.takeDropped([a, b]);
        expect(names(application)).toEqual(['fee v1.txt', 'fee v2.txt']);
        const told = faults(application).join('\n');
        expect(told).toContain(what);
        expect(told).toContain(other);
        expect(fetch).toHaveBeenCalledTimes(1);
      },
    );

    test.each(WHAT)('one with a good one, on a tile or on the page, in either order: %#', async (bad, what) => {
      for (const [side, pair] of [
        [null, [GOOD, bad]],
        [null, [bad, GOOD]],
        ['original', [bad, GOOD]],
        ['revised', [GOOD, bad]],
      ] as const) {
        const { application, fetch } = await filled();
        await application.takeFiles(side, pair);
        expect(names(application)).toEqual(['fee v1.txt', 'fee v2.txt']);
        const told = faults(application).join('\n');
        expect(told).toContain(what);
        expect(told).toContain('“third.txt” was not taken');
        expect(fetch).toHaveBeenCalledTimes(1);
      }
    });

    test('on another page they leave its comparison and the tiles as they are, and say what they are', async () => {
      const { application, fetch } = await filled();
      application.go({ page: 'recents' });
      await application.takeDropped([JPEG, EXE]);
      expect(application.route.page).toBe('start');
      expect(names(application)).toEqual(['fee v1.txt', 'fee v2.txt']);
      expect(faults(application).join('\n')).toContain('“setup.exe” is a program');
      expect(fetch).toHaveBeenCalledTimes(1);
    });

    test('on empty tiles a good one beside them is taken, and nothing is compared', async () => {
      const fetch = vi.fn(answering);
      const application = applicationWith(fetch);
      await application.takeFiles(null, [GOOD, JPEG]);
      expect(names(application)).toEqual(['third.txt', null]);
      expect(faults(application)).toEqual([null, expect.stringContaining('“photo.jpg” is a picture')]);
      expect(fetch).not.toHaveBeenCalled();
    });
  });

  test('nothing, and what is too large by a byte are not sent', async () => {
    const fetch = vi.fn(answering);
    const application = applicationWith(fetch);
    await application.compare();
    expect(application.failure?.message).toBe(appMessages.bothEmpty);
    await application.inputs.takeFiles([given('a.txt', ''), given('b.txt', '')], { side: null });
    await application.compare();
    expect(application.failure?.message).toBe(appMessages.filesEmpty);
    application.inputs.reset();
    application.inputs.type('original', 'a');
    application.inputs.type('revised', 'x'.repeat(OWN_DOCUMENT_MAX_BYTES + 1));
    await application.compare();
    expect(application.failure?.message).toBe(
      'The revised document has a little more than 100 MB; the limit is 100 MB for one document. Compare a part of it.',
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  test('a cancelled comparison changes nothing when its answer comes', async () => {
    const answered = Promise.withResolvers<undefined>();
    const application = applicationWith(async (url, init) => {
      await answered.promise;
      return answering(url, init);
    });
    application.inputs.type('original', 'a');
    application.inputs.type('revised', 'b');
    const compared = application.compare();
    expect(application.running).not.toBeNull();
    application.cancel();
    answered.resolve(undefined);
    await compared;
    expect([application.running, application.open, application.failure]).toEqual([null, null, null]);
  });

  test('decisions are open to change after accepting all, leaving and coming back', async () => {
    const application = applicationWith(answering);
    const kept = new Map<string, KeptReview>();
    application.recents.review = (id) => Promise.resolve(kept.get(id) ?? null);
    application.recents.keepReview = (review) => Promise.resolve(void kept.set(review.id, structuredClone(review)));
    application.inputs.type('original', 'one two\n\nthree four');
    application.inputs.type('revised', 'one 2\n\nthree 4');
    await application.compare();
    const { pair, finished, recentId } = application.open!;
    application.open!.session.decideMatching('accepted');
    application.go({ page: 'start' });
    application.open = null;
    application.recents.content = (id) => Promise.resolve({ id, pair: pair!, finished });
    application.over = 'export';
    await application.arrive({ page: 'comparison', recentId: recentId! });
    // What covered the page before belongs to that page.
    expect(application.over).toBeNull();
    const { session } = application.open!;
    expect([session.review.phase, session.decided.outcome.accepted]).toEqual(['active', 2]);
    session.undo();
    expect([session.review.phase, session.remaining]).toEqual(['active', 2]);
    session.redo();
    session.reset(session.changes[0]!.id);
    session.reject(session.changes[1]!.id);
    expect(session.decided.outcome).toEqual({ accepted: 0, rejected: 1, open: 1, notes: 0 });
  });

  test('comparing again takes the decisions along', async () => {
    const kept = new Map<string, KeptReview>();
    const application = applicationWith(answering);
    application.recents.review = (id) => Promise.resolve(kept.get(id) ?? null);
    application.recents.keepReview = (review) => Promise.resolve(void kept.set(review.id, review));
    await application.takeFiles(null, [given('old.txt', 'The fee is 5 euro.'), given('new.txt', 'The fee is 6 euro.')]);
    const { session, pair } = application.open!;
    session.startReview();
    session.step(1);
    session.decideCurrent('accepted');
    await application.compareAgain({
      ...pair!,
      revised: { ...pair!.revised, text: 'The fee is 6 euro.\n\nPay soon.' },
    });
    expect(application.recents.list).toHaveLength(1);
    const { decisions, phase } = application.open!.session.review;
    expect([[...decisions.values()].map(({ verdict }) => verdict), phase]).toEqual([['accepted'], 'active']);
  });

  /** An open comparison of two texts in which the one change is accepted, with the recents in memory. */
  async function reviewed(): Promise<Application> {
    const kept = new Map<string, KeptReview>();
    const contents = new Map<string, RecentContent>();
    const application = applicationWith(answering);
    application.recents.review = (id) => Promise.resolve(kept.get(id) ?? null);
    application.recents.keepReview = (review) => Promise.resolve(void kept.set(review.id, review));
    application.recents.content = (id) => Promise.resolve(contents.get(id) ?? null);
    await application.takeFiles(null, [given('old.txt', 'The fee is 5 euro.'), given('new.txt', 'The fee is 6 euro.')]);
    const { session, pair, finished, recentId } = application.open!;
    contents.set(recentId!, { id: recentId!, pair: pair!, finished });
    session.startReview();
    session.step(1);
    session.decideCurrent('accepted');
    return application;
  }

  test('swapping the sides takes the review along, each decision with its wording; swapping back brings it back', async () => {
    const application = await reviewed();
    const first = application.open!;
    const wording = () =>
      BOTH_SIDES.map((side) =>
        resolvedHtmlOf(application.open!.session.review).includes(side === 'original' ? '5' : '6'),
      );
    // Accepted: the revised wording stays.
    expect(wording()).toEqual([false, true]);
    await application.swapSides(first.pair!);
    expect(application.open!.title).toBe('new.txt – old.txt');
    expect(wording()).toEqual([false, true]);
    expect([...application.open!.session.decided.record().decided.values()]).toEqual(['rejected']);
    expect(application.recents.list.map(appMessages.recentName).toSorted()).toEqual([
      'new.txt → old.txt',
      'old.txt → new.txt',
    ]);
    expect(application.toasts.list.map(({ text }) => text)).toEqual([appMessages.reviewTurned(1, 0, false)]);
    await application.swapSides(application.open!.pair!);
    expect(application.open!.title).toBe('old.txt – new.txt');
    expect(application.open!.recentId).toBe(first.recentId);
    expect([...application.open!.session.decided.record().decided.values()]).toEqual(['accepted']);
    expect(application.recents.list).toHaveLength(2);
  });

  test('swapping the sides says where both wordings stay, which then stand in the other order', async () => {
    const application = applicationWith(answering);
    await application.takeFiles(null, [given('v1.md', 'fee.\n\nfee.'), given('v2.md', 'notice.')]);
    const { session, pair } = application.open!;
    for (const [at, { id }] of session.changes.entries()) {
      if (at === 1) session.reject(id);
      else session.accept(id);
    }
    const total = session.changes.length;
    await application.swapSides(pair!);
    expect(application.toasts.list.map(({ text }) => text)).toEqual([appMessages.reviewTurned(total, 0, true)]);
  });

  describe('the order of two files', () => {
    const DAY_MS = 86_400_000;
    const saved = (name: string, day: number): GivenFile => ({
      file: new File([name], name, { lastModified: day * DAY_MS }),
      reference: null,
    });

    test.each([
      ['names and dates disagree', saved('NDA v2.txt', 9), saved('NDA v3.txt', 2), 'It was saved after “NDA v3.txt”.'],
      ['the names say nothing', saved('contract.txt', 2), saved('contract of Bob.txt', 9), 'The names do not say it.'],
      ['nothing says it', saved('c.txt', 2), saved('d.txt', 2), 'Neither the names of the files nor their dates'],
    ])('is asked for before anything is compared: %s', async (_name, earlier, later, reason) => {
      for (const files of [
        [earlier, later],
        [later, earlier],
      ]) {
        const fetch = vi.fn(answering);
        const application = applicationWith(fetch);
        await application.takeDropped(files);
        const { inputs } = application;
        const [before, after] = BOTH_SIDES.map((side) => inputs.sides[side].name!);
        if (!reason.startsWith('Neither')) expect(before).toBe(earlier.file.name);
        expect(appMessages.orderDoubt(inputs.doubt!, before!, after!)).toContain(reason);
        // Nothing but an answer goes on.
        await application.compare();
        expect(application.failure?.message).toBe(appMessages.orderNotSaid);
        await application.takeFiles('original', [{ name: 'x.docx', refusal: 'Gone.' }]);
        await application.compare();
        expect(fetch).not.toHaveBeenCalled();
        await application.answerOrder('revised');
        expect(application.open?.title).toBe(`${after!} – ${before!}`);
        expect(application.toasts.list).toEqual([]);
        // The answer is not remembered.
        application.inputs.reset();
        application.go({ page: 'start' });
        await application.takeDropped(files);
        expect([application.inputs.doubt === null, fetch.mock.calls.length]).toEqual([false, 1]);
      }
    });

    test('is not asked for where names tell and the dates agree, or are of one minute', async () => {
      for (const days of [
        [2, 9],
        [2, 2],
        [2 + 1 / 86_400, 2],
      ] as const) {
        const application = applicationWith(answering);
        await application.takeDropped([saved('NDA v2.txt', days[0]), saved('NDA v3.txt', days[1])]);
        expect(application.open?.title).toBe('NDA v2.txt – NDA v3.txt');
      }
    });

    test('needs no question for a side that the reader chose after it', async () => {
      const application = applicationWith(answering);
      await application.takeDropped([given('c.txt', 'C'), given('d.txt', 'D')]);
      await application.takeFiles('revised', [given('e.txt', 'E')]);
      expect(application.open?.title).toBe('c.txt – e.txt');
    });
  });

  test('swapping the sides of a comparison without a review leaves one comparison', async () => {
    const application = applicationWith(answering);
    await application.takeFiles(null, [given('old.txt', 'The fee is 5 euro.'), given('new.txt', 'The fee is 6 euro.')]);
    await application.swapSides(application.open!.pair!);
    expect(application.recents.list.map(appMessages.recentName)).toEqual(['new.txt → old.txt']);
  });

  describe('a review file that comes back', () => {
    const PROGRAM = { policy: '', script: '', style: '' };

    /** The review file of a comparison in which a colleague rejected the change and wrote a note. */
    function fileOf({ title, finished, session }: OpenComparison, name = 'review.html') {
      const [change] = session.changes;
      const message = { author: 'Bea', at: null, text: 'No.' };
      const text = writeReviewFile(
        {
          facts: { title, format: 'txt', fallback: false, fragmentSha256: '0'.repeat(64), digests: null },
          fragment: finished.html,
          record: {
            ...EMPTY_RECORD,
            reviewer: 'Bea',
            decided: new Map([[change!.id, 'rejected']]),
            notes: new Map([[change!.id, { messages: [message], tags: [] }]]),
          },
        },
        PROGRAM,
      );
      return given(name, text);
    }

    test.each(['the comparison is open', 'another page is open', 'another comparison is open'])(
      'its decisions and notes go to its comparison: %s',
      async (where) => {
        const application = await reviewed();
        const file = fileOf(application.open!);
        const { recentId } = application.open!;
        if (where === 'another page is open') application.go({ page: 'recents' });
        if (where === 'another comparison is open')
          await application.takeFiles(null, [given('a v1.md', 'A'), given('a v2.md', 'B')]);
        await application.takeDropped([file]);
        expect(application.route).toEqual({ page: 'comparison', recentId });
        const { session, reviewTaken } = application.open!;
        expect(session.decided.conflicts.map(({ mine, theirs }) => [mine, theirs])).toEqual([['accepted', 'rejected']]);
        expect(session.notes.total).toBe(1);
        expect(reviewTaken).toBe('1 note added. 1 change is decided differently.');
        await application.takeDropped([file]);
        expect(application.open!.session.notes.total).toBe(1);
      },
    );

    test('a file of a comparison that is not here is no new comparison, and what to do is said', async () => {
      const file = fileOf((await reviewed()).open!);
      const application = applicationWith(answering);
      await application.takeFiles('original', [file]);
      expect(application.inputs.isEmpty).toBe(true);
      expect(application.failure?.message).toBe(appMessages.reviewWithoutComparison('old.txt – new.txt'));
    });

    test('another HTML file is a document to compare', async () => {
      const application = applicationWith(answering);
      await application.takeFiles('original', [given('page.html', '<p>one</p>')]);
      expect(application.inputs.sides.original.text).toBe('<p>one</p>');
    });
  });

  test.each([
    [
      'a refusal',
      { code: 'unauthorized', message: 'The token is old.', requestId: 'r-1' },
      {
        message: expect.stringMatching(/^The token is old\.\n.*diffsvc link/u) as string,
        code: 'unauthorized',
        requestId: 'r-1',
      },
    ],
    ['no answer of ours', 'a page', { code: 'unreadable_answer', requestId: null }],
  ])('%s is a failure with what is known and what to do', async (_name, body, expected) => {
    const application = applicationWith(() => Promise.resolve(Response.json(body, { status: 400 })));
    application.inputs.type('original', 'a');
    application.inputs.type('revised', 'b');
    await application.compare();
    expect(application.route.page).toBe('start');
    expect(application.failure).toMatchObject(expected);
  });

  test('a file whose job waits says why, and is saved in the end', async () => {
    const told: string[] = [];
    const message = 'The object store cannot be reached.';
    const now = '2026-01-01T00:00:00Z';
    const queued = {
      ...{ jobId: 'job_1', artifactType: 'report_html', status: 'queued', pollUrl: '/v1/diffsvc/jobs/job_1' },
      ...{ createdAt: now, waiting: { code: 'unavailable', message, since: now, nextTryAt: now } },
    };
    let polls = 0;
    const application = applicationWith((url, init) => {
      if (!url.includes('/jobs') && !url.includes('/exports')) return answering(url, init);
      const state = application.exporting.states.report_html;
      if (state?.phase === 'making' && state.waiting !== undefined) told.push(state.waiting);
      if (url.endsWith('/result')) return Promise.resolve(new Response('<p>report</p>'));
      return Promise.resolve(
        Response.json(polls++ < 2 ? queued : { ...queued, waiting: undefined, status: 'succeeded' }),
      );
    });
    application.inputs.type('original', 'a');
    application.inputs.type('revised', 'b');
    await application.compare();
    await application.exporting.make(application.open!, 'report_html');
    expect(application.exporting.states.report_html).toEqual({ phase: 'cancelled' });
    expect(told).toContain(message);
  });

  test('a file that is not what was decided is saved only after the check was shown', async () => {
    const check = {
      exact: false,
      places: [{ kind: 'left', text: 'sixty', section: '', message: '“sixty” stands in the file.' }],
    };
    const job = {
      ...{ jobId: 'job_1', artifactType: 'resolved_docx', status: 'succeeded', pollUrl: '/v1/diffsvc/jobs/job_1' },
      ...{ createdAt: '2026-01-01T00:00:00Z', check },
    };
    let orders = 0;
    const application = applicationWith((url, init) => {
      if (!url.includes('/jobs') && !url.includes('/exports')) return answering(url, init);
      if (url.endsWith('/result')) return Promise.resolve(new Response('a file'));
      if (url.includes('/exports')) orders += 1;
      return Promise.resolve(Response.json(job));
    });
    application.inputs.type('original', 'a');
    application.inputs.type('revised', 'b');
    await application.compare();
    const { exporting } = application;
    await exporting.make(application.open!, 'resolved_docx');
    expect(exporting.states.resolved_docx).toEqual({ phase: 'doubtful' });
    expect(exporting.check).toEqual({ kind: 'resolved_docx', phase: 'checked', warnings: [], check });
    // The stand-in of this test saves nothing, as a person who closes the dialog of the system.
    await exporting.make(application.open!, 'resolved_docx');
    expect(exporting.states.resolved_docx).toEqual({ phase: 'cancelled' });
    expect(orders).toBe(1);
  });

  test('an answer outside the grammar is never shown', async () => {
    const application = applicationWith(async (url, init) => {
      const answer = (await (await answering(url, init)).json()) as { html: string };
      return Response.json({ ...answer, html: answer.html.replace('<p', '<p onclick="x()"') });
    });
    application.inputs.type('original', '<p>a</p>');
    application.inputs.type('revised', '<p>b</p>');
    await application.compare();
    expect(application.open).toBeNull();
    expect(application.failure?.message).toContain('cannot show safely');
  });

  test('a visitor deletes what this browser keeps, without asking the service', async () => {
    const fetch = vi.fn(answering);
    const application = applicationWith(fetch);
    application.visitor = 'visitor';
    application.inputs.type('original', 'a');
    expect(await deleteEverything(application)).toEqual({ comparisons: 0, files: 0 });
    expect(fetch).not.toHaveBeenCalled();
    expect(application.inputs.isEmpty).toBe(true);
  });

  test('a comparison that is no longer kept is said to be gone', async () => {
    const application = applicationWith(answering);
    await application.arrive({ page: 'comparison', recentId: 'unknown' });
    expect(application.failure?.message).toContain('no longer kept');
  });
});
